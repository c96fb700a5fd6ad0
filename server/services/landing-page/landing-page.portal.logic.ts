/** What the debtor's page is handed: each function is one transaction of the link's client, with the debtor as its actor. */
import { timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Fault, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import { toLocale } from '../../../core/locale.ts';
import { type CalendarDate, HOUR, type Instant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { appendEvents } from '../../platform/events.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { type DebtorRow, readDebtorClaims, readDebtors } from '../account/account.debtor.logic.ts';
import { disputeClaims } from '../account/account.dispute.logic.ts';
import { raiseDebtorTask } from '../account/account.request.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { clientToday } from '../finance/finance.agreement.logic.ts';
import {
  cancelInstalmentsPlan,
  createInstalmentsPlan,
  firstInstalmentDay,
  INSTALMENT_INTERVALS,
  type InstalmentInterval,
  listAccountPlans,
  planInstalments,
} from '../finance/finance.instalments.logic.ts';
import { findByKey } from '../finance/finance.key.logic.ts';
import { reportSandbox } from '../finance/finance.notice.logic.ts';
import { type Payment, pendingByClaim, readPayment, startPayment } from '../finance/finance.payment.logic.ts';
import {
  activePromises,
  cancelPromiseToPay,
  createPromiseToPay,
  lastPromiseDay,
  listAccountPromises,
} from '../finance/finance.promise.logic.ts';
import { allowedProviders, type PaymentOutcome } from '../finance/finance.provider.logic.ts';
import { readLedger } from '../finance/finance.read.logic.ts';
import { openLink, type PortalSetting, readPortalSetting, type TinyLink } from './landing-page.logic.ts';
import { tinyLink } from './landing-page.tables.ts';

/** How long a link stays locked after too many wrong answers. */
const LOCK_HOURS = 24;

interface Link {
  readonly clientId: Uuid;
  readonly linkId: Uuid;
  readonly accountId: Uuid;
}

/** @returns the functions of the debtor's page, bound to this installation. */
export function portalServices(database: Database, config: Pick<Config, 'secret'>) {
  const asDebtor = <Result>(link: Link, work: (tx: Tx) => Promise<Result>, readOnly = false) =>
    inClient(database, link.clientId, work, { actor: { type: 'debtor', id: null }, readOnly });
  const keyOf = (link: Link, key: string) => `portal:${link.linkId}:${key}`;
  const ownPayment = async (tx: Tx, link: Link, paymentId: Uuid) => {
    const row = isUuid(paymentId) ? await readPayment(tx, paymentId) : null;
    if (row?.accountId !== link.accountId) throw notFound('Payment');
    return row;
  };
  const note = (link: Link, messageType: string) =>
    asDebtor(
      link,
      async (tx) => void (await appendEvents(tx, [{ messageType, accountId: link.accountId, payload: { linkId: link.linkId } }])),
    );

  return {
    findLink: async (address: string) => {
      const link = await openLink(database, address);
      return link && asDebtor(link, (tx) => describeLink(tx, link), true);
    },
    opened: (link: Link) => note(link, 'portalOpened'),
    visited: (link: Link) => note(link, 'portalVisited'),
    confirmIdentity: (link: Link, answer: string) => asDebtor(link, (tx) => confirmIdentity(tx, link, answer)),
    readAccount: (link: Link) => asDebtor(link, (tx) => readPortalAccount(tx, link.accountId), true),
    splitIntoInstalments: planInstalments,
    startPayment: (link: Link, refs: readonly string[], amount: bigint | null, key: string) =>
      asDebtor(link, (tx) => pay(tx, link.accountId, refs, amount, keyOf(link, key), null)),
    startInstalment: (link: Link, planId: Uuid, all: boolean, key: string) =>
      asDebtor(link, async (tx) => {
        const plan = await ownPlan(tx, link, planId);
        const open = plan.instalments.filter((each) => each.paidAmount < each.amount);
        const due = (all ? open : open.slice(0, 1)).reduce((sum, each) => sum + each.amount - each.paidAmount, 0n);
        return pay(tx, link.accountId, plan.claimRefs, due, keyOf(link, key), all ? null : (open[0]?.instalmentId ?? null));
      }),
    findDone: (link: Link, key: string) => asDebtor(link, (tx) => findByKey(tx, keyOf(link, key)), true),
    readPayment: (link: Link, paymentId: Uuid) => asDebtor(link, (tx) => ownPayment(tx, link, paymentId), true),
    reportSandbox: async (link: Link, paymentId: Uuid, outcome: PaymentOutcome) =>
      reportSandbox(database, config, await asDebtor(link, (tx) => ownPayment(tx, link, paymentId), true), outcome),
    promise: (link: Link, refs: readonly string[], dueDate: CalendarDate, key: string) =>
      asDebtor(link, (tx) => promiseAll(tx, link.accountId, refs, dueDate, keyOf(link, key))),
    plan: (link: Link, refs: readonly string[], interval: InstalmentInterval, key: string) =>
      asDebtor(link, async (tx) => {
        const input = {
          accountId: link.accountId,
          externalClaimRefs: refs,
          interval,
          requestedBy: 'debtor',
          idempotencyKey: keyOf(link, key),
        };
        await createInstalmentsPlan(tx, input);
      }),
    endPlan: (link: Link, planId: Uuid) =>
      asDebtor(link, async (tx) => {
        await ownPlan(tx, link, planId);
        await cancelInstalmentsPlan(tx, planId, 'debtor');
      }),
    dispute: (link: Link, refs: readonly string[], text: string, key: string) =>
      asDebtor(link, async (tx) => {
        const about = refs.length === 1 ? (refs[0] ?? null) : null;
        const task = {
          accountId: link.accountId,
          externalClaimRef: about,
          note: `Disputed by the debtor: ${refs.join(', ')}`,
          description: text,
          key: keyOf(link, key),
        };
        if (await raiseDebtorTask(tx, task)) await disputeClaims(tx, link.accountId, refs, text);
      }),
    askForHelp: (link: Link, text: string, key: string) =>
      asDebtor(link, async (tx) => {
        const task = {
          accountId: link.accountId,
          externalClaimRef: null,
          note: 'Asks for help with paying',
          description: text,
          key: keyOf(link, key),
        };
        if (!(await raiseDebtorTask(tx, task))) return;
        await appendEvents(tx, [{ messageType: 'portalHelpRequested', accountId: link.accountId, payload: { text } }]);
      }),
  };
}

async function describeLink(tx: Tx, link: TinyLink) {
  const client = await readClient(tx);
  const { account, debtors } = await readDebtors(tx, link.accountId);
  return {
    clientId: link.clientId,
    linkId: link.linkId,
    accountId: link.accountId,
    clientName: client.name,
    locale: toLocale(account.locale ?? client.defaultLocale),
    isLocked: link.lockedUntil !== null && link.lockedUntil > now(),
    question: questionFor(await readPortalSetting(tx), debtors),
  };
}

/** A field that no debtor of the account has falls back to one that is known: a company has no birthday. */
function questionFor(setting: PortalSetting, debtors: readonly DebtorRow[]): PortalSetting['identityField'] {
  if (setting.identityField === 'none' || setting.identityField === 'externalAccountRef') return setting.identityField;
  if (setting.identityField === 'birthday' && debtors.some((debtor) => debtor.birthday)) return 'birthday';
  return debtors.some((debtor) => plain(debtor.address.postalCode)) ? 'postalCode' : 'externalAccountRef';
}

/** Letters and figures alone, so that "10 119" and "10119" are the same. */
const plain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')
    : '';

function same(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)];
  return b.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}

