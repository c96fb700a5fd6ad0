/** What the debtor's page is handed: each function is one transaction of the link's client, with the debtor as its actor. */
import type { PagePart } from '../../../blocks/page/start.ts';
import { fault, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import { type CalendarDate, DAY } from '../../../core/time.ts';
import { type Interval, planParts } from '../../../engine/ledger/plan.ts';
import { spread } from '../../../engine/ledger/spread.ts';
import { now } from '../../platform/clock.ts';
import { addressKey, Rate } from '../../platform/edge/rates.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import { printPdf } from '../../platform/pdf.ts';
import { settle } from '../../platform/settled.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { readDebtorClaims } from '../account/debtor/debtor.logic.ts';
import { raiseHelpTask } from '../account/task/request.logic.ts';
import { readStyle } from '../cms/cms.landing.look.logic.ts';
import { endPromises } from '../finance/agreement/ending.logic.ts';
import { cancelInstalmentsPlan, createInstalmentsPlan, listAccountPlans } from '../finance/agreement/instalments.logic.ts';
import { activePromises, createPromise } from '../finance/agreement/promise.logic.ts';
import { acceptSettlementOffer } from '../finance/agreement/settlement.logic.ts';
import { writeBalance } from '../finance/explain/balance.logic.ts';
import { explainBalance } from '../finance/explain/explain.logic.ts';
import { findByKey } from '../finance/ground/key.logic.ts';
import { readPayment } from '../finance/payment/payment.read.logic.ts';
import { type PaymentOutcome, SANDBOX } from '../finance/payment/provider.logic.ts';
import { checkoutOf } from '../finance/providers/stripe.logic.ts';
import { reportSandbox } from '../finance/providers/webhook.logic.ts';
import { forDebtors, livingOffers, type PageConfig, readPortalAccount } from './landing-page.account.logic.ts';
import { countAction, firstThisHour, isFirstToday } from './landing-page.bound.logic.ts';
import { type ToldBudget, tellBudget } from './landing-page.budget.logic.ts';
import { dispute, keepingFiles, type PortalUpload } from './landing-page.dispute.logic.ts';
import { clientAt } from './landing-page.domain.home.ts';
import { openAddress } from './landing-page.domain.logic.ts';
import { leaveMessage, requestCall } from './landing-page.feedback.logic.ts';
import { confirmIdentity, describeCreditor, describeLink, type Link } from './landing-page.identity.logic.ts';
import { countOpening, findLink, linkStatus, openLink } from './landing-page.logic.ts';
import { type MandateRequest, signMandate } from './landing-page.mandate.logic.ts';
import { listDebtorFiles, openDebtorFile, readDraftPage, readLinkPage, readOpenPage } from './landing-page.page.logic.ts';
import { refuseOutsourced } from './landing-page.partner.logic.ts';
import { pay, type Wanted } from './landing-page.paying.logic.ts';
import { beginPreview } from './landing-page.preview.logic.ts';
import { askForLink, renewLink } from './landing-page.renewal.logic.ts';
import { type Due, shownNotes } from './landing-page.shown.logic.ts';

/** New links that one network address may ask for in an hour: a carrier's customers may share it. */
const RENEWALS_AN_HOUR = 30;

/** @returns the functions of the debtor's page, bound to this installation. */
export function portalServices(database: Database, config: PageConfig) {
  const asDebtor = async <Result>(link: Link, work: (tx: Tx) => Promise<Result>, readOnly = false): Promise<Result> => {
    // Whatever a page forgets: staff who look at it change nothing.
    if (!readOnly) refuseViewer(link);
    return inClient(database, link.clientId, work, { actor: { type: 'debtor', id: null }, readOnly, byKeys: readOnly });
  };
  const keyOf = (link: Link, key: string) => `portal:${link.linkId}:${key}`;
  const ownPayment = async (tx: Tx, link: Link, paymentId: Uuid) => {
    const row = isUuid(paymentId) ? await readPayment(tx, paymentId) : null;
    if (row?.accountId !== link.accountId) throw notFound('paymentNotFound');
    return row;
  };
  const notes = shownNotes();
  /** Clients without a way to pay that this process has noted, by day. */
  const missing = new Map<Uuid, number>();
  const renewals = new Rate(RENEWALS_AN_HOUR / 60, { atOnce: RENEWALS_AN_HOUR });
  /** Notes what happened on a page, all in one transaction. */
  const note = async (link: Link, seen: readonly Sighting[], due: Due | null = null) => {
    if (seen.length === 0 && !due) return;
    await asDebtor(link, async (tx) => {
      await due?.save(tx);
      if (seen.includes('portalOpened')) await countOpening(tx, link.linkId);
      const first = await firstThisHour(tx, link.accountId, seen, link.linkId);
      await appendEvents(
        tx,
        first.map((messageType): NewEvent => ({ messageType, accountId: link.accountId, payload: { linkId: link.linkId } })),
      );
    });
    due?.remember();
  };
  /** Administrators hear of it (notifications.reactions.ts): the debtor can only ask for help. */
  const noteNoWay = async (link: Link, currency: string) => {
    const day = Math.floor(now() / DAY);
    if (missing.get(link.clientId) === day) return;
    await asDebtor(link, async (tx) => {
      if (!(await isFirstToday(tx, link.accountId, 'paymentWayMissing'))) return;
      await appendEvents(tx, [{ messageType: 'paymentWayMissing', payload: { currency } }]);
    });
    missing.set(link.clientId, day);
  };
  const payOnce = async (tx: Tx, link: Link, wanted: Omit<Wanted, 'key'>, key: string) => {
    await refuseOutsourced(tx, wanted.refs);
    await countAction(tx, link.accountId, 'payment', keyOf(link, key));
    return pay(tx, config, link.accountId, { ...wanted, key: keyOf(link, key) });
  };

  return {
    findLink: (address: string) => openLink(database, address, describeLink),
    findEnded: async (address: string) => {
      const link = await findLink(database, address);
      // A view of staff offers nothing to a debtor when it has ended.
      return link && link.viewerId === null ? asDebtor(link, describeCreditor, true) : null;
    },
    renewLink: async (address: string, typed: string, from: string) => {
      if (renewals.take(addressKey(from)) > 0) return 'tooMany';
      const link = await findLink(database, address);
      if (!link || link.viewerId !== null) return 'unknown';
      if (['active', 'locked'].includes(linkStatus(link))) return 'living';
      return (await asDebtor(link, (tx) => renewLink(tx, link.accountId, typed))) ? 'taken' : 'tooMany';
    },
    beginPreview: async (link: Link) =>
      inClient(database, link.clientId, (tx) => beginPreview(tx, link), { actor: { type: 'user', id: link.viewerId } }),
    opened: (link: Link) => note(link, ['portalOpened']),
    visited: (link: Link) => note(link, ['portalVisited']),
    confirmIdentity: (link: Link, answer: string) => asDebtor(link, (tx) => confirmIdentity(tx, link, answer)),
    readAccount: (link: Link) => asDebtor(link, (tx) => readPortalAccount(tx, config, link.accountId), true),
    readHome: async (link: Link, locale: Locale, path: string, seen: readonly Sighting[]) => {
      const read = async (tx: Tx) => {
        await settle(tx);
        return Promise.all([readPortalAccount(tx, config, link.accountId), readLinkPage(tx, link, 'home', locale, path)]);
      };
      const [account, page] = await asDebtor(link, read, true).catch(async (error: unknown) => {
        await note(link, seen);
        throw error;
      });
      // What staff look at was shown to no debtor.
      if (link.viewerId === null) {
        await note(link, seen, notes.due(page, { accountId: link.accountId, locale }));
        const owes = account.claims.some((claim) => claim.balance > claim.pending);
        if (owes && account.providers.length === 0 && account.transfer === null) await noteNoWay(link, account.currency);
      }
      return { account, page: shownPage(page) };
    },
    readPage: async (link: Link, part: 'identity' | 'home', locale: Locale, path: string) =>
      shownPage(await asDebtor(link, (tx) => readLinkPage(tx, link, part, locale, path), true)),
    findClientAt: (hostname: string) => clientAt(database, config, hostname),
    readClientPage: async (clientId: string, locale: Locale) => {
      if (!isUuid(clientId)) return null;
      const read = async (tx: Tx) => {
        await settle(tx);
        return readOpenPage(tx, locale);
      };
      const shown = await inClient(database, clientId, read, { readOnly: true, byKeys: true });
      const due = shown && notes.due({ chosen: shown.chosen, look: shown.shownWith }, null);
      if (due) await inClient(database, clientId, due.save, { actor: { type: 'debtor', id: null } });
      due?.remember();
      return shown;
    },
    readDraft: async (clientId: string, code: string, part: PagePart, locale: Locale) =>
      isUuid(clientId) ? inClient(database, clientId, (tx) => readDraftPage(tx, code, part, locale), { readOnly: true }) : null,
    askForLink: async (clientId: string, typed: string, from: string) => {
      if (!isUuid(clientId) || renewals.take(addressKey(from)) > 0) return false;
      await inClient(database, clientId, (tx) => askForLink(tx, typed), { actor: { type: 'debtor', id: null } });
      return true;
    },
    readStyle: async (clientId: string, wanted: string) =>
      isUuid(clientId) ? inClient(database, clientId, (tx) => readStyle(tx, wanted), { readOnly: true }) : null,
    listFiles: (link: Link, documentTypes: readonly string[]) =>
      asDebtor(link, (tx) => listDebtorFiles(tx, link.accountId, documentTypes), true),
    openFile: (link: Link, fileId: string, documentTypes: readonly string[]) =>
      asDebtor(link, (tx) => openDebtorFile(tx, link.accountId, fileId, documentTypes), true),
    planParts,
    spread: (claims: readonly { ref: string; dueDate: CalendarDate | null; payable: bigint }[], amount: bigint) =>
      spread(
        claims.map(({ ref, dueDate, payable }) => ({ externalClaimRef: ref, dueDate, balance: payable })),
        amount,
      ),
    startPayment: (link: Link, refs: readonly string[], amount: bigint | null, provider: string, key: string) =>
      asDebtor(link, (tx) => payOnce(tx, link, { refs, amount, provider }, key)),
    startInstalment: (link: Link, planId: Uuid, all: boolean, provider: string, key: string) =>
      asDebtor(link, async (tx) => {
        const plan = await ownPlan(tx, link, planId);
        const open = plan.instalments.filter((each) => each.paidAmount < each.amount);
        const amount = (all ? open : open.slice(0, 1)).reduce((sum, each) => sum + each.amount - each.paidAmount, 0n);
        const instalmentId = all ? null : (open[0]?.instalmentId ?? null);
        return payOnce(tx, link, { refs: plan.claimRefs, amount, provider, instalmentId }, key);
      }),
    findDone: (link: Link, key: string) => asDebtor(link, (tx) => findByKey(tx, keyOf(link, key)), true),
    readPayment: (link: Link, paymentId: Uuid) => asDebtor(link, (tx) => ownPayment(tx, link, paymentId), true),
    checkout: async (link: Link, paymentId: Uuid, back: { success: string; cancel: string; domain: string }) => {
      refuseViewer(link);
      // Back to where the session is: it belongs to one domain.
      const address = await asDebtor(
        link,
        async (tx) => {
          await ownPayment(tx, link, paymentId);
          return openAddress(tx, config, back.domain);
        },
        true,
      );
      const urls = { success: `${address}${back.success}`, cancel: `${address}${back.cancel}` };
      return checkoutOf(database, link.clientId, paymentId, urls);
    },
    reportSandbox: async (link: Link, paymentId: Uuid, outcome: PaymentOutcome) => {
      refuseViewer(link);
      const payment = await asDebtor(link, (tx) => ownPayment(tx, link, paymentId), true);
      if (payment.providerName !== SANDBOX.providerName) throw fault('CONFLICT', 'sandboxOnly');
      return reportSandbox(database, payment, outcome);
    },
    promise: (link: Link, refs: readonly string[], dueDate: CalendarDate, key: string) =>
      asDebtor(link, async (tx) => {
        await refuseOutsourced(tx, refs);
        await countAction(tx, link.accountId, 'promise', keyOf(link, key));
        await promiseAll(tx, link.accountId, refs, dueDate, keyOf(link, key));
      }),
    plan: (
      link: Link,
      refs: readonly string[],
      wish: { interval: Interval; parts: number; downPayment: bigint },
      amount: bigint,
      key: string,
    ) =>
      asDebtor(link, async (tx) => {
        await refuseOutsourced(tx, refs);
        await countAction(tx, link.accountId, 'plan', keyOf(link, key));
        const plan = await createInstalmentsPlan(tx, {
          ...wish,
          accountId: link.accountId,
          externalClaimRefs: refs,
          requestedBy: 'debtor',
          endsAgreements: true,
          idempotencyKey: keyOf(link, key),
        });
        if (plan.amount !== amount) throw fault('CONFLICT', 'sumChanged');
      }),
    giveMandate: (link: Link, planId: Uuid, wish: MandateRequest, key: string) =>
      asDebtor(link, async (tx) => signMandate(tx, await ownPlan(tx, link, planId), wish, keyOf(link, key))),
    endPlan: (link: Link, planId: Uuid) =>
      asDebtor(link, async (tx) => {
        await ownPlan(tx, link, planId);
        await cancelInstalmentsPlan(tx, planId, 'debtor');
      }),
    readBalance: (link: Link, asOf: CalendarDate | null) =>
      asDebtor(
        link,
        async (tx) => {
          const balance = await explainBalance(tx, link.accountId, null, asOf, 'valueDate');
          return { ...balance, lines: balance.lines.map((line) => ({ ...line, entry: forDebtors(line.entry) })) };
        },
        true,
      ),
    printBalance: async (link: Link, asOf: CalendarDate | null, locale: Locale) => {
      const wish = { accountId: link.accountId, externalClaimRef: null, asOf, by: 'valueDate', locale };
      if (link.viewerId === null) await asDebtor(link, (tx) => countAction(tx, link.accountId, 'print', uuidv7()));
      return printPdf(await asDebtor(link, (tx) => writeBalance(tx, wish), true));
    },
    acceptOffer: (link: Link, offerId: Uuid) =>
      asDebtor(link, async (tx) => {
        await refuseOutsourced(tx, (await ownOffer(tx, link, offerId)).claimRefs);
        await acceptSettlementOffer(tx, offerId, true);
      }),
    payOffer: (link: Link, offerId: Uuid, provider: string, key: string) =>
      asDebtor(link, async (tx) => {
        await ownOffer(tx, link, offerId);
        const offer = await acceptSettlementOffer(tx, offerId, true);
        const amount = offer.amount - offer.paidAmount;
        return payOnce(tx, link, { refs: offer.claimRefs, amount, provider }, key);
      }),
    dispute: async (link: Link, refs: readonly string[], text: string, key: string, files: readonly PortalUpload[] = []) => {
      // Those that are refused in the end count too: each was looked through.
      if (files.length > 0) await asDebtor(link, (tx) => countAction(tx, link.accountId, 'upload', uuidv7()));
      return keepingFiles(link.clientId, (kept) =>
        asDebtor(link, (tx) => dispute(tx, link.accountId, { refs, text, key: keyOf(link, key), files }, kept)),
      );
    },
    askForCall: (link: Link, wish: { day: string; time: string; phone: string | null }, key: string) =>
      asDebtor(link, async (tx) => {
        if (await countAction(tx, link.accountId, 'call', keyOf(link, key))) await requestCall(tx, link.accountId, wish, keyOf(link, key));
      }),
    tellBudget: (link: Link, told: ToldBudget, key: string) =>
      asDebtor(link, async (tx) => {
        if (await countAction(tx, link.accountId, 'budget', keyOf(link, key))) await tellBudget(tx, link.accountId, told);
      }),
    leaveMessage: (link: Link, text: string, key: string) =>
      asDebtor(link, async (tx) => {
        if (await countAction(tx, link.accountId, 'message', keyOf(link, key)))
          await leaveMessage(tx, link.accountId, text, keyOf(link, key));
      }),
    askForHelp: (link: Link, text: string, key: string) =>
      asDebtor(link, async (tx) => {
        const task = { accountId: link.accountId, description: text, key: keyOf(link, key) };
        if (!(await countAction(tx, link.accountId, 'help', task.key))) return 'known';
        const outcome = await raiseHelpTask(tx, task);
        await appendEvents(tx, [{ messageType: 'portalHelpRequested', accountId: link.accountId, payload: { text } }]);
        return outcome;
      }),
  };
}

/** What happens on a page before anything is done there. */
type Sighting = 'portalOpened' | 'portalVisited';

function shownPage({ chosen, nodes }: Awaited<ReturnType<typeof readLinkPage>>) {
  const { siteTitle: title, faviconPath: favicon } = chosen.content;
  return { nodes, title, favicon };
}

/** @throws Fault FORBIDDEN for staff who look at the page */
function refuseViewer(link: Link): void {
  if (link.viewerId !== null) throw fault('FORBIDDEN', 'previewOnly');
}

/** Promises all that is due on each claim for one day; it replaces earlier promises on them. */
async function promiseAll(tx: Tx, accountId: Uuid, refs: readonly string[], dueDate: CalendarDate, key: string): Promise<void> {
  const claims = (await readDebtorClaims(tx, accountId)).filter((claim) => refs.includes(claim.externalClaimRef));
  if (refs.length === 0 || claims.length < new Set(refs).size) throw notFound('claimNotFound');
  const mine = new Set(claims.map((claim) => `${key}:${claim.externalClaimRef}`));
  const earlier = await activePromises(
    tx,
    claims.map((claim) => claim.externalClaimRef),
  );
  await endPromises(
    tx,
    earlier.filter((promise) => !mine.has(promise.idempotencyKey)),
    'replaced',
  );
  await createPromise(
    tx,
    { dueDate, requestedBy: 'debtor', idempotencyKey: key },
    claims.map((claim) => ({ externalClaimRef: claim.externalClaimRef, amount: claim.balance })),
  );
}

/** @throws Fault NOT_FOUND when it is not the account's, or may not be accepted here */
async function ownOffer(tx: Tx, link: Link, offerId: Uuid) {
  const offer = (await livingOffers(tx, link.accountId)).find((each) => each.settlementOfferId === offerId);
  if (!offer) throw notFound('offerNotFound');
  return offer;
}

async function ownPlan(tx: Tx, link: Link, planId: Uuid) {
  const plan = (await listAccountPlans(tx, link.accountId)).find((each) => each.instalmentsPlanId === planId);
  if (!plan) throw notFound('planNotFound');
  return plan;
}
