// One client's part of a set-up: which base, header and model this gateway needs from it, found by probing.

import type { Client, ClientState } from '../clients/client.ts';
import { usageError } from '../errors.ts';
import type { Text, WireApi } from '../model.ts';
import { basesToTry, likeliest, wireFor } from './address.ts';
import { findBase } from './survey.ts';
import { mayBeAsked, type Proposal, type ProposeOptions, Trial } from './trial.ts';
import type { Wanted } from './wanted.ts';

export { basesToTry, wireFor } from './address.ts';
export type { Proposal, ProposeOptions } from './trial.ts';

const NO_MODEL: Text = {
  en: 'Which model should {client} use? Give --model M{hint}',
  zh: '{client} 要使用哪个模型？请用 --model M 指定{hint}',
};
const NO_ROOT: Text = {
  en: '{provider} has no address for {client} in its template; give --base-url URL',
  zh: '模板 {provider} 没有给 {client} 用的地址；请用 --base-url URL 指定',
};

/** The model from the flag, else the present one, else the template's. */
export function modelsToTry(state: ClientState, wanted: Wanted, wire: WireApi): readonly string[] {
  const named = wanted.model(state.id);
  if (named !== null) return [named];
  const present = state.channel?.model;
  const own = present && present.origin.scope !== 'default' ? [present.value] : [];
  return [...own, ...(wanted.template?.roots[wire]?.[0]?.models ?? [])];
}

/**
 * What this client needs from the gateway, as edits proven on the text; nothing is written.
 * @throws UserError (exit 2) when no model is known.
 */
export async function propose(client: Client, options: ProposeOptions): Promise<Proposal> {
  const { wanted, facts } = options;
  const state = client.read(facts);
  const wire = wireFor(client, state, wanted.wire);
  const bases = basesToTry(wanted, wire);
  if (bases.length === 0) throw usageError(NO_ROOT, { provider: wanted.template?.name ?? '', client: client.name });
  const send = bases.every((base) => mayBeAsked(base, options)) ? options.send : null;
  const trial = new Trial(client, wire, options);
  const models = modelsToTry(state, wanted, wire);
  const [firstModel] = models;
  const noModel = (hint: Text | string) => usageError(NO_MODEL, { client: client.name, hint });
  if (firstModel === undefined) {
    const listed = send ? (await findBase(trial, bases, 'unknown', { ...options, send })).models : null;
    const names = listed?.slice(0, 8).join(', ') ?? '';
    throw noModel(names === '' ? '' : { en: `: ${names}`, zh: `：${names}` });
  }
  if (!send) return trial.propose(trial.intent({ baseUrl: likeliest(bases, wire), model: firstModel }));
  const found = await findBase(trial, bases, firstModel, { ...options, send });
  const served = models.find((model) => found.models?.includes(model));
  const model = found.probed?.outcome.ok === true ? firstModel : (served ?? firstModel);
  return trial.propose(trial.intent({ ...found, model }));
}
