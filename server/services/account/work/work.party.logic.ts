/** The check that it is the debtor who is on the telephone, before an outcome that only the debtor can give. */
import { invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { askableFacts, isRightParty, RIGHT_PARTY_FACTS, RIGHT_PARTY_NAME } from '../../../../core/rightParty.ts';
import type { WorkOutcome } from '../../../../core/workOutcomes.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';

const NAMES: readonly string[] = [RIGHT_PARTY_NAME, ...RIGHT_PARTY_FACTS];

/** @returns the facts of the main debtor that the client wants asked and that are known: their names, not what they are. */
export async function listAskableFacts(tx: Tx, accountId: Uuid): Promise<string[]> {
  const { rightPartyFacts } = await readClient(tx);
  const [debtor] = await tx.sql<{ birthday: string | null; street: string | null; postalCode: string | null; reference: string }>(
    `select d.birthday, d.address ->> 'addressLine1' as street, d.address ->> 'postalCode' as "postalCode", a.external_account_ref as reference
     from account a left join debtor d on d.client_id = a.client_id and d.account_id = a.account_id
     where a.client_id = $1 and a.account_id = $2 order by d.position, d.debtor_id limit 1`,
    [tx.clientId, accountId],
  );
  return debtor ? askableFacts(rightPartyFacts, debtor) : [];
}

/**
 * @param checked what the collector says the debtor has told. @returns what of it counts, for the event of the call; nothing when the debtor was
 * not spoken to on the telephone. @throws Fault INVALID_INPUT when the debtor was, and is not sure to be the debtor
 */
export async function checkRightParty(
  tx: Tx,
  accountId: Uuid,
  outcome: WorkOutcome,
  method: string,
  checked: readonly string[],
): Promise<string[]> {
  if (!checked.every((fact) => NAMES.includes(fact))) throw invalid('outcome.rightParty', 'chooseFrom', { choices: NAMES.join(', ') });
  if (!outcome.reached || method !== 'phoneCall') return [];
  const askable = await listAskableFacts(tx, accountId);
  if (!isRightParty(askable, checked)) throw invalid('outcome.rightParty', 'rightPartyUnchecked');
  return NAMES.filter((fact) => checked.includes(fact) && (fact === RIGHT_PARTY_NAME || askable.includes(fact)));
}
