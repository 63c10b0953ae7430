import { modelVariables } from '../../clients/claude-code/models.ts';
import type { ClientState, Snapshot } from '../../clients/client.ts';
import type { Edit, Origin, Scope, Setting, Valued } from '../../model.ts';
import type { ClientEvidence } from '../../probe/types.ts';
import { Secret } from '../../secret.ts';
import { ownShell } from '../../start-up.ts';
import { eachClient, type Rule } from '../rule.ts';
import { isTrustedFile, projectRedirects } from '../security/project-redirects-key.ts';
import { removeAt, unsafe } from '../setting-edits.ts';
import { emptiedBase, sendsForeignKey } from '../shape/emptied-base.ts';
import { setAtPlace, unsetLine } from '../shell-line.ts';

/** One value that loses, and all that beat it, strongest first. */
interface Loss {
  readonly name: string;
  readonly winner: Valued<unknown>;
  readonly loser: Valued<unknown>;
  readonly above: readonly Valued<unknown>[];
  /** The loser works, the winner does not. */
  readonly proven: boolean;
  readonly isCredential: boolean;
}

const nameOf = (origin: Origin): string => origin.env ?? origin.path?.at(-1) ?? origin.key ?? '';

const same = (a: unknown, b: unknown): boolean => {
  if (a instanceof Secret && b instanceof Secret) return a.equals(b);
  const text = (value: unknown): string => String(value).trim().replace(/\/+$/, '');
  return !(a instanceof Secret) && !(b instanceof Secret) && text(a) === text(b);
};

const isBlank = (value: unknown): boolean => !(value instanceof Secret) && String(value).trim() === '';

/** What decides the channel; of Claude Code also the further models, and a base URL that was emptied. */
function decisive(state: ClientState): readonly { readonly setting: Setting<unknown>; readonly isCredential: boolean }[] {
  const { channel } = state;
  const plain: (Setting<unknown> | null)[] = [channel?.baseUrl ?? null, channel?.model ?? null];
  if (state.id === 'claude-code') {
    if (!channel?.baseUrl) plain.push(state.variable('ANTHROPIC_BASE_URL'));
    plain.push(...modelVariables(state.version).map(({ name }) => state.variable(name)));
  } else if (state.providerId) plain.push(state.providerId);
  const keys = (channel?.credentials ?? []).filter(({ isLogin }) => !isLogin).map(({ setting }) => ({ setting, isCredential: true }));
  return [...plain.filter((setting) => setting !== null).map((setting) => ({ setting, isCredential: false })), ...keys];
}

function worksInstead(wire: ClientEvidence | null, loser: Valued<unknown>): boolean {
  if (!wire || wire.faithful?.outcome.ok === true) return false;
  const id = JSON.stringify(loser.origin);
  return wire.shadowed.some(
    ({ setting, index, probed }) => probed.outcome.ok === true && JSON.stringify(setting.shadows[index]?.origin) === id,
  );
}

/** What `/model` leaves in settings.json: a taste for a family, no model of a gateway. */
const ALIAS = /^(?:default|best|opus|sonnet|haiku|opusplan|fable)(?:\[1m\])?$/i;

/** Nobody is surprised: what is nearer or was chosen for this run beats what is general. */
function isExpected({ winner, loser, isCredential, name }: Omit<Loss, 'proven'>): boolean {
  const general: readonly Scope[] = ['system', 'default', 'login'];
  if (general.includes(loser.origin.scope) || winner.origin.scope === 'profile' || winner.origin.scope === 'flag') return true;
  if (name === 'model' && ALIAS.test(String(loser.value).trim())) return true;
  const sameName = nameOf(winner.origin) === nameOf(loser.origin);
  if (isCredential && !sameName) return true;
  return winner.origin.scope === 'env' && sameName && name !== 'model';
}

function lossesOf(state: ClientState, wire: ClientEvidence | null): Loss[] {
  return decisive(state).flatMap(({ setting, isCredential }) =>
    setting.shadows.flatMap((loser, index): Loss[] => {
      if (isBlank(loser.value) || same(loser.value, setting.value)) return [];
      const above = [{ value: setting.value, origin: setting.origin }, ...setting.shadows.slice(0, index)];
      const loss = { name: nameOf(loser.origin), winner: setting, loser, above, isCredential };
      const proven = worksInstead(wire, loser);
      // Of several that lose, the strongest, and any that would work.
      return proven || (index === 0 && !isExpected(loss)) ? [{ ...loss, proven }] : [];
    }),
  );
}

/** One finding for all values that one place takes from another. */
function grouped(losses: readonly Loss[]): readonly (readonly Loss[])[] {
  const placed = ({ origin }: Valued<unknown>): string => origin.file ?? origin.scope;
  const groups = new Map<string, Loss[]>();
  for (const loss of losses) {
    const id = `${placed(loss.winner)}\n${placed(loss.loser)}`;
    groups.set(id, [...(groups.get(id) ?? []), loss]);
  }
  return [...groups.values()];
}

const removals = (values: readonly Valued<unknown>[]): readonly Edit[] => {
  const edits = values.map(({ origin }) => removeAt(origin));
  return edits.some((edit) => edit === null) ? [] : edits.filter((edit) => edit !== null);
};

