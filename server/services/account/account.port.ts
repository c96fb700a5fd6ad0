/** What accounts answer to services that stand below them. */
import { invalid } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { normalizePhone } from '../../../core/phone.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { defineAccountPort } from '../operations/operations.resolution.logic.ts';
import { listPhones, setContactState } from './contact/contact.logic.ts';
import { findClaimAccountId } from './ground/lookup.logic.ts';

defineAccountPort({
  find: async (tx, { accountId, externalClaimRef }) => {
    const ofClaim = externalClaimRef ? await findClaimAccountId(tx, externalClaimRef) : null;
    if (externalClaimRef && !ofClaim) return null;
    if (!accountId) return ofClaim;
    return ofClaim && ofClaim !== accountId ? null : exists(tx, accountId);
  },
  markPhoneWrong: async (tx, accountId, phoneNumber) => {
    const wanted = normalizePhone(phoneNumber, (await readClient(tx)).countryCode.slice(0, 2));
    if (!wanted) throw invalid('phoneNumber', 'notPhone');
    let changed = 0;
    for (const { externalDebtorRef, contactPhoneNumber, contactPhoneNumberState } of await listPhones(tx, accountId)) {
      const known = normalizePhone(contactPhoneNumber, (await readClient(tx)).countryCode.slice(0, 2));
      if (known !== wanted || contactPhoneNumberState === 'wrong') continue;
      await setContactState(tx, { accountId, externalDebtorRef, value: contactPhoneNumber, state: 'wrong' }, false);
      changed += 1;
    }
    return changed;
  },
});

async function exists(tx: Tx, accountId: string): Promise<Uuid | null> {
  const [row] = isUuid(accountId)
    ? await tx.sql('select 1 from account where client_id = $1 and account_id = $2', [tx.clientId, accountId])
    : [];
  return row ? accountId : null;
}