/** Compares an answer under the link's lock, so that no number of parallel tries beats the limit. A birthday is written YYYY-MM-DD. */
async function confirmIdentity(tx: Tx, link: Link, answer: string) {
  const [row] = await tx.db
    .select()
    .from(tinyLink)
    .where(and(eq(tinyLink.clientId, tx.clientId), eq(tinyLink.linkId, link.linkId)))
    .for('update');
  if (!row) throw notFound('Link');
  if (row.lockedUntil !== null && row.lockedUntil > now()) return { outcome: 'locked' as const, triesLeft: 0 };
  const setting = await readPortalSetting(tx);
  const { account, debtors } = await readDebtors(tx, link.accountId);
  const question = questionFor(setting, debtors);
  const known =
    question === 'externalAccountRef'
      ? [account.externalAccountRef]
      : question === 'birthday'
        ? debtors.map((debtor) => debtor.birthday)
        : debtors.map((debtor) => debtor.address.postalCode);
  const isRight = question === 'none' || known.map((value) => same(plain(answer), plain(value))).includes(true);
  const failedTries = isRight ? 0 : row.failedTries + 1;
  const isLocked = failedTries >= setting.maxTries;
  await tx.db
    .update(tinyLink)
    .set({
      failedTries: isLocked ? 0 : failedTries,
      lockedUntil: isLocked ? ((now() + LOCK_HOURS * HOUR) as Instant) : null,
      openedAt: isRight ? (row.openedAt ?? now()) : row.openedAt,
    })
    .where(and(eq(tinyLink.clientId, tx.clientId), eq(tinyLink.linkId, link.linkId)));
  const triesLeft = isLocked ? 0 : setting.maxTries - failedTries;
  await appendEvents(tx, [
    isRight
      ? { messageType: 'portalIdentityConfirmed', accountId: link.accountId, payload: { linkId: link.linkId, question } }
      : { messageType: 'portalIdentityFailed', accountId: link.accountId, payload: { linkId: link.linkId, question, triesLeft } },
  ]);
  return { outcome: isRight ? ('confirmed' as const) : isLocked ? ('locked' as const) : ('wrong' as const), triesLeft };
}

