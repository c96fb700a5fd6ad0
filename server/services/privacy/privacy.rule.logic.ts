/** Retention: how long a client keeps each kind of data, what a rule would erase, and the daily run that erases what is due. */
import { and, eq } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import {
  defaultPeriod,
  isAccountKind,
  LEAST_MONTHS,
  MOST_MONTHS,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPeriod,
} from '../../../core/retention.ts';
import { addMonths, type CalendarDate, type Instant, isoInstant } from '../../../core/time.ts';
import { at } from '../../../core/zone.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { erasablesOf } from '../../platform/personal.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { lockAccounts } from '../account/claim/balance.logic.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { type Counts, countInScope, eraseKind, eventScopeCondition } from './privacy.erase.logic.ts';
import { heldAccounts, isHeld, today } from './privacy.hold.logic.ts';
import { retentionRule } from './privacy.tables.ts';

/** Accounts that one transaction erases. */
const ACCOUNTS = 200;

export interface RetentionRule extends RetentionPeriod {
  readonly kind: RetentionKind;
  readonly isActive: boolean;
  /** Whether it is the default of the client's country. */
  readonly isDefault: boolean;
  /** 0: nobody saved it yet. */
  readonly revision: number;
}

/** @returns the rule of every kind: the client's, or the default of its country, switched off. */
export async function listRetentionRules(tx: Tx): Promise<RetentionRule[]> {
  const rows = await tx.db.select().from(retentionRule).where(eq(retentionRule.clientId, tx.clientId));
  const { countryCode } = await readClient(tx);
  return RETENTION_KINDS.map((kind) => {
    const own = rows.find((row) => row.kind === kind);
    if (!own) return { kind, ...defaultPeriod(kind, countryCode), isActive: false, isDefault: true, revision: 0 };
    const { months, fromYearEnd, isDuty, ground, isActive, revision } = own;
    return { kind, months, fromYearEnd, isDuty, ground, isActive, isDefault: false, revision };
  });
}

export function kindOf(text: string): RetentionKind {
  const kind = RETENTION_KINDS.find((each) => each === text);
  if (!kind) throw invalid('kind', 'oneOf', { choices: RETENTION_KINDS.join(', ') });
  return kind;
}

function checkedMonths(months: number): number {
  if (!Number.isInteger(months) || months < LEAST_MONTHS || months > MOST_MONTHS)
    throw invalid('months', 'between', { least: LEAST_MONTHS, most: MOST_MONTHS });
  return months;
}

/**
 * Saves a rule. @param change revision: what was read, 0 for a default. @returns all rules.
 * @throws Fault INVALID_INPUT; CONFLICT when somebody saved it meanwhile.
 */
export async function setRetentionRule(
  tx: Tx,
  change: { kind: string; months: number; fromYearEnd: boolean; isDuty: boolean; ground: string; isActive: boolean; revision: number },
  userId: Uuid,
): Promise<RetentionRule[]> {
  const kind = kindOf(change.kind);
  const ground = change.ground.trim();
  const months = collectFaults((check) => {
    const checked = check(() => checkedMonths(change.months));
    check(() => {
      if (ground === '' || ground.length > 500) throw invalid('ground', 'legalBasis', { most: 500 });
    });
    return checked ?? change.months;
  });
  const values = {
    months,
    fromYearEnd: change.fromYearEnd,
    isDuty: change.isDuty,
    ground,
    isActive: change.isActive,
    updatedAt: now(),
    updatedBy: userId,
  };
  const before = (await listRetentionRules(tx)).find((rule) => rule.kind === kind);
  const fields = ['months', 'fromYearEnd', 'isDuty', 'ground', 'isActive'] as const;
  const changes = fields.flatMap((field) =>
    before?.[field] === values[field] ? [] : [{ field, from: before?.[field] ?? null, to: values[field] }],
  );
  // Saved already: an answer was lost, or somebody else said the same.
  if (before && !before.isDefault && changes.length === 0) return listRetentionRules(tx);
  const written =
    change.revision === 0
      ? await tx.db
          .insert(retentionRule)
          .values({ ...values, clientId: tx.clientId, kind })
          .onConflictDoNothing()
          .returning()
      : await tx.db
          .update(retentionRule)
          .set({ ...values, revision: change.revision + 1 })
          .where(and(eq(retentionRule.clientId, tx.clientId), eq(retentionRule.kind, kind), eq(retentionRule.revision, change.revision)))
          .returning();
  if (written.length === 0) throw fault('CONFLICT', 'retentionChanged');
  await appendEvents(tx, [{ messageType: 'retentionRuleChanged', payload: { kind, changes } }]);
  return listRetentionRules(tx);
}

