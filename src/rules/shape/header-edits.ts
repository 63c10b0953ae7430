// Edits that send the same key in the other header.

import type { ClaudeCodeState, CodexState } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import { isTable } from '../../clients/field-type.ts';
import type { Credential, CredentialKind, Edit, Fix } from '../../model.ts';
import { layerAt } from '../key-path.ts';
import { isEditable, setVariable } from '../setting-edits.ts';

const VARIABLES = { bearer: 'ANTHROPIC_AUTH_TOKEN', 'x-api-key': 'ANTHROPIC_API_KEY' } as const;

export function inOtherVariable(state: ClaudeCodeState, { kind, setting }: Credential, wanted: CredentialKind): Fix | null {
  if (kind === 'header' || wanted === 'header' || kind === wanted) return null;
  const [from, to] = [VARIABLES[kind], VARIABLES[wanted]];
  const { origin, value } = setting;
  if (state.variable(from)?.origin.env !== origin.env && origin.path?.at(-1) !== from) return null;
  if (origin.file === undefined || origin.path === undefined || !isEditable(origin.scope)) {
    // The key comes from the shell: the settings have to hold it, and to silence the variable.
    const edits = [...setVariable(state, to, value), ...setVariable(state, from, '')];
    return edits.length === 2 ? { safety: 'unsafe', edits } : null;
  }
  const { file, path } = origin;
  const target = [...path.slice(0, -1), to];
  const isTaken = layerAt(state, origin)?.document?.at(target) != null;
  const inherited = state.variable(from)?.shadows.some((shadow) => shadow.value.trim() !== '') ?? false;
  if (!isTaken && !inherited) return { safety: 'safe', edits: [{ op: 'rename', file, path, to }] };
  return {
    safety: 'safe',
    edits: [
      { op: 'set', file, path: target, value },
      { op: 'set', file, path, value: '' },
    ],
  };
}

/** The variable that a header takes its value from. */
function headerVariable(state: CodexState, header: string): { readonly name: string; readonly variable: string } | null {
  const table = state.provider?.get('env_http_headers')?.value;
  if (!isTable(table)) return null;
  const found = Object.entries(table).find(([name]) => name.toLowerCase() === header);
  return found && typeof found[1] === 'string' ? { name: found[0], variable: found[1] } : null;
}

function toApiKeyHeader(state: CodexState, { setting }: Credential): Edit[] | null {
  const { provider } = state;
  if (!provider) return null;
  const { file } = provider.layer;
  const at = (...keys: string[]) => [...provider.path, ...keys];
  const name = provider.get('env_key')?.value;
  if (typeof name === 'string') {
    return [
      { op: 'set', file, path: at('env_http_headers', 'x-api-key'), value: name },
      { op: 'remove', file, path: at('env_key') },
    ];
  }
  if (setting.origin.file !== file || !setting.origin.path) return null;
  return [
    { op: 'set', file, path: at('http_headers', 'x-api-key'), value: setting.value },
    { op: 'remove', file, path: setting.origin.path },
  ];
}

function toBearer(state: CodexState, { setting }: Credential): Edit[] | null {
  const { provider } = state;
  if (!provider) return null;
  const { file } = provider.layer;
  const at = (...keys: string[]) => [...provider.path, ...keys];
  const named = headerVariable(state, 'x-api-key');
  if (named) {
    return [
      { op: 'set', file, path: at('env_key'), value: named.variable },
      { op: 'remove', file, path: at('env_http_headers', named.name) },
    ];
  }
  if (setting.origin.file !== file || !setting.origin.path || !does(state.version, 'bearerToken')) return null;
  return [
    { op: 'set', file, path: at('experimental_bearer_token'), value: setting.value },
    { op: 'remove', file, path: setting.origin.path },
  ];
}

export function inOtherHeader(state: CodexState, credential: Credential, wanted: CredentialKind): Fix | null {
  const { provider } = state;
  if (!provider || !isEditable(provider.layer.scope)) return null;
  const edits = wanted === 'x-api-key' ? toApiKeyHeader(state, credential) : wanted === 'bearer' ? toBearer(state, credential) : null;
  return edits && { safety: 'safe', edits };
}
