// Does an answer say that this model is not served?

import type { ClientEvidence, Probed } from '../probe/types.ts';

export const refusesModel = ({ outcome }: Probed): boolean => {
  const id = outcome.failure?.id ?? '';
  return outcome.ok === false && (id.startsWith('model/') || id === 'perm/model-or-group');
};

/** Further models that are refused while the main one is served; empty where nothing is known. */
export const refusedModels = (wire: ClientEvidence | null): ClientEvidence['otherModels'] =>
  wire?.faithful?.outcome.ok === true ? wire.otherModels.filter(({ probed }) => refusesModel(probed)) : [];
