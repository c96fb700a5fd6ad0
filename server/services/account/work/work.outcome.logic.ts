/** What came of an account: resolution, note and what follows are kept together or not at all, and the next account comes with the answer. */
import { collectFaults } from '../../../../core/collectFaults.ts';
import { outcomesOf } from '../../../../core/contactOutcomes.ts';
import { dueDateOf } from '../../../../core/dueDates.ts';
import { Fault, fault, invalid, missingPermission } from '../../../../core/fault.ts';
import { holds, type Permission } from '../../../../core/holds.ts';
import type { Uuid } from '../../../../core/id.ts';
import { fromDecimal } from '../../../../core/money.ts';
import { addDays, type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { addWorkingDays } from '../../../../core/workdays.ts';
import { DISPUTE_REASONS, REFUSAL_REASONS, WORK_OUTCOMES, type WorkOutcome } from '../../../../core/workOutcomes.ts';
import { at as moment } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { createPromise, type PromisePart } from '../../finance/agreement/promise.logic.ts';
import { listPromisable } from '../../finance/facts/work.logic.ts';
import { addNote } from '../../notes/notes.logic.ts';
import { MOST_INFORMATION, saveResolution, workContact } from '../../operations/operations.resolution.logic.ts';
import { disputeClaims } from '../claim/dispute.logic.ts';
import { noteCommunications } from '../claim/effects.logic.ts';
import { setContactState } from '../contact/contact.logic.ts';
import { readToday } from '../task/task.due.logic.ts';
import { createTask, resolveTask, skipTask } from '../task/task.logic.ts';
import { readTask } from '../task/task.row.logic.ts';
import { finish, lockWork, type NextWork, readDay, requireHeld, takeNextWork, type WorkRow } from './work.logic.ts';
import { checkRightParty } from './work.party.logic.ts';

/** Working days for which an account rests whose debtor refuses to pay. */
const REFUSAL_REST = 5;
/** How far ahead an account may be put off. */
const MOST_DAYS = 366;

/** What the collector says; which of it is needed, core/workOutcomes.ts says. */
export interface OutcomeInput {
  readonly outcome: string;
  readonly amount?: string | null;
  readonly dueDate?: CalendarDate | null;
  /** The number that is wrong. */
  readonly phone?: { readonly externalDebtorRef: string; readonly contactPhoneNumber: string } | null;
  readonly reason?: string | null;
  /** What the follow-up task says. */
  readonly taskNote?: string | null;
  readonly note?: string | null;
  readonly communicationMethod?: string | null;
  /** What the debtor told on the telephone (core/rightParty.ts). */
  readonly rightParty?: readonly string[] | null;
}

/** What was made with an outcome and what was there before: enough to take it back (work/work.undo.logic.ts). */
export interface Made {
  readonly promiseIds?: readonly Uuid[];
  readonly taskId?: Uuid;
  readonly contact?: { readonly externalDebtorRef: string; readonly value: string; readonly from: string };
  readonly disputed?: string;
  /** What became of the task that the account came with. */
  readonly task?: 'resolved' | 'put off';
}

interface Followed {
  readonly made: Made;
  readonly promised?: { readonly amount: bigint; readonly currency: string };
  /** Nobody gets the account before this day. */
  readonly restUntil?: CalendarDate;
  readonly delinquencyReason?: string;
  /** Facts for the event. */
  readonly told?: Record<string, unknown>;
}

/**
 * Keeps an outcome with all that follows from it, and brings the next account. @param key the same press sent again changes nothing more.
 * @throws Fault NOT_FOUND, FORBIDDEN, CONFLICT when the account is somebody else's by now, INVALID_INPUT naming the field
 */
export async function completeWork(
  tx: Tx,
  workItemId: Uuid,
  input: OutcomeInput,
  key: string,
  userId: Uuid,
  permissions: readonly Permission[],
  includeBlocked = false,
): Promise<NextWork> {
  const before = await lockWork(tx, workItemId, userId);
  if (before.status === 'done' && before.idempotency_key === key) return takeNextWork(tx, userId, includeBlocked);
  const row = await requireHeld(tx, workItemId, userId);
  const outcome = WORK_OUTCOMES.find((each) => each.name === input.outcome);
  if (!outcome) throw invalid('outcome.outcome', 'oneOf', { choices: WORK_OUTCOMES.map((each) => each.name).join(', ') });
  mayDo(outcome, permissions);
  const method = input.communicationMethod ?? 'phoneCall';
  const note = input.note?.trim() ?? '';
  const { rightParty, followed } = await collectFaults(async (check) => ({
    rightParty: (await check(() => checkRightParty(tx, row.account_id, outcome, method, input.rightParty ?? [])))!,
    followed: (await check(() => FOLLOW[outcome.detail](tx, row, input, userId, `${userId}:${key}`)))!,
    note: check(() => {
      if (note.length > MOST_INFORMATION)
        throw invalid('outcome.note', 'atMostCharacters', { number: MOST_INFORMATION.toLocaleString('en') });
    }),
  }));
  const resolved = await keepResolution(
    tx,
    row,
    outcome,
    { method, rightParty, note, delinquencyReason: followed.delinquencyReason },
    userId,
  );
  if (note) await addNote(tx, { accountId: row.account_id, text: note }, userId);
  const { zone } = await readDay(tx);
  const notBefore = followed.restUntil ? moment(followed.restUntil, { hour: 0, minute: 0 }, zone) : null;
  const task = await endTask(tx, row, outcome, notBefore, userId);
  if (outcome.detail !== 'number') await noteCommunications(tx, [{ accountId: row.account_id, emitTime: now() }]);
  const made: Made = { ...followed.made, ...(task ? { task } : {}) };
  await finish(tx, row, 'done', {
    outcome: outcome.name,
    not_before: notBefore === null ? null : isoInstant(notBefore),
    promised_amount: followed.promised?.amount ?? 0n,
    currency: followed.promised?.currency ?? null,
    made: JSON.stringify(made),
    idempotency_key: key,
  });
  await appendEvents(tx, [
    {
      messageType: 'workCompleted',
      accountId: row.account_id,
      payload: {
        workItemId,
        outcome: outcome.name,
        resolution: outcome.resolution,
        resolved,
        restUntil: followed.restUntil ?? null,
        ...(rightParty.length > 0 ? { rightParty } : {}),
        ...followed.told,
      },
    },
  ]);
  return takeNextWork(tx, userId, includeBlocked);
}

/** What an outcome needs besides operations/saveResolution. */
const RIGHTS: Readonly<Partial<Record<WorkOutcome['detail'], readonly [domain: string, action: string]>>> = {
  promise: ['operations', 'createPromiseToPay'],
  callBack: ['account-task', 'createTask'],
  number: ['account', 'editAccount'],
  dispute: ['account', 'editClaim'],
};

function mayDo(outcome: WorkOutcome, permissions: readonly Permission[]): void {
  const right = RIGHTS[outcome.detail];
  if (right && !holds(permissions, ...right)) throw missingPermission(right.join('/'));
}

type Follow = (tx: Tx, row: WorkRow, input: OutcomeInput, userId: Uuid, key: string) => Promise<Followed>;

const FOLLOW: Readonly<Record<WorkOutcome['detail'], Follow>> = {
  promise: keepPromise,
  retry: async (tx, _, input) => {
    const restUntil = await dayOf(tx, input);
    return { made: {}, restUntil };
  },
  callBack: async (tx, row, input, userId) => {
    const { dueDate, note } = await collectFaults(async (check) => ({
      dueDate: (await check(() => dayOf(tx, input)))!,
      note: check(() => taskNoteOf(input))!,
    }));
    const task = await createTask(tx, { accountId: row.account_id, note, dueDate, recipientId: userId }, userId);
    return { made: { taskId: task.taskId }, told: { dueDate } };
  },
  number: async (tx, row, { phone }) => {
    if (!phone) throw invalid('outcome.phone', 'workNumber');
    const { externalDebtorRef, contactPhoneNumber: value } = phone;
    const [known] = await tx.sql<{ state: string }>(
      `select p.state from contact_point p join debtor d on d.client_id = p.client_id and d.account_id = p.account_id and d.debtor_id = p.debtor_id
       where p.client_id = $1 and p.account_id = $2 and d.external_debtor_ref = $3 and p.kind <> 'email' and p.value = $4`,
      [tx.clientId, row.account_id, externalDebtorRef, value],
    );
    await setContactState(tx, { accountId: row.account_id, externalDebtorRef, value, state: 'wrong' }, false);
    return { made: { contact: { externalDebtorRef, value, from: known?.state ?? 'unknown' } } };
  },
  reason: async (tx, _, { reason }) => {
    const delinquencyReason = REFUSAL_REASONS.find((each) => each === (reason ?? REFUSAL_REASONS[0]));
    if (!delinquencyReason) throw invalid('outcome.reason', 'oneOf', { choices: REFUSAL_REASONS.join(', ') });
    const { today, isFree } = await readToday(tx);
    return { made: {}, delinquencyReason, restUntil: addWorkingDays(today, REFUSAL_REST, isFree) };
  },
  dispute: async (tx, row, { reason }) => {
    const known = DISPUTE_REASONS.find((each) => each === (reason ?? DISPUTE_REASONS[0]));
    if (!known) throw invalid('outcome.reason', 'oneOf', { choices: DISPUTE_REASONS.join(', ') });
    const [claim] = await tx.sql<{ external_claim_ref: string; disputed: boolean }>(
      `select external_claim_ref, disputed_at is not null as disputed from claim
       where client_id = $1 and account_id = $2 and status = 'open' order by disputed_at is not null, due_date nulls last, external_claim_ref limit 1`,
      [tx.clientId, row.account_id],
    );
    if (!claim) throw fault('CONFLICT', 'workNoClaim');
    await disputeClaims(tx, row.account_id, [claim.external_claim_ref], { reasonKey: known });
    return { made: claim.disputed ? {} : { disputed: claim.external_claim_ref }, told: { disputeReason: known } };
  },
};

/** @throws Fault INVALID_INPUT (outcome.taskNote) */
function taskNoteOf({ taskNote }: OutcomeInput): string {
  const note = taskNote?.trim();
  if (!note) throw invalid('outcome.taskNote', 'taskNeedsNote');
  return note;
}

/** Promises a sum over the account's claims, the one that is due longest first. */
async function keepPromise(tx: Tx, row: WorkRow, input: OutcomeInput, userId: Uuid, key: string): Promise<Followed> {
  const claims = await listPromisable(tx, row.account_id);
  const [first] = claims;
  if (!first) throw fault('CONFLICT', 'workNoPromise');
  const { currency } = first;
  const open = claims.reduce((sum, claim) => sum + claim.amount, 0n);
  const { dueDate, amount } = collectFaults((check) => ({
    dueDate: check(() => promisedDayOf(input))!,
    amount: check(() => promisedAmountOf(input, open, currency))!,
  }));
  const parts: PromisePart[] = [];
  let rest = amount;
  for (const claim of claims) {
    if (rest === 0n) break;
    const part = rest < claim.amount ? rest : claim.amount;
    parts.push({ externalClaimRef: claim.externalClaimRef, amount: part });
    rest -= part;
  }
  const made = await asOutcome(() => createPromise(tx, { dueDate, requestedBy: userId, idempotencyKey: `work:${key}` }, parts));
  const promiseIds = made.map((part) => part.promiseToPayId);
  return { made: { promiseIds }, promised: { amount, currency } };
}

/** @throws Fault INVALID_INPUT (outcome.dueDate) */
function promisedDayOf({ dueDate }: OutcomeInput): CalendarDate {
  if (!dueDate) throw invalid('outcome.dueDate', 'dueDayMissing');
  return dueDate;
}

/** @param open what is open on the claims, which is promised when nothing is named. @throws Fault INVALID_INPUT (outcome.amount) */
function promisedAmountOf({ amount: text }: OutcomeInput, open: bigint, currency: string): bigint {
  const amount = text == null ? open : fromDecimal(text, currency);
  if (amount === null || amount <= 0n) throw invalid('outcome.amount', 'amountZero');
  if (amount > open) throw invalid('outcome.amount', 'amountMost');
  return amount;
}

/** A refusal of a field is about the field of the outcome. */
async function asOutcome<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Fault && error.field !== undefined) {
      const inOutcome = (field: string) => `outcome.${field}`;
      const fields = error.fields?.map((each) => ({ ...each, field: inOutcome(each.field) }));
      throw new Fault(error.code, error.words, inOutcome(error.field), fields);
    }
    throw error;
  }
}