async function readPortalAccount(tx: Tx, accountId: Uuid) {
  const client = await readClient(tx);
  const { account, debtors } = await readDebtors(tx, accountId);
  const claims = await readDebtorClaims(tx, accountId);
  const entries = await readLedger(tx, accountId);
  const pending = await pendingByClaim(tx, accountId);
  const promises = (await listAccountPromises(tx, accountId)).filter((promise) => promise.status === 'active');
  const plans = (await listAccountPlans(tx, accountId)).filter((plan) => plan.status === 'active');
  const today = await clientToday(tx);
  const main = debtors[0];
  return {
    debtorName: main?.firstName ?? main?.companyName ?? account.debtorName,
    reference: account.externalAccountRef,
    currency: account.currency,
    timezone: client.timezone,
    today,
    lastPromiseDay: await lastPromiseDay(tx),
    firstDay: Object.fromEntries(INSTALMENT_INTERVALS.map((interval) => [interval, firstInstalmentDay(interval, today)])) as Record<
      InstalmentInterval,
      CalendarDate
    >,
    claims: claims.map((claim) => ({
      ref: claim.externalClaimRef,
      title: claim.productName,
      dueDate: claim.dueDate,
      balance: claim.balance,
      pending: pending.get(claim.externalClaimRef) ?? 0n,
      disputedAt: claim.disputedAt,
      canPlan: claim.instalmentsPlanEnabled,
      canPromise: claim.promiseToPayEnabled,
      promisedUntil:
        promises
          .filter((promise) => promise.externalClaimRef === claim.externalClaimRef)
          .map((promise) => promise.dueDate)
          .sort()
          .at(-1) ?? null,
      isPlanned: plans.some((plan) => plan.claimRefs.includes(claim.externalClaimRef)),
      entries: entries.filter((entry) => entry.externalClaimRef === claim.externalClaimRef),
    })),
    plans: plans.map((plan) => ({
      planId: plan.instalmentsPlanId,
      interval: plan.interval,
      amount: plan.amount,
      instalments: plan.instalments,
    })),
  };
}

async function pay(
  tx: Tx,
  accountId: Uuid,
  refs: readonly string[],
  amount: bigint | null,
  idempotencyKey: string,
  instalmentId: Uuid | null,
): Promise<Payment> {
  const provider = allowedProviders()[0];
  if (!provider) throw new Fault('UNAVAILABLE', 'No payment provider is set up');
  return startPayment(tx, {
    accountId,
    externalClaimRefs: refs,
    amount,
    providerName: provider.providerName,
    method: provider.methods[0] ?? 'card',
    idempotencyKey,
    instalmentId,
  });
}

/** Promises all that is due on each claim for one day; it replaces earlier promises on them. */
async function promiseAll(tx: Tx, accountId: Uuid, refs: readonly string[], dueDate: CalendarDate, key: string): Promise<void> {
  const claims = (await readDebtorClaims(tx, accountId)).filter((claim) => refs.includes(claim.externalClaimRef));
  if (refs.length === 0 || claims.length < new Set(refs).size) throw notFound('Claim');
  for (const claim of claims) {
    const idempotencyKey = `${key}:${claim.externalClaimRef}`;
    for (const promise of await activePromises(tx, claim.externalClaimRef)) {
      if (promise.idempotencyKey !== idempotencyKey) await cancelPromiseToPay(tx, promise.promiseToPayId, 'replaced');
    }
    await createPromiseToPay(tx, {
      externalClaimRef: claim.externalClaimRef,
      amount: claim.balance,
      dueDate,
      requestedBy: 'debtor',
      idempotencyKey,
    });
  }
}

async function ownPlan(tx: Tx, link: Link, planId: Uuid) {
  const plan = (await listAccountPlans(tx, link.accountId)).find((each) => each.instalmentsPlanId === planId);
  if (!plan) throw notFound('Plan');
  return plan;
}
