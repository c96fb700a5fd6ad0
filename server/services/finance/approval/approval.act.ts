/** What may need a second person: write-offs, corrections, refunds and settlements, done in one way whoever asks. */
import { fault, invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { fromDecimal, toDecimal } from '../../../../core/money.ts';
import type { CalendarDate } from '../../../../core/time.ts';
import { COMPONENTS } from '../../../../engine/ledger/allocate.ts';
import { type ApprovalKind, type LimitedKind, limitedAs, limitOf, needsApproval } from '../../../../engine/ledger/approval.ts';
import type { Identity } from '../../../platform/caller.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { createSettlementOffer } from '../agreement/settlement.logic.ts';
import type { SettlementOffer } from '../agreement/settlement.review.ts';
import { optionalAmount, requiredAmount } from '../ground/amount.ts';
import { currencyOf } from '../ground/read.logic.ts';
import { readFinanceSetting } from '../ground/setting.logic.ts';
import { correctLedgerEntry, writeOff } from '../ledger/booking.logic.ts';
import type { LedgerEntry } from '../ledger/ledger.logic.ts';
import { readPayment } from '../payment/payment.read.logic.ts';
import { orderRefund } from '../payment/refund.logic.ts';
import { isPaidBackByProvider } from '../providers/providers.ts';

/** What is to be done, as it was asked for; what a kind does not know is absent. */
export interface LimitedAct {
  readonly kind: ApprovalKind;
  readonly accountId: Uuid;
  /** Why; of a settlement, its note. */
  readonly description: string;
  readonly amount?: string | null;
  readonly externalClaimRef?: string | null;
  readonly externalClaimRefs?: readonly string[] | null;
  readonly entryId?: Uuid | null;
  readonly component?: string | null;
  readonly paymentId?: Uuid | null;
  readonly byHand?: boolean | null;
  readonly valueDate?: CalendarDate | null;
  readonly validUntil?: CalendarDate | null;
}

/** What was done, and what limits look at. */
export interface Done {
  readonly entries: LedgerEntry[];
  readonly offer: SettlementOffer | null;
  /** Minor units that were given up or paid back. */
  readonly amount: bigint;
  readonly currency: string;
  readonly claimRefs: readonly string[];
}

/** Who acts: limits are those of their roles in the client. */
export type Actor = Pick<Identity, 'userId' | 'groups'>;

/** Does it, whatever anybody's limit is. @param key of the booking. @throws Fault as the act itself */
export async function perform(tx: Tx, act: LimitedAct, userId: Uuid, key: string): Promise<Done> {
  const { accountId, description } = act;
  if (act.kind === 'settlement') {
    const offer = await createSettlementOffer(tx, {
      accountId,
      externalClaimRefs: act.externalClaimRefs ?? [],
      amount: await requiredAmount(tx, accountId, act.amount ?? '', 'amount'),
      validUntil: act.validUntil ?? ('' as CalendarDate),
      note: description,
      offeredBy: userId,
      idempotencyKey: key,
    });
    return { entries: [], offer, amount: offer.dueAmount - offer.amount, currency: offer.currency, claimRefs: offer.claimRefs };
  }
  const booking = { accountId, description, valueDate: act.valueDate ?? null, idempotencyKey: key };
  const amount = await optionalAmount(tx, accountId, act.amount, 'amount');
  const entries = await BOOK[act.kind](tx, act, { ...booking, amount });
  const sum = entries.reduce((all, entry) => all + entry.amount, 0n);
  return {
    entries,
    offer: null,
    amount: act.kind === 'refund' ? sum : sum < 0n ? -sum : 0n,
    currency: entries[0]?.currency ?? (await currencyOf(tx, accountId, null)),
    claimRefs: [...new Set(entries.map((entry) => entry.externalClaimRef))],
  };
}

type Wanted = { accountId: Uuid; description: string; valueDate: CalendarDate | null; idempotencyKey: string; amount: bigint | null };

const BOOK: Readonly<Record<Exclude<ApprovalKind, 'settlement'>, (tx: Tx, act: LimitedAct, wanted: Wanted) => Promise<LedgerEntry[]>>> = {
  writeOff: (tx, act, wanted) => writeOff(tx, { ...wanted, externalClaimRef: act.externalClaimRef ?? '' }),
  refund: async (tx, act, wanted) => {
    const payment = await readPayment(tx, act.paymentId ?? '');
    return orderRefund(tx, { ...wanted, paymentId: payment.paymentId }, act.byHand ?? false, isPaidBackByProvider(payment));
  },
  correction: (tx, act, { amount, ...wanted }) => {
    const component = act.component == null ? null : COMPONENTS.find((each) => each === act.component);
    if (component === undefined) throw invalid('component', 'oneOf', { choices: COMPONENTS.join(', ') });
    const right = amount === null && component === null && act.valueDate == null ? null : { amount, component };
    return correctLedgerEntry(tx, { ...wanted, entryId: act.entryId ?? '', right });
  },
};

/** @returns the most that somebody may do alone on an account of this currency, in minor units; null: no limit. */
export async function readLimit(tx: Tx, actor: Actor, kind: LimitedKind, currency: string): Promise<bigint | null> {
  const { settings } = await readFinanceSetting(tx);
  const own = (await readClient(tx)).currency;
  const roles = actor.groups.filter((group) => group.clientId === tx.clientId).map((group) => group.role);
  // A limit in euros says nothing about pounds: there everything that is limited at all waits.
  return limitOf(settings.approvalLimits, roles, kind, (decimal) => (currency === own ? (fromDecimal(decimal, own) ?? 0n) : 0n));
}

/** @throws Fault CONFLICT (amount) when it is more than the actor may do alone; what was done goes back with the transaction */
export async function checkLimit(tx: Tx, actor: Actor, kind: ApprovalKind, { amount, currency }: Done): Promise<void> {
  const limit = await readLimit(tx, actor, limitedAs(kind), currency);
  if (limit === null || !needsApproval(limit, amount)) return;
  throw fault('CONFLICT', 'approvalNeeded', { amount: named(amount, currency), limit: named(limit, currency) }, 'amount');
}

/** Does it within the actor's limit: it is done first, since only then is it known how much it is. @throws Fault as perform and checkLimit */
export async function performWithin(tx: Tx, actor: Actor, act: LimitedAct, key: string): Promise<Done> {
  const done = await perform(tx, act, actor.userId, key);
  await checkLimit(tx, actor, act.kind, done);
  return done;
}

/** An amount with its currency, as a refusal names it. */
export const named = (minor: bigint, currency: string): string => `${toDecimal(minor, currency)} ${currency}`;
