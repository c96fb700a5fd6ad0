/** Commissions follow the log from behind: whoever books a payment doesn't wait for them. */
import { defineFollower } from '../../../platform/follow.ts';
import { COMMISSIONS } from '../ground/partner.logic.ts';
import { reckonAccounts } from './reckon.logic.ts';

/** Kinds of entries that money is. */
const MONEY = ['payment', 'refund', 'chargeback', 'correction'];

defineFollower({
  name: COMMISSIONS,
  // Every booking tells of itself but those of an import, whose payments do.
  types: ['ledgerEntryBooked', 'paymentSettled', 'claimOutsourced', 'claimRecalled', 'claimResolved'],
  wants: async (tx) => {
    const [row] = await tx.prepared('select 1 from partner where client_id = $1 limit 1', [tx.clientId]);
    return row ? ['ledgerEntryBooked', 'paymentSettled', 'claimOutsourced', 'claimRecalled', 'claimResolved'] : [];
  },
  run: async (tx, events) => {
    const own = events.filter(({ messageType, payload }) => messageType !== 'ledgerEntryBooked' || MONEY.includes(String(payload.kind)));
    await reckonAccounts(tx, [...new Set(own.flatMap(({ accountId }) => accountId ?? []))]);
  },
});
