/** Calls that agents noted in the last days, for the contact history and for review. */

import { outcomesOf, type Resolution } from '../../core/contactOutcomes.ts';
import type { Uuid } from '../../core/id.ts';
import type { Tx } from '../platform/tenancy.ts';
import { readClient } from '../services/backoffice/backoffice.logic.ts';
import { saveResolution } from '../services/operations/operations.resolution.logic.ts';

const CALLS: readonly { readonly resolution: Resolution; readonly note: string }[] = [
  { resolution: 'callBack', note: 'Asked to be called after 6 pm, works in shifts. Date of birth and postcode checked.' },
  { resolution: 'refusalToPay', note: 'Says the tariff change was never announced. Sent to the complaints team, account left open.' },
  { resolution: 'noAnswer', note: 'Rang out twice.' },
  {
    resolution: 'debtorDidNotReceiveInvoice',
    note: 'Moved in May, bills went to the old address. New address recorded, copy to follow.',
  },
  { resolution: 'agreement', note: 'Wants to pay in three instalments from the first of the month. Plan explained and sent by email.' },
  { resolution: 'messageLeftInVoiceMail', note: 'Left name and number only.' },
];

/** Notes a few calls, each on an account of its own. @param round which of the demo's days it is: others call other accounts. */
export async function noteCalls(tx: Tx, agents: readonly Uuid[], round: number): Promise<void> {
  const { contactOutcomes } = await readClient(tx);
  const accounts = await tx.sql<{ account_id: Uuid }>(
    'select account_id from account where client_id = $1 order by external_account_ref limit $2 offset $3',
    [tx.clientId, CALLS.length, round * CALLS.length],
  );
  for (const [index, { account_id: accountId }] of accounts.entries()) {
    const { resolution, note } = CALLS[index]!;
    const category = outcomesOf(contactOutcomes).find((each) => each.resolutions.includes(resolution))?.category;
    const agent = agents[index % agents.length];
    if (category === undefined || !agent) continue;
    const contact = { communicationMethod: 'phoneCall', outcomeDirection: 'outbound', contactOutcome: { category, resolution } };
    await saveResolution(tx, { accountId }, { ...contact, additionalInformation: note }, agent);
  }
}