/** @returns the moment before which business must have ended, or a record been made, for its period to be over on the day. */
export function dueBefore(period: Pick<RetentionPeriod, 'months' | 'fromYearEnd'>, day: CalendarDate, zone: string): Instant {
  const back = addMonths(day, -period.months);
  return at(period.fromYearEnd ? (`${back.slice(0, 4)}-01-01` as CalendarDate) : back, { hour: 0, minute: 0 }, zone);
}

/** @returns the first day on which what ended at a moment may go. */
export function dueOn(period: Pick<RetentionPeriod, 'months' | 'fromYearEnd'>, ended: CalendarDate): CalendarDate {
  const from = period.fromYearEnd ? (`${Number(ended.slice(0, 4)) + 1}-01-01` as CalendarDate) : ended;
  return addMonths(from, period.months);
}

/** SQL: whether the business of account `a` had ended before a moment: no claim is open, and nothing was changed or booked since. */
const closedBefore = (moment: string) => `a.created_at < ${moment}
  and not exists (select from published.claim c where c.client_id = a.client_id and c.account_id = a.account_id and (c.status = 'open' or c.updated_at >= ${moment}))
  and not exists (select from published.ledger_entry l where l.client_id = a.client_id and l.account_id = a.account_id and l.booked_at >= ${moment})
  and (a.updated_at < ${moment} or exists (select from published.claim c where c.client_id = a.client_id and c.account_id = a.account_id))`;

/** SQL and its values: whether anything of the kind is left of account `a`. $1 is the client. */
function isLeft(kind: RetentionKind, values: unknown[]): string {
  const tables = erasablesOf(kind).flatMap((each) => {
    const account = each.account === undefined ? 't.account_id' : each.account;
    return account === null
      ? []
      : [`exists (select from ${each.table} t where t.client_id = a.client_id and ${account} = a.account_id and (${each.left}))`];
  });
  const events = eventScopeCondition(kind, { of: 'accounts', accountIds: [], externalDebtorRef: null });
  if (events) {
    const shift = values.length - 1;
    // The list of accounts gives way to the account itself.
    const where = events.where.replace(/\$(\d+)/g, (sign, number: string) => (number === '1' ? sign : `$${Number(number) + shift}`));
    values.push(...events.values);
    tables.push(
      `exists (select from event e where ${where.replace(/e\.account_id = any\(\$\d+::uuid\[\]\)/, 'e.account_id = a.account_id')} and $${values.length}::uuid[] is not null)`,
    );
  }
  return `(${tables.join(' or ')})`;
}

/** @returns accounts whose period is over and that have something left, in the order of their ids. @param after where to go on. */
async function dueAccounts(
  tx: Tx,
  kind: RetentionKind,
  before: Instant,
  after: Uuid,
  among: readonly Uuid[] | null,
  limit: number,
): Promise<Uuid[]> {
  const values: unknown[] = [tx.clientId, isoInstant(before), await today(tx), after, among, limit];
  const rows = await tx.sql<{ account_id: Uuid }>(
    `select a.account_id from published.account a
     where a.client_id = $1 and a.account_id > $4::uuid and ($5::uuid[] is null or a.account_id = any($5)) and ${closedBefore('$2::timestamptz')}
       and not ${isHeld('$3')} and ${isLeft(kind, values)}
     order by a.account_id limit $6`,
    values,
  );
  return rows.map((row) => row.account_id);
}

