// The rules about safety, in the order reports show them.

import type { Rule } from '../rule.ts';
import { rule as forcedLogin } from './forced-login.ts';
import { rule as keyInRepository } from './key-in-repository.ts';
import { rule as keyReadable } from './key-readable.ts';
import { rule as loginLeak } from './login-leak.ts';
import { rule as projectRedirectsKey } from './project-redirects-key.ts';
import { rule as tlsOff } from './tls-off.ts';

export const SECURITY_RULES: readonly Rule[] = [projectRedirectsKey, loginLeak, tlsOff, keyInRepository, keyReadable, forcedLogin];
