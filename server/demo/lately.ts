/**
 * What happened at the demo's client in the last weeks and still waits for somebody: so that each screen has something to do. Everything
 * goes through the product's own calls, at its own day; the same portfolio gives the same work.
 */
import { Fault } from '../../core/fault.ts';
import type { Uuid } from '../../core/id.ts';
import { BUILT_IN_ROLES, FIXED_ROLE } from '../../core/roles.ts';
import { addDays, type CalendarDate, DAY, instant } from '../../core/time.ts';
import { now } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { type Actor, type Database, inClient, type Tx } from '../platform/tenancy.ts';
import { scheduleBulkAction } from '../services/account/bulk/bulk.logic.ts';
import { advanceBulkAction } from '../services/account/bulk/bulk.run.logic.ts';
import { disputeClaims } from '../services/account/claim/dispute.logic.ts';
import { raiseHelpTask } from '../services/account/task/request.logic.ts';
import { createTask, skipTask } from '../services/account/task/task.logic.ts';
import { setOwnAvailability } from '../services/backoffice/backoffice.user.availability.logic.ts';
import { drainClient } from '../services/cms/cms.delivery.ts';
import { receive, textMessage } from '../services/cms/cms.inbound.logic.ts';
import { saveBankAccount } from '../services/finance/account/account.logic.ts';
import { createInstalmentsPlan } from '../services/finance/agreement/instalments.logic.ts';
import { createPromiseToPay } from '../services/finance/agreement/promise.logic.ts';
import { exportDirectDebits } from '../services/finance/debit/debit.file.logic.ts';
import { planCollection } from '../services/finance/debit/debit.logic.ts';
import { createMandate, SEPA } from '../services/finance/debit/mandate.logic.ts';
import { reviewDirectDebits } from '../services/finance/finance.bank.jobs.ts';
import { limitRoles, requestSettlement } from './approvals.ts';
import { noteCalls } from './calls.ts';
import { proposeChanges } from './proposals.ts';
import { type BankTransaction, importDemoStatement } from './statement.ts';
import { DEMO_GLOBALS } from './templates.ts';
import { DEBTOR_MAILS, DEBTOR_TEXTS, DISPUTES, HELP, IBANS, TASKS, UNKNOWN_SENDER } from './words.ts';
import { startDemoWorkflow } from './workflows.ts';

interface Debtor {
  readonly accountId: Uuid;
  readonly externalClaimRef: string;
  readonly name: string;
  readonly email: string;
  readonly mobile: string;
  readonly locale: string;
  readonly balance: bigint;
}

export interface RecentActivityStage {
  readonly database: Database;
  readonly config: Config;
  readonly clientId: Uuid;
  readonly supervisor: Uuid;
  readonly agents: readonly Uuid[];
}

const CREDITOR_IBAN = 'DE89370400440532013000';
const OWN_MAIL = 'service@nordlicht-energie.example';