export interface RetentionPreview {
  /** Records by name. */
  readonly counts: Counts;
  readonly accounts: number;
  /** Accounts whose period is over and that a legal hold keeps back. */
  readonly held: number;
  /** What ended, or was made, before this moment. */
  readonly before: Instant;
}

/** @returns what a rule would erase now; nothing is changed. @throws Fault INVALID_INPUT */
export async function previewRetentionRule(
  tx: Tx,
  asked: { kind: string; months: number; fromYearEnd: boolean },
): Promise<RetentionPreview> {
  const kind = kindOf(asked.kind);
  const { timezone } = await readClient(tx);
  const day = await today(tx);
  const before = dueBefore({ months: checkedMonths(asked.months), fromYearEnd: asked.fromYearEnd }, day, timezone);
  const held = await heldAccounts(tx, day);
  const aged = await countInScope(tx, kind, { of: 'age', before, held });
  if (!isAccountKind(kind)) return { counts: aged, accounts: 0, held: held.length, before };
  const due = await dueAccounts(tx, kind, before, '00000000-0000-0000-0000-000000000000', null, 2 ** 31 - 1);
  const [row] = await tx.sql<{ held: number }>(
    `select count(*)::int as held from published.account a where a.client_id = $1 and a.account_id = any($3::uuid[]) and ${closedBefore('$2::timestamptz')}`,
    [tx.clientId, isoInstant(before), held],
  );
  const counts: Counts = { ...aged };
  for (let from = 0; from < due.length; from += 10_000) {
    const part = await countInScope(tx, kind, { of: 'accounts', accountIds: due.slice(from, from + 10_000), externalDebtorRef: null });
    for (const [name, count] of Object.entries(part)) counts[name] = (counts[name] ?? 0) + count;
  }
  return { counts, accounts: due.length, held: row?.held ?? 0, before };
}

/**
 * Erases what an active rule says is due, some accounts or rows a transaction: whoever is killed goes on from what is left.
 * @returns how many erasures were recorded.
 */
export async function applyRule(database: Database, clientId: Uuid, rule: RetentionRule, signal?: AbortSignal): Promise<number> {
  const by = { cause: 'rule', userId: null } as const;
  const { timezone } = await inClient(database, clientId, readClient, { readOnly: true });
  const before = await inClient(database, clientId, async (tx) => dueBefore(rule, await today(tx), timezone), { readOnly: true });
  let erasures = 0;
  if (isAccountKind(rule.kind)) {
    for (let after: Uuid = '00000000-0000-0000-0000-000000000000'; !signal?.aborted; ) {
      const done = await inClient(database, clientId, async (tx) => {
        const found = await dueAccounts(tx, rule.kind, before, after, null, ACCOUNTS);
        if (found.length === 0) return null;
        await lockAccounts(tx, found);
        // Somebody may have put a hold on one, or opened a claim, while this waited.
        const due = await dueAccounts(tx, rule.kind, before, after, found, ACCOUNTS);
        const row =
          due.length > 0 ? await eraseKind(tx, rule.kind, { of: 'accounts', accountIds: due, externalDebtorRef: null }, by) : null;
        return { last: found.at(-1)!, erased: row !== null };
      });
      if (!done) break;
      after = done.last;
      if (done.erased) erasures++;
    }
  }
  while (!signal?.aborted) {
    const row = await inClient(database, clientId, async (tx) =>
      eraseKind(tx, rule.kind, { of: 'age', before, held: await heldAccounts(tx, await today(tx)) }, by),
    );
    if (!row) break;
    erasures++;
  }
  return erasures;
}
