/** Takes a file that comes back from a partner, as it comes. */
import { invalid } from '../../core/fault.ts';
import type { Uuid } from '../../core/id.ts';
import { handInReturn } from '../services/partner/exchange/in.add.logic.ts';
import type { Call, Taken } from './endpoint.ts';

/** The same bytes again are the file that is here, so nothing needs to be kept of the request. @throws Fault as handInReturn */
export async function takeReturn({ database, config, clientId, actor, values, body }: Call): Promise<Taken> {
  // A partner's own key is for that partner.
  const partnerId = (values.partnerId ?? database.reach?.partnerIds[0]) as Uuid | undefined;
  if (partnerId === undefined) throw invalid('partnerId', 'needed');
  const returnId = await handInReturn(database, clientId, actor, {
    partnerId,
    fileName: String(values.fileName ?? 'file'),
    bytes: body,
    limit: config.importLimitBytes,
  });
  return { variables: { returnId }, digest: '', undo: async () => {} };
}
