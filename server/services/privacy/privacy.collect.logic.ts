/**
 * Everything known about a person, as facts: what each service declares, with amounts as decimals, staff by their function, and other people
 * taken out (Art. 15(4) GDPR).
 */

import type { Uuid } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import type { CalendarDate, Instant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import { type PersonalRow, personalSections, type Subject } from '../../platform/personal.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { listLegalHolds } from './privacy.hold.logic.ts';
import { type Person, recipientsOf } from './privacy.request.logic.ts';
import { dueOn, listRetentionRules } from './privacy.rule.logic.ts';

export interface PersonalDocument {
  readonly format: 'quittance-personal-data/1';
  readonly madeAt: Instant;
  readonly controller: string;
  readonly zone: string;
  readonly persons: readonly Person[];
  /** What is kept how long, by the rules of the client; `due`: the day after which it may go, where that is known. */
  readonly retention: readonly PersonalRow[];
  readonly recipients: readonly PersonalRow[];
  /** By name, in order. */
  readonly sections: Readonly<Record<string, readonly PersonalRow[]>>;
}

/** What a person's own SSN and IBAN are, by account and reference; read by the accounts' own function. */
export type Secrets = ReadonlyMap<string, Readonly<Record<string, string | null>>>;
export const secretKey = ({ accountId, externalDebtorRef }: Person): string => `${accountId} ${externalDebtorRef}`;

/** What stands in the place of somebody else. */
export const SOMEBODY = '[another person]';
const STAFF = 'staff';

interface Others {
  readonly names: readonly string[];
  readonly contacts: ReadonlySet<string>;
  readonly refs: ReadonlySet<string>;
}

/** The other debtors of the accounts: they are people of their own. */
async function readOthers(tx: Tx, { accountIds, persons }: Subject): Promise<Others> {
  const rows = await tx.sql<{ account_id: Uuid; ref: string; name: string; company: string | null; contacts: string[] }>(
    `select d.account_id, d.external_debtor_ref as ref, concat_ws(' ', d.first_name, d.last_name) as name, d.company_name as company,
       array(select unnest(array[p.value, p.normalized]) from published.contact_point p where p.client_id = $1 and p.account_id = d.account_id and p.debtor_id = d.debtor_id) as contacts
     from published.debtor d where d.client_id = $1 and d.account_id = any($2::uuid[])`,
    [tx.clientId, accountIds],
  );
  const own = new Set(persons.map(({ accountId, externalDebtorRef }) => `${accountId} ${externalDebtorRef}`));
  const isOwn = (row: (typeof rows)[number]) => own.has(`${row.account_id} ${row.ref}`);
  const mine = new Set(
    rows.filter(isOwn).flatMap((row) => [row.name, row.company ?? '', ...row.contacts].map((each) => each.toLowerCase())),
  );
  const others = rows.filter((row) => !isOwn(row));
  return {
    names: others.flatMap((row) => [row.name, row.company ?? '']).filter((name) => name.length > 2 && !mine.has(name.toLowerCase())),
    contacts: new Set(others.flatMap((row) => row.contacts.map((each) => each.toLowerCase())).filter((each) => !mine.has(each))),
    refs: new Set(others.map((row) => row.ref)),
  };
}

/** @returns what replaces names and ids of staff and of other people in any value. */
function makeRedactor(staff: readonly { user_id: Uuid; role: string; name: string }[], others: Others): (value: unknown) => unknown {
  const roles = new Map(staff.map((each) => [each.user_id, `${STAFF} (${each.role})`]));
  const pattern = (words: readonly string[]) => {
    const all = [...new Set(words)].filter((word) => word.length > 2).sort((one, other) => other.length - one.length);
    return all.length === 0 ? null : new RegExp(all.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'giu');
  };
  const ofStaff = pattern(staff.map((each) => each.name));
  const ofOthers = pattern([...others.names, ...others.contacts]);
  const say = (text: string): string => {
    const role = roles.get(text);
    if (role !== undefined) return role;
    const without = ofOthers ? text.replace(ofOthers, SOMEBODY) : text;
    return ofStaff ? without.replace(ofStaff, STAFF) : without;
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return say(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each)]));
    return value;
  };
  return walk;
}

const MONEY = new Set([
  'amount',
  'balance',
  'total_amount',
  'total_fees',
  'due_amount',
  'paid_amount',
  'paid_before',
  'down_payment',
  'promised_amount',
]);
const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names as the contract writes them, amounts as decimals of their currency. */
function plain(row: PersonalRow): PersonalRow {
  const currency = typeof row.currency === 'string' ? row.currency : null;
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      if (currency !== null && MONEY.has(key) && typeof value === 'number') return [camel(key), toDecimal(BigInt(value), currency)];
      if (Array.isArray(value))
        return [camel(key), value.map((each) => (typeof each === 'object' && each !== null ? plain(each as PersonalRow) : each))];
      return [camel(key), value];
    }),
  );
}

