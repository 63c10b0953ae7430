// A credential for a person's eyes: masked, unless that person asked for it in clear on a terminal (`show --reveal`).

import { Secret } from '../secret.ts';

export const shown = (value: unknown, inClear: boolean): string => (value instanceof Secret && inClear ? value.reveal() : String(value));
