// The rules about Codex providers, in the order reports show them.

import type { Rule } from '../rule.ts';
import { rule as authConflict } from './auth-conflict.ts';
import { rule as inProjectFile } from './in-project-file.ts';
import { rule as loginRequired } from './login-required.ts';
import { rule as noCredential } from './no-credential.ts';
import { rule as noName } from './no-name.ts';
import { rule as reservedId } from './reserved-id.ts';
import { rule as undefinedProvider } from './undefined.ts';
import { rule as websocketsUnsupported } from './websockets-unsupported.ts';
import { rule as wireApiChat } from './wire-api-chat.ts';
import { rule as wireApiUnknown } from './wire-api-unknown.ts';

export const PROVIDER_RULES: readonly Rule[] = [
  undefinedProvider,
  reservedId,
  noName,
  authConflict,
  wireApiChat,
  wireApiUnknown,
  inProjectFile,
  noCredential,
  loginRequired,
  websocketsUnsupported,
];
