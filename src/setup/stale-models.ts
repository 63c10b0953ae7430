// Variables that still name models of an earlier provider, where nobody knows whether the new gateway serves them.

import { modelVariables } from '../clients/claude-code/models.ts';
import type { Args, Facts, Text } from '../model.ts';
import type { Proposal } from './propose.ts';

const STILL: Text = {
  en: '{name} still names {model}, maybe a model of an earlier channel. If this gateway does not serve it, set it to {main} or delete it ({where})',
  zh: '{name} 仍指向 {model}，可能是之前渠道的模型。如果当前网关不提供它，请改成 {main} 或删除（{where}）',
};

export function staleModels({ client, intent }: Proposal, facts: Facts): readonly { readonly text: Text; readonly args: Args }[] {
  if (client.id !== 'claude-code') return [];
  const state = client.read(facts);
  const known = [intent.model, intent.smallModel, ...(intent.models ?? [])];
  return modelVariables(state.version).flatMap(({ name }) => {
    const setting = state.variable(name);
    if (!setting?.value.trim() || setting.value === 'inherit' || known.includes(setting.value)) return [];
    const where = setting.origin.file ?? `$${setting.origin.env ?? name}`;
    return [{ text: STILL, args: { name, model: setting.value, main: intent.model, where } }];
  });
}
