/** Users from a file: every row is taken or refused on its own, and the same file twice changes nothing. */
import { Fault, invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { threadWork } from '../../platform/threads.ts';
import type { Person } from '../identity/identity.users.logic.ts';
import type { UserImportResult } from './backoffice.graphql.ts';
import { emailOf } from './backoffice.user.check.ts';
import { findUserByEmail, type UserRow } from './backoffice.user.list.logic.ts';
import { addUser, editUser, newcomer, type Outcome, type UserInput } from './backoffice.user.logic.ts';
import type { PoolIds } from './backoffice.user.newcomers.ts';
import type { Column, Row } from './backoffice.user.rows.ts';
import { type Author, holdUsers, type Rules } from './backoffice.user.rules.logic.ts';

/** Characters of what was in a rejected row's address. */
const SHOWN = 254;

/** A thousand rows are read in a moment. */
const rowsOf = threadWork<string, { number: number; row: Row }[]>(import.meta.resolve('./backoffice.user.rows.ts'), 'readRows', {
  time: 3_000,
  field: 'csv',
  tooLong: 'fileTooLong',
  tooLarge: 'fileTooComplex',
});

/** @returns whom the rows of a file would add; what is wrong with the other rows, importUsers says. @throws Fault INVALID_INPUT for a file that is none */
export async function newcomersIn(tx: Tx, csv: string, author: Author): Promise<Person[]> {
  const rules = await holdUsers(tx, author);
  const people = new Map<string, Person>();
  for (const { row } of await rowsOf.one(tx, csv)) {
    try {
      const email = emailOf(row.email);
      if (people.has(email) || isHere(await findUserByEmail(tx, email))) continue;
      people.set(email, newcomer(inputOf(email, row), rules).person);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
  }
  return [...people.values()];
}

/**
 * @param csv with a heading; commas, semicolons or tabs between the columns. @returns what came of the rows, and whom it changed.
 * @throws Fault INVALID_INPUT for a file that is none
 */
export async function importUsers(
  tx: Tx,
  ids: PoolIds,
  csv: string,
  author: Author,
): Promise<{ result: UserImportResult; userIds: Uuid[] }> {
  const rows = await rowsOf.one(tx, csv);
  const rules = await holdUsers(tx, author);
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0 };
  const rejected: UserImportResult['rejected'] = [];
  const events: NewEvent[] = [];
  const userIds: Uuid[] = [];
  const firstRow = new Map<string, number>();
  for (const { number, row } of rows) {
    try {
      const email = emailOf(row.email);
      const first = firstRow.get(email);
      if (first !== undefined) throw invalid('email', 'rowTwice', { row: first });
      firstRow.set(email, number);
      const changed = await importRow(tx, ids, email, row, rules);
      counts[changed.outcome] += 1;
      events.push(...changed.events);
      if (changed.outcome !== 'unchanged') userIds.push(changed.row.userId);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      rejected.push({ row: number, email: (row.email ?? '').slice(0, SHOWN), reason: error.message, ...error.words });
    }
  }
  const told = { ...counts, rejected: rejected.length };
  await appendEvents(tx, [...events, { messageType: 'usersImported', payload: { counts: told } }]);
  return { result: { ...counts, rejected }, userIds };
}

/** Every check comes before the first write, so that a refused row leaves nothing. An empty cell says nothing. */
async function importRow(tx: Tx, ids: PoolIds, email: string, row: Row, rules: Rules) {
  const input = inputOf(email, row);
  const present = await findUserByEmail(tx, email);
  return present && isHere(present) ? editUser(tx, present, input, rules) : addUser(tx, ids, input, rules);
}

const isHere = (row: UserRow | null): boolean => row !== null && row.status !== 'removed';

/** What a row says of a user. @throws Fault INVALID_INPUT */
function inputOf(email: string, row: Row): UserInput {
  const cell = (column: Column) => (row[column]?.trim() ? row[column].trim() : undefined);
  const partnerIds = (cell('partnerIds') ?? '').split('|').filter((each) => each.trim() !== '');
  const role = cell('role');
  if (role === undefined && partnerIds.length > 0) throw invalid('role', 'partnersNeedRole');
  const given = Object.entries({
    name: cell('name'),
    middleName: cell('middleName'),
    familyName: cell('familyName'),
    phoneNumber: cell('phoneNumber'),
  }).filter(([, value]) => value !== undefined);
  return { email, ...Object.fromEntries(given), ...(role ? { authGroups: [{ roleId: role, partnerIds }] } : {}) };
}
