// Was it the time given that ended an exchange?

import type { Trace } from './types.ts';

const OUT_OF_TIME: ReadonlySet<string> = new Set(['DNS_TIMEOUT', 'CONNECT_TIMEOUT', 'NO_ANSWER', 'PROXY_NO_ANSWER', 'IDLE', 'TIMEOUT']);

/** Also where a status had come: then the rest of the answer was waited for in vain. */
export const ranOutOfTime = ({ error }: Pick<Trace, 'error'>): boolean => error !== null && OUT_OF_TIME.has(error.code);
