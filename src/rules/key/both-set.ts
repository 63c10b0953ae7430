import type { ClaudeCodeState, Snapshot } from '../../clients/client.ts';
import type { Setting } from '../../model.ts';
import type { ClientEvidence } from '../../probe/types.ts';
import { closestMatches } from '../../templates.ts';
import { eachClient, type Rule } from '../rule.ts';
import { setVariable, unsafe } from '../setting-edits.ts';

const TOKEN = 'ANTHROPIC_AUTH_TOKEN';
const API_KEY = 'ANTHROPIC_API_KEY';

interface Both {
  readonly token: Setting;
  readonly apiKey: Setting;
}

/** The one that the provider does not read, as far as that is known; else the one that does not stand beside the base URL. */
function spare(state: ClaudeCodeState, { token, apiKey }: Both, { templates }: Snapshot): typeof TOKEN | typeof API_KEY {
  const base = state.channel?.baseUrl;
  const headers = new Set(
    closestMatches(templates, base?.value ?? 'https://api.anthropic.com')
      .filter(({ wire }) => wire === 'anthropic-messages')
      .map(({ root }) => root.header),
  );
  if (headers.size === 1 && headers.has('x-api-key')) return TOKEN;
  if (headers.size === 1 && headers.has('bearer')) return API_KEY;
  const isBeside = (setting: Setting): boolean => base !== undefined && base?.origin.file === setting.origin.file;
  return isBeside(apiKey) && !isBeside(token) ? TOKEN : API_KEY;
}

/** A refusal that one key too many may explain. */
const isRefused = (wire: ClientEvidence | null): boolean =>
  wire?.faithful?.outcome.ok === false && /^(?:auth|perm|quota)\//.test(wire.faithful.outcome.failure?.id ?? '');

export const rule: Rule = {
  id: 'key/both-set',
  severity: 'error',
  text: {
    title: {
      en: 'ANTHROPIC_AUTH_TOKEN and ANTHROPIC_API_KEY are both set, and both go out',
      zh: 'ANTHROPIC_AUTH_TOKEN 和 ANTHROPIC_API_KEY 同时生效，两个都会发出去',
    },
    why: {
      en: 'One is sent as Authorization: Bearer, the other as x-api-key. Which counts is up to the gateway, and the wrong one may be a key of somebody else.',
      zh: '一个放在 Authorization: Bearer，另一个放在 x-api-key。网关认哪个不一定，多发的那个还可能是别家的密钥。',
    },
    advice: {
      en: 'Keep the one your provider reads and set the other to "" in the env of settings.json ({spare}); that also beats a variable of the shell.',
      zh: '保留服务商认的那个，另一个（{spare}）在 settings.json 的 env 里设为 ""，这样也能盖过 shell 里的变量。',
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state, wire) {
      if (state.id !== 'claude-code' || state.cloudSwitch) return;
      const [token, apiKey] = [state.variable(TOKEN), state.variable(API_KEY)];
      if (!token || !apiKey || token.value.trim() === '' || apiKey.value.trim() === '') return;
      const both = { token, apiKey };
      const name = spare(state, both, snapshot);
      const differ = token.value.trim() !== apiKey.value.trim();
      yield {
        origin: (name === TOKEN ? token : apiKey).origin,
        args: { spare: name },
        severity: differ && isRefused(wire) ? 'error' : 'warning',
        fix: unsafe(setVariable(state, name, '')),
      };
    }),
};