/** Whether a letter is addressed to somebody else on the account: their name ends its first line. */
const isOthersLetter = (recipient: string, { names }: Others): boolean => {
  const [addressee = ''] = recipient.toLowerCase().split('\n');
  return names.some((name) => addressee.endsWith(name.toLowerCase()));
};

/** @returns the files of letters to other debtors. */
async function lettersOfOthers(tx: Tx, { accountIds }: Subject, others: Others): Promise<ReadonlySet<unknown>> {
  const rows = await tx.sql<{ file_id: Uuid; recipient: string }>(
    `select outbox_id as file_id, recipient from communication where client_id = $1 and account_id = any($2::uuid[]) and channel = 'letter'`,
    [tx.clientId, accountIds],
  );
  return new Set(rows.filter(({ recipient }) => isOthersLetter(recipient, others)).map((row) => row.file_id));
}

/** A message to or from another debtor of the account is theirs: only that there was one is told. */
function withoutOthersMessages(rows: readonly PersonalRow[], others: Others): PersonalRow[] {
  return rows.map((row) => {
    const sides = [row.recipient, row.sender].map((each) => String(each ?? '').toLowerCase());
    const isOthers =
      sides.some((each) => others.contacts.has(each)) || (row.channel === 'letter' && isOthersLetter(String(row.recipient), others));
    if (!isOthers) return row;
    return { channel: row.channel, direction: row.direction, created_at: row.created_at, about: SOMEBODY };
  });
}

async function readEvents(tx: Tx, { accountIds }: Subject, others: Others, othersLetters: ReadonlySet<unknown>): Promise<PersonalRow[]> {
  const isOthers = ({ externalDebtorRef, fileId, outboxId, recipient }: Record<string, unknown>) =>
    others.refs.has(String(externalDebtorRef ?? '')) ||
    othersLetters.has(fileId) ||
    othersLetters.has(outboxId) ||
    (typeof recipient === 'string' && recipient.includes('\n') && isOthersLetter(recipient, others));
  const rows = await tx.sql<{ row: PersonalRow & { payload: Record<string, unknown> | null } }>(
    `select jsonb_build_object('emit_time', emit_time, 'message_type', message_type, 'external_claim_ref', external_claim_ref, 'actor_type', actor_type, 'payload', payload) as row
     from event where client_id = $1 and account_id = any($2::uuid[]) order by emit_time, message_id`,
    [tx.clientId, accountIds],
  );
  return rows.map(({ row }) => (isOthers(row.payload ?? {}) ? { ...row, payload: SOMEBODY } : row));
}

/** @returns everything, in the order of the document. @param secrets of the person. */
export async function collectPersonalData(tx: Tx, subject: Subject, secrets: Secrets, at: Instant): Promise<PersonalDocument> {
  const client = await readClient(tx);
  const others = await readOthers(tx, subject);
  const staff = await tx.sql<{ user_id: Uuid; role: string; name: string }>(
    'select user_id, role, name from published.client_user where client_id = $1',
    [tx.clientId],
  );
  const redact = makeRedactor(staff, others);
  const othersLetters = await lettersOfOthers(tx, subject, others);
  const sections: Record<string, PersonalRow[]> = {};
  for (const { name, read } of personalSections()) {
    let rows = await read(tx, subject);
    if (name === 'messages') rows = withoutOthersMessages(rows, others);
    if (name === 'files') rows = rows.filter((row) => !othersLetters.has(row.file_id));
    if (name === 'debtors')
      rows = rows.map((row, index) => ({
        ...row,
        ...secrets.get(secretKey(subject.persons[index] ?? { accountId: '', externalDebtorRef: '' })),
      }));
    sections[name] = rows.map((row) => redact(plain(row)) as PersonalRow);
  }
  sections.activity = (await readEvents(tx, subject, others, othersLetters)).map((row) => redact(plain(row)) as PersonalRow);
  const holds = [];
  for (const accountId of subject.accountIds) holds.push(...(await listLegalHolds(tx, accountId)).filter((hold) => hold.isInForce));
  const ended = await endOf(tx, subject.accountIds, client.timezone);
  const retention = (await listRetentionRules(tx)).map((rule) => ({
    kind: rule.kind,
    months: rule.months,
    fromYearEnd: rule.fromYearEnd,
    ground: rule.ground,
    due: ended === null || holds.length > 0 ? null : dueOn(rule, ended),
  }));
  return {
    format: 'quittance-personal-data/1',
    madeAt: at,
    controller: client.name,
    zone: client.timezone,
    persons: subject.persons,
    retention,
    recipients: await recipientsOf(tx, subject.accountIds),
    sections,
  };
}

/** @returns the day on which the business of the accounts ended; null while a claim is open. */
async function endOf(tx: Tx, accountIds: readonly Uuid[], zone: string): Promise<CalendarDate | null> {
  const [row] = await tx.sql<{ open: boolean; ended: Date | null }>(
    `select bool_or(status = 'open') as open, max(updated_at) as ended from published.claim where client_id = $1 and account_id = any($2::uuid[])`,
    [tx.clientId, accountIds],
  );
  return row?.ended && !row.open ? localDate(row.ended.getTime() as Instant, zone) : null;
}