/** @returns what is done at the end of each day, told how many days ago it was. */
export function lately({
  database,
  config,
  clientId,
  supervisor,
  agents,
}: RecentActivityStage): (day: CalendarDate, ago: number) => Promise<void> {
  const used = new Set<Uuid>();
  let bankAccountId: Uuid | null = null;
  let exported = false;

  const as = <Result>(actor: Actor, work: (tx: Tx) => Promise<Result>) => inClient(database, clientId, work, { actor });
  const byStaff = <Result>(work: (tx: Tx) => Promise<Result>) => as({ type: 'user', id: supervisor }, work);
  const byDebtor = <Result>({ accountId }: Debtor, work: (tx: Tx) => Promise<Result>) => as({ type: 'debtor', id: accountId }, work);

  /**
   * Debtors who owe something and are in no agreement and no dispute, in the order of their claims: those first that nothing has happened to
   * yet. A small demo has not enough of them for everything, and may have fewer.
   */
  async function take(count: number): Promise<Debtor[]> {
    const rows = await byStaff((tx) =>
      tx.sql<Debtor & Record<string, unknown>>(
        `select distinct on (c.account_id) c.account_id as "accountId", c.external_claim_ref as "externalClaimRef", a.debtor_name as name, a.locale,
           c.balance, e.value as email, m.value as mobile
         from claim c join account a on a.client_id = $1 and a.account_id = c.account_id
         join lateral (select value from contact_point where client_id = $1 and account_id = c.account_id and kind = 'email' order by value limit 1) e on true
         join lateral (select value from contact_point where client_id = $1 and account_id = c.account_id and kind = 'mobile' order by value limit 1) m on true
         where c.client_id = $1 and c.status = 'open' and c.balance > 3000 and c.disputed_at is null and a.debtor_type = 'person' and a.outsourced_claims_count = 0
           and not exists (select from promise_to_pay p where p.client_id = $1 and p.account_id = c.account_id and p.status = 'active')
           and not exists (select from instalments_plan p where p.client_id = $1 and p.account_id = c.account_id and p.status = 'active')
           and not exists (select from direct_debit d where d.client_id = $1 and d.account_id = c.account_id)
         order by c.account_id, c.external_claim_ref`,
        [clientId],
      ),
    );
    const chosen = rows
      .toSorted(
        (a, b) => Number(used.has(a.accountId)) - Number(used.has(b.accountId)) || (a.externalClaimRef < b.externalClaimRef ? -1 : 1),
      )
      .slice(0, count);
    for (const { accountId } of chosen) used.add(accountId);
    return chosen;
  }

  /** A mandate and what is collected under it. */
  async function planDebits(day: CalendarDate, count: number, from: number): Promise<void> {
    for (const [index, debtor] of (await take(count)).entries())
      await byStaff(async (tx) => {
        const { accountId, externalClaimRef, name } = debtor;
        const mandate = await createMandate(
          tx,
          { providerName: SEPA, accountId, holder: name, iban: IBANS[from + index]!, signedOn: addDays(day, -2) },
          'debtor',
        );
        await planCollection(tx, {
          mandateId: mandate.mandateId,
          externalClaimRefs: [externalClaimRef],
          idempotencyKey: `demo:debit:${externalClaimRef}`,
        });
      });
  }

  /** Writes the file for the bank as soon as something can be collected. */
  async function exportWhenReady(): Promise<void> {
    if (bankAccountId === null || exported) return;
    try {
      await byStaff((tx) => exportDirectDebits(tx, bankAccountId!, 'pain.008.001.08', null, supervisor));
      exported = true;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }

  const collected = () =>
    byStaff((tx) =>
      tx.sql<{ id: string; amount: bigint; name: string; status: string }>(
        `select p.end_to_end_id as id, d.amount, a.debtor_name as name, d.status from direct_debit d
         join payment p on p.client_id = $1 and p.payment_id = d.payment_id join account a on a.client_id = $1 and a.account_id = d.account_id
         where d.client_id = $1 and d.status in ('exported', 'settled') order by d.payment_id`,
        [clientId],
      ),
    );

  /** The collections come in. */
  async function bringCollections(day: CalendarDate): Promise<void> {
    const transactions = (await collected()).map(
      ({ id, amount, name }): BankTransaction => ({ amount, name, text: 'SEPA-Lastschrift', endToEndId: id }),
    );
    if (transactions.length > 0) await importDemoStatement(database, clientId, supervisor, CREDITOR_IBAN, day, transactions);
  }

  /** One collection comes back; of the transfers some are certain, some could be several people's, and some are nobody's. */
  async function bringTransfers(day: CalendarDate): Promise<void> {
    const [returned] = (await collected()).filter(({ status }) => status === 'settled');
    const [sure, surely, one, other, short] = await take(5);
    const transactions: BankTransaction[] = [];
    if (returned)
      transactions.push({
        amount: -returned.amount,
        name: returned.name,
        text: 'Rücklastschrift',
        endToEndId: returned.id,
        returnReason: 'AM04',
      });
    for (const each of [sure, surely])
      if (each) transactions.push({ amount: each.balance, name: each.name, text: `Rechnung ${each.externalClaimRef}` });
    if (one && other)
      transactions.push({
        amount: one.balance + other.balance,
        name: `${one.name} und ${other.name}`,
        text: `Strom ${one.externalClaimRef} und ${other.externalClaimRef}`,
      });
    if (short) transactions.push({ amount: short.balance, name: short.name, text: 'Nachzahlung' });
    transactions.push(
      { amount: 8_940n, name: 'Hausverwaltung Lindenhof GmbH', text: 'Allgemeinstrom Treppenhaus' },
      { amount: 15_000n, name: 'K. Vogt', text: 'wie telefonisch besprochen' },
      { amount: -24_750n, name: 'Druckhaus Weser', text: 'Rechnung 20417 Briefpapier' },
    );
    await importDemoStatement(database, clientId, supervisor, CREDITOR_IBAN, day, transactions);
  }

  /** Debtors who promise to pay so many days later, each two days after the one before. */
  async function promise(day: CalendarDate, count: number, inDays: number): Promise<void> {
    for (const [index, debtor] of (await take(count)).entries())
      await byDebtor(debtor, (tx) =>
        createPromiseToPay(tx, {
          externalClaimRef: debtor.externalClaimRef,
          amount: debtor.balance,
          dueDate: addDays(day, inDays + 2 * index),
          requestedBy: 'debtor',
          idempotencyKey: `demo:promise:${debtor.externalClaimRef}`,
        }),
      );
  }

  async function writeMails(): Promise<void> {
    for (const [index, debtor] of (await take(DEBTOR_MAILS.length)).entries()) {
      const { subject, text } = DEBTOR_MAILS[index]![debtor.locale === 'en_US' ? 'en' : 'de'];
      await byDebtor(debtor, (tx) =>
        receive(tx, {
          channel: 'email',
          reference: `<demo-${index}@post.example>`,
          sender: debtor.email,
          recipients: [OWN_MAIL],
          subject,
          text,
          html: null,
          answers: [],
          files: [],
          isAutomatic: false,
          source: Buffer.from(text),
        }),
      );
    }
  }

  async function writeTexts(): Promise<void> {
    for (const [index, debtor] of (await take(DEBTOR_TEXTS.length)).entries())
      await byDebtor(debtor, (tx) =>
        receive(
          tx,
          textMessage(
            { reference: `demo-text-${index}`, sender: debtor.mobile, recipient: DEMO_GLOBALS.phone },
            DEBTOR_TEXTS[index]![debtor.locale === 'en_US' ? 'en' : 'de'],
          ),
        ),
      );
    const { sender, subject, text } = UNKNOWN_SENDER;
    const mail = { channel: 'email', reference: '<demo-stranger@post.example>', sender, subject, text, html: null } as const;
    await as({ type: 'provider', id: 'mail' }, (tx) =>
      receive(tx, { ...mail, recipients: [OWN_MAIL], answers: [], files: [], isAutomatic: false, source: Buffer.from(text) }),
    );
  }

  /** The tasks of a day; those that are put off come back after the present. */
  async function addTasks(ago: number): Promise<void> {
    for (const task of TASKS.filter((each) => each.ago === ago)) {
      const [debtor] = await take(1);
      if (!debtor) return;
      await byStaff(async (tx) => {
        const recipientId = task.agent === undefined ? null : agents[task.agent % agents.length]!;
        const { accountId, externalClaimRef } = debtor;
        const { taskId } = await createTask(
          tx,
          {
            accountId,
            externalClaimRef,
            topicId: task.topicId,
            note: task.note,
            description: task.description,
            dueDateOption: 'inDays',
            dueDateValue: task.dueInDays,
            recipientId,
          },
          supervisor,
        );
        if (task.snoozedDays !== undefined && recipientId)
          await skipTask(tx, taskId, instant(now() + (ago + task.snoozedDays) * DAY), null, recipientId, {
            reason: 'Waits for an answer',
            recipientId,
          });
      });
    }
  }

  async function assignSome(): Promise<void> {
    const accountIds = (await take(6)).map(({ accountId }) => accountId);
    if (accountIds.length === 0) return;
    const { permissions } = BUILT_IN_ROLES.find(({ name }) => name === FIXED_ROLE)!;
    const { bulkActionId } = await byStaff((tx) =>
      scheduleBulkAction(tx, { action: 'assignAccounts', accountIds, params: { userId: agents[0] } }, supervisor, permissions),
    );
    while ((await advanceBulkAction(database, clientId, bulkActionId)) === 'more');
  }

  return async (day, ago) => {
    await addTasks(ago);
    if (ago === 70)
      // Nobody pays these: a plan whose first instalments are missed is broken.
      for (const debtor of await take(2))
        await byDebtor(debtor, (tx) =>
          createInstalmentsPlan(tx, {
            accountId: debtor.accountId,
            externalClaimRefs: [debtor.externalClaimRef],
            interval: 'monthly',
            requestedBy: 'debtor',
            endsAgreements: true,
            idempotencyKey: `demo:missed:${debtor.externalClaimRef}`,
          }),
        );
    if (ago === 34) {
      const bank = {
        name: 'Girokonto',
        holder: 'Nordlicht Energie GmbH',
        iban: CREDITOR_IBAN,
        creditorId: 'DE98ZZZ09999999999',
        isDefault: true,
      };
      ({ bankAccountId } = await byStaff((tx) => saveBankAccount(tx, bank)));
      await planDebits(day, 2, 0);
    }
    if (ago === 12) await planDebits(day, 1, 2);
    if (ago === 34 || ago === 12) {
      await reviewDirectDebits(database, clientId);
      await drainClient(database, clientId, 'email', config);
    }
    if (ago < 34 && ago > 20) await exportWhenReady();
    if (ago === 13) await bringCollections(day);
    // Three that were broken on different days, then two that are due today and the day after tomorrow.
    if (ago === 9) await promise(day, 3, 3);
    if (ago === 3) await promise(day, 2, 3);
    if (ago === 5)
      for (const [index, debtor] of (await take(DISPUTES.length)).entries()) {
        await byDebtor(debtor, (tx) => disputeClaims(tx, debtor.accountId, [debtor.externalClaimRef], { reason: DISPUTES[index]! }));
        if (index === 0) await startDemoWorkflow(database, clientId, supervisor, 'Dispute', debtor.accountId);
      }
    if (ago === 3)
      for (const { accountId } of await take(2)) await startDemoWorkflow(database, clientId, supervisor, 'Hardship', accountId);
    if (ago === 4 || ago === 2) await as({ type: 'user', id: agents[0] ?? supervisor }, (tx) => noteCalls(tx, agents, ago === 4 ? 0 : 1));
    if (ago === 2) await writeMails();
    if (ago === 1) {
      await bringTransfers(day);
      await writeTexts();
      const [debtor] = await take(1);
      if (debtor) await byDebtor(debtor, (tx) => raiseHelpTask(tx, { accountId: debtor.accountId, description: HELP, key: 'demo' }));
      await assignSome();
      for (const agent of agents) await as({ type: 'user', id: agent }, (tx) => setOwnAvailability(tx, agent, { status: 'available' }));
      await byStaff((tx) => limitRoles(tx, supervisor));
      for (const [index, debtor] of (await take(2)).entries()) {
        const agent = agents[index % agents.length];
        if (agent) await as({ type: 'user', id: agent }, (tx) => requestSettlement(tx, agent, debtor, day, index));
      }
      await proposeChanges(as, supervisor, await take(3), day);
    }
  };
}
