/** What a person may ask for: that their data are erased as far as nothing demands otherwise, and that a correction is told on. */
import { and, arrayContains, desc, eq } from 'drizzle-orm';
import { invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { RetentionKind } from '../../../core/retention.ts';
import type { CalendarDate, Instant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { lockAccounts } from '../account/claim/balance.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { type Counts, countInScope, ERASING_ORDER, type ErasureRow, eraseKind, type Scope } from './privacy.erase.logic.ts';
import { heldAccounts, requireDebtor, today } from './privacy.hold.logic.ts';
import { dueOn, listRetentionRules } from './privacy.rule.logic.ts';
import { erasure } from './privacy.tables.ts';

/** Accounts of one person that one request may name. */
const MOST_PERSONS = 50;

export interface Person {
  readonly accountId: Uuid;
  readonly externalDebtorRef: string;
}

/** Why something stays: a hold, claims that are still open, a duty to keep it, or that it is about the account's other debtors too. */
export type StayReason = 'held' | 'openClaims' | 'duty' | 'shared';

export interface PlanLine extends Person {
  readonly kind: RetentionKind;
  /** Records by name; empty when nothing is left. */
  readonly counts: Counts;
  /** Null: it is erased. */
  readonly stays: StayReason | null;
  /** The day on which a duty ends. */
  readonly until: CalendarDate | null;
  readonly ground: string | null;
}

/** @throws Fault INVALID_INPUT, NOT_FOUND for a debtor that the account does not have. */
export async function checkedPersons(tx: Tx, persons: readonly Person[]): Promise<readonly Person[]> {
  if (persons.length === 0) throw invalid('persons', 'nobodyChosen');
  if (persons.length > MOST_PERSONS) throw invalid('persons', 'itemsMost', { number: MOST_PERSONS });
  const seen = new Set<string>();
  const distinct = persons.filter(({ accountId, externalDebtorRef }) => {
    const key = `${accountId} ${externalDebtorRef}`;
    return !seen.has(key) && seen.add(key);
  });
  for (const { accountId, externalDebtorRef } of distinct) await requireDebtor(tx, accountId, externalDebtorRef);
  return distinct;
}

interface AccountFacts extends Record<string, unknown> {
  readonly open: number;
  readonly debtors: number;
  /** When its business ended. */
  readonly ended: Date;
}

/**
 * What an erasure on the person's wish would do now. Data that nothing but the business itself needed go when its claims are settled; what a
 * law demands to be kept stays until its period is over; what is about several debtors of one account stays with the others.
 * @returns a line per account and kind of which there is something. @throws Fault NOT_FOUND, INVALID_INPUT
 */
export async function planErasure(tx: Tx, wanted: readonly Person[]): Promise<PlanLine[]> {
  const persons = await checkedPersons(tx, wanted);
  const [rules, day, { timezone }] = [await listRetentionRules(tx), await today(tx), await readClient(tx)];
  const lines: PlanLine[] = [];
  for (const person of persons) {
    const [facts] = await tx.sql<AccountFacts>(
      `select (select count(*)::int from published.claim where client_id = $1 and account_id = $2 and status = 'open') as open,
         (select count(*)::int from published.debtor where client_id = $1 and account_id = $2) as debtors,
         greatest(a.created_at, (select max(updated_at) from published.claim where client_id = $1 and account_id = $2),
           (select max(booked_at) from published.ledger_entry where client_id = $1 and account_id = $2)) as ended
       from published.account a where client_id = $1 and account_id = $2`,
      [tx.clientId, person.accountId],
    );
    if (!facts) throw notFound('accountNotFound');
    const isHeld = (await heldAccounts(tx, day, [person.accountId], person.externalDebtorRef)).length > 0;
    const isShared = facts.debtors > 1;
    for (const kind of ERASING_ORDER) {
      const rule = rules.find((each) => each.kind === kind)!;
      const whole: Scope = { of: 'accounts', accountIds: [person.accountId], externalDebtorRef: null };
      const counts = await countInScope(tx, kind, whole);
      if (Object.keys(counts).length === 0) continue;
      const own = isShared ? await countInScope(tx, kind, scopeOf(person, true)) : counts;
      const until = dueOn(rule, localDate(facts.ended.getTime() as Instant, timezone));
      const stays = isHeld
        ? 'held'
        : facts.open > 0 && kind !== 'portal'
          ? 'openClaims'
          : rule.isDuty && until > day
            ? 'duty'
            : Object.keys(own).length === 0
              ? 'shared'
              : null;
      const isOver = stays === 'duty';
      lines.push({
        ...person,
        kind,
        counts: stays === null ? own : counts,
        stays,
        until: isOver ? until : null,
        ground: isOver ? rule.ground : null,
      });
    }
  }
  return lines;
}

const scopeOf = (person: Person, isShared: boolean): Scope => ({
  of: 'accounts',
  accountIds: [person.accountId],
  externalDebtorRef: isShared ? person.externalDebtorRef : null,
});

/** Erases what the plan says goes. @returns the records; none when everything stays. @throws as planErasure */
export async function eraseOnRequest(tx: Tx, persons: readonly Person[], userId: Uuid): Promise<ErasureRow[]> {
  await lockAccounts(tx, persons.map((each) => each.accountId).filter(isUuid));
  const done: ErasureRow[] = [];
  for (const line of await planErasure(tx, persons)) {
    if (line.stays !== null) continue;
    const [facts] = await tx.sql<{ debtors: number }>(
      'select count(*)::int as debtors from published.debtor where client_id = $1 and account_id = $2',
      [tx.clientId, line.accountId],
    );
    const row = await eraseKind(tx, line.kind, scopeOf(line, (facts?.debtors ?? 1) > 1), { cause: 'request', userId });
    if (row) done.push(row);
  }
  return done;
}

/** @returns the records of erasures, newest first; of an account those that went over it. @throws Fault INVALID_INPUT */
export async function listErasures(tx: Tx, asked: { accountId?: string | null; limit: number; offset: number }): Promise<ErasureRow[]> {
  if (asked.limit < 1 || asked.limit > 100) throw invalid('limit', 'pageSize', { most: 100 });
  if (asked.offset < 0) throw invalid('offset', 'pageStart', { first: 0 });
  if (asked.accountId != null && !isUuid(asked.accountId)) return [];
  return tx.db
    .select()
    .from(erasure)
    .where(and(eq(erasure.clientId, tx.clientId), asked.accountId ? arrayContains(erasure.accountIds, [asked.accountId]) : undefined))
    .orderBy(desc(erasure.erasedAt), desc(erasure.erasureId))
    .limit(asked.limit)
    .offset(asked.offset);
}

/** Characters of a field's name, of a recipient. */
const MOST_WORD = 100;

/**
 * Notes that a person's data were corrected because they asked for it, and who was told (Art. 16, 19 GDPR): the fields by name, never their
 * values. @throws Fault NOT_FOUND, INVALID_INPUT
 */
export async function recordRectification(
  tx: Tx,
  asked: Person & { fields: readonly string[]; requestedOn: CalendarDate; informed: readonly string[] },
): Promise<boolean> {
  await requireDebtor(tx, asked.accountId, asked.externalDebtorRef);
  const word = (field: string) => (list: readonly string[]) => {
    const clean = [...new Set(list.map((each) => each.trim()).filter((each) => each !== ''))];
    if (clean.length > 50 || clean.some((each) => each.length > MOST_WORD))
      throw invalid(field, 'entriesLong', { number: 50, length: MOST_WORD });
    return clean;
  };
  const fields = word('fields')(asked.fields);
  if (fields.length === 0) throw invalid('fields', 'correctedNone');
  if (asked.requestedOn > (await today(tx))) throw invalid('requestedOn', 'requestedFuture');
  await appendEvents(tx, [
    {
      messageType: 'dataRectified',
      accountId: asked.accountId,
      payload: {
        externalDebtorRef: asked.externalDebtorRef,
        fields,
        requestedOn: asked.requestedOn,
        informed: word('informed')(asked.informed),
      },
    },
  ]);
  return true;
}

/** @returns who was given data of the account: providers that carried messages and payments, banks, and the client itself. */
export async function recipientsOf(
  tx: Tx,
  accountIds: readonly Uuid[],
): Promise<{ kind: string; name: string; first: string; last: string }[]> {
  return tx.sql(
    `select kind, name, min(at) as first, max(at) as last from (
       select 'messageProvider' as kind, provider_name as name, created_at as at from communication where client_id = $1 and account_id = any($2::uuid[]) and direction = 'outbound'
       union all select 'paymentProvider', provider_name, created_at from published.payment where client_id = $1 and account_id = any($2::uuid[])
       union all select 'bank', b.name, f.created_at from published.direct_debit d join published.direct_debit_file f on f.client_id = $1 and f.file_id = d.file_id
         join published.bank_account b on b.client_id = $1 and b.bank_account_id = f.bank_account_id where d.client_id = $1 and d.account_id = any($2::uuid[])
       union all select 'creditor', name, created_at from published.client where client_id = $1) as given
     where name is not null group by kind, name order by kind, name`,
    [tx.clientId, accountIds],
  );
}