/** The day that was chosen; the next working day when none was. @throws Fault INVALID_INPUT for a day that has passed or lies too far ahead */
async function dayOf(tx: Tx, { dueDate }: OutcomeInput): Promise<CalendarDate> {
  const { today, isFree } = await readToday(tx);
  const day = dueDate ?? dueDateOf('nextWorkingDay', 0, today, isFree)!;
  if (day < today || day > addDays(today, MOST_DAYS)) throw invalid('outcome.dueDate', 'workDay');
  return day;
}

/**
 * Keeps how the contact ended, under the client's category that knows the resolution. A client whose own outcomes do not hold it keeps the
 * outcome in the event alone. @returns whether it was kept
 */
async function keepResolution(
  tx: Tx,
  row: WorkRow,
  outcome: WorkOutcome,
  contact: { method: string; rightParty: readonly string[]; note: string; delinquencyReason: string | undefined },
  userId: Uuid,
): Promise<boolean> {
  const { contactOutcomes } = await readClient(tx);
  const found = outcomesOf(contactOutcomes).find((each) => each.resolutions.includes(outcome.resolution));
  if (!found) return false;
  await saveResolution(
    tx,
    { accountId: row.account_id },
    {
      communicationMethod: contact.method,
      outcomeDirection: 'outbound',
      contactOutcome: { category: found.category, resolution: outcome.resolution },
      delinquencyReason: contact.delinquencyReason ?? null,
      additionalInformation: contact.note,
      communicationRequestId: workContact(row.work_item_id),
    },
    userId,
    // The note tells it; the timeline says it once.
    { tellsInformation: false, rightParty: contact.rightParty },
  );
  return true;
}

/** Ends the task that the account came with: what is to be tried again is put off until then, everything else is done. */
async function endTask(
  tx: Tx,
  row: WorkRow,
  outcome: WorkOutcome,
  until: Parameters<typeof skipTask>[2],
  userId: Uuid,
): Promise<Made['task'] | null> {
  if (!row.task_id || (await readTask(tx, row.task_id)).status === 'resolved') return null;
  if (outcome.detail === 'retry' && until !== null && until > now()) {
    await skipTask(tx, row.task_id, until, null, userId, { recipientId: userId });
    return 'put off';
  }
  await resolveTask(tx, row.task_id, null, null, userId);
  return 'resolved';
}