/** Files of a project that security/project-redirects-key reports, or that this program wrote and that work. */
function explained(snapshot: Snapshot, state: ClientState, wire: ClientEvidence | null): ReadonlySet<string | undefined> {
  const redirecting = [...projectRedirects(snapshot, state)].map(({ origin }) => origin?.file);
  const own = state.layers.filter(({ fact }) => isTrustedFile(snapshot.facts, fact)).map(({ file }) => file);
  return new Set([...redirecting, ...(wire?.faithful?.outcome.ok === false ? [] : own)]);
}

/** `isBare`: the loser is a variable, and no file is known that sets it. */
function variantOf({ proven, emptied, isBare }: Readonly<Record<'proven' | 'emptied' | 'isBare', boolean>>): { readonly variant?: string } {
  if (emptied && !proven) return { variant: 'emptied' };
  if (isBare) return { variant: proven ? 'environment' : 'unused-environment' };
  return proven ? {} : { variant: 'unused' };
}

export const rule: Rule = {
  id: 'env/shadowed',
  severity: 'error',
  text: {
    title: {
      en: '{names}: {winner} wins over {loser}, whose value would work',
      zh: '{names}：{winner} 优先于 {loser}，而后者的值才可用',
    },
    why: {
      en: '{client} takes the value of the stronger place, and with that one requests fail.',
      zh: '{client} 采用优先级更高的那一处，而用那里的值请求会失败。',
    },
    advice: {
      en: 'Take {names} out of {winner}{shell}, or put the working value there.',
      zh: '从 {winner} 中去掉 {names}{shell}，或把可用的值写到那里。',
    },
  },
  variants: {
    environment: {
      title: {
        en: '{names}: what the environment has would work, but {winner} overrides it',
        zh: '{names}：环境变量里的值可用，但被 {winner} 覆盖',
      },
      advice: {
        en: 'Delete {names} in {winner}, or write the working value there.',
        zh: '删除 {winner} 里的 {names}，或把可用的值写到那里。',
      },
    },
    'unused-environment': {
      title: {
        en: '{names}: what the environment has is without effect, {winner} overrides it',
        zh: '{names}：环境变量里的值不起作用，被 {winner} 覆盖',
      },
      why: {
        en: '{client} takes the value of the stronger place; a change of the other one will seem to do nothing.',
        zh: '{client} 采用优先级更高的那一处；修改另一处不会有任何效果。',
      },
      advice: {
        en: 'Keep one of the two: take {names} out of the environment{shell}, or out of {winner}.',
        zh: '两处只留一处：从环境里去掉 {names}{shell}，或从 {winner} 里去掉。',
      },
    },
    unused: {
      title: {
        en: '{names}: {winner} wins over {loser}, whose value has no effect',
        zh: '{names}：{winner} 优先于 {loser}，后者的值不起作用',
      },
      why: {
        en: '{client} takes the value of the stronger place; a change of the other one will seem to do nothing.',
        zh: '{client} 采用优先级更高的那一处；修改另一处不会有任何效果。',
      },
      advice: { en: 'Keep one of the two: take {names} out of {loser}{shell}.', zh: '两处只留一处：从 {loser} 中去掉 {names}{shell}。' },
    },
    emptied: {
      title: {
        en: '{names} is emptied in {winner}, so requests go to the vendor’s own API',
        zh: '{winner} 把 {names} 设成了空值，请求会发往厂商官方 API',
      },
      why: {
        en: 'An empty string in a settings file still beats the value in {loser}; for the base URL it means the official address.',
        zh: '设置文件里的空字符串同样优先于 {loser} 里的值；对 Base URL 来说，空值就是官方地址。',
      },
      advice: {
        en: 'Take {names} out of {winner}{shell} if the value in {loser} is meant.',
        zh: '如果想用 {loser} 里的值，请从 {winner} 中去掉 {names}{shell}。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      const leaks = emptiedBase(state) !== null && sendsForeignKey(state);
      const known = explained(snapshot, state, wire);
      const losses = lossesOf(state, wire).filter(({ winner }) => !known.has(winner.origin.file));
      for (const group of grouped(losses)) {
        const proven = group.some((loss) => loss.proven);
        const [first] = proven ? group.filter((loss) => loss.proven) : group;
        if (!first) continue;
        const { winner, loser } = first;
        const names = [...new Set(group.map(({ name }) => name))];
        const emptied = isBlank(winner.value);
        const culprit = proven || emptied ? winner : loser;
        const unset = culprit.origin.scope === 'env' ? names.map((name) => unsetLine(ownShell(snapshot.facts), name)).join('; ') : '';
        const edits = proven || emptied ? removals(group.flatMap(({ above }) => above)) : removals(group.map((loss) => loss.loser));
        const loserPlace = setAtPlace(loser, snapshot.startUp);
        yield {
          origin: winner.origin,
          severity: proven || (emptied && leaks) ? 'error' : 'warning',
          ...variantOf({ proven, emptied, isBare: typeof loserPlace !== 'string' }),
          args: {
            client: state.client.name,
            names: names.join(', '),
            winner: setAtPlace(winner, snapshot.startUp),
            loser: loserPlace,
            shell: unset && { en: ` (\`${unset}\`)`, zh: `（\`${unset}\`）` },
          },
          fix: unsafe(edits),
        };
      }
    });
  },
};
