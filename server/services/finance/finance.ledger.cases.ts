/** How the cross-client test calls the operations of the ledger. */
import { uuidv7 } from '../../../core/id.ts';
import { addDays, DAY, instant, isoInstant } from '../../../core/time.ts';
import type { Cases, World } from '../../platform/cases.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { clientToday } from './agreement/agreement.logic.ts';
import { createSettlementOffer } from './agreement/settlement.logic.ts';
import { approvalRequest } from './ground/finance.tables.ts';
import { readEntries } from './ground/read.logic.ts';
import { DEFAULT_SETTINGS } from './ground/setting.logic.ts';

/** Adds an offer, and names an entry. */
export async function seedLedger(tx: Tx, world: World): Promise<void> {
  const [accountId, externalClaimRef] = [world.accountId ?? '', world.externalClaimRef ?? ''];
  const today = await clientToday(tx);
  const offer = await createSettlementOffer(tx, {
    accountId,
    externalClaimRefs: [externalClaimRef],
    amount: 25_000n,
    validUntil: addDays(today, 10),
    note: '',
    offeredBy: 'seed',
    idempotencyKey: `seed:${externalClaimRef}`,
  });
  const [entry] = await readEntries(tx, accountId, externalClaimRef);
  const approvalId = uuidv7();
  await tx.db.insert(approvalRequest).values({
    clientId: tx.clientId,
    approvalId,
    accountId,
    kind: 'writeOff',
    act: { kind: 'writeOff', accountId, externalClaimRef, amount: '1.00', description: 'because' },
    claimRefs: [externalClaimRef],
    amount: 100n,
    currency: 'EUR',
    reason: 'because',
    requestedBy: uuidv7(),
    requestedAt: now(),
    idempotencyKey: approvalId,
  });
  Object.assign(world, { settlementOfferId: offer.settlementOfferId, ledgerEntryId: entry?.entryId ?? '', approvalId });
}

const account = (world: World) => ({ clientId: world.clientId, accountId: world.accountId });
const claim = (world: World) => ({ ...account(world), externalClaimRef: world.externalClaimRef });
const booking = (world: World) => ({ ...claim(world), description: 'because', idempotencyKey: uuidv7() });
const plan = (world: World) => ({ clientId: world.clientId, instalmentsPlanId: world.instalmentsPlanId });

export const ledgerCases: Cases['operations'] = {
  explainBalance: claim,
  getTrialBalance: (world) => ({ clientId: world.clientId }),
  getClaimTerms: (world) => ({ clientId: world.clientId, externalClaimRef: world.externalClaimRef }),
  getFinanceSetting: (world) => ({ clientId: world.clientId }),
  getPlanLimits: account,
  getFeeCatalogue: (world) => ({ clientId: world.clientId }),
  previewInstalmentsPlan: (world) => ({ ...account(world), externalClaimRefs: [world.externalClaimRef], interval: 'weekly' }),
  getAccountSettlementOffers: account,
  listApprovals: (world) => ({ clientId: world.clientId, waiting: true }),
  getAccountApprovals: account,
  getOwnLimits: account,
  requestApproval: (world) => ({
    clientId: world.clientId,
    act: { kind: 'writeOff', accountId: world.accountId, externalClaimRef: world.externalClaimRef, amount: '1.00', description: 'because' },
    idempotencyKey: uuidv7(),
  }),
  decideApproval: (world) => ({ clientId: world.clientId, approvalId: world.approvalId, approves: false, note: 'no' }),
  withdrawApproval: (world) => ({ clientId: world.clientId, approvalId: world.approvalId }),
  bookFee: (world) => ({ ...booking(world), amount: '1.00' }),
  bookInterest: claim,
  writeOff: (world) => ({ ...booking(world), amount: '1.00' }),
  correctLedgerEntry: (world) => ({ ...account(world), entryId: world.ledgerEntryId, description: 'because', idempotencyKey: uuidv7() }),
  refundPayment: (world) => ({ ...account(world), paymentId: world.paymentId, description: 'because', idempotencyKey: uuidv7() }),
  setClaimTerms: (world) => ({ clientId: world.clientId, externalClaimRef: world.externalClaimRef }),
  setFinanceSetting: (world) => ({ clientId: world.clientId, settings: DEFAULT_SETTINGS, revision: 0 }),
  replanInstalments: (world) => ({ ...plan(world), interval: 'weekly' }),
  setInstalmentsPlanMandate: (world) => ({ ...plan(world), mandateId: null }),
  createSettlementOffer: (world) => ({
    ...account(world),
    externalClaimRefs: [world.externalClaimRef],
    amount: '250.00',
    validUntil: isoInstant(instant(now() + 5 * DAY)).slice(0, 10),
    idempotencyKey: uuidv7(),
  }),
  acceptSettlementOffer: (world) => ({ clientId: world.clientId, settlementOfferId: world.settlementOfferId }),
  withdrawSettlementOffer: (world) => ({ clientId: world.clientId, settlementOfferId: world.settlementOfferId }),
};
