/** Users from a file: every row is taken or refused on its own, and the same file twice changes nothing. */
import { parse } from 'csv-parse/sync';
import { Fault } from '../../../core/fault.ts';
import { refusing } from '../../../core/faultTexts.ts';
import type { Uuid } from '../../../core/id.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import type { Database, Tx } from '../../platform/tenancy.ts';
import type { UserImportResult } from './backoffice.graphql.ts';
import { emailOf } from './backoffice.user.check.ts';
import { findUserByEmail } from './backoffice.user.list.logic.ts';
import { addUser, editUser, type Outcome, type UserInput } from './backoffice.user.logic.ts';
import { type Author, holdUsers, type Rules } from './backoffice.user.rules.logic.ts';

const COLUMNS = ['email', 'name', 'middleName', 'familyName', 'phoneNumber', 'role', 'partnerIds'] as const;
type Column = (typeof COLUMNS)[number];
/** Rows of one file; who has more parts it. */
const MOST_ROWS = 1_000;
/** Characters of what was in a rejected row's address. */
const SHOWN = 254;

type Row = Partial<Record<Column, string>>;

/**
 * @param csv with a heading; commas, semicolons or tabs between the columns. @returns what came of the rows, and whom it changed.
 * @throws Fault INVALID_INPUT for a file that is none
 */
export async function importUsers(
  tx: Tx,
  database: Database,
  csv: string,
  author: Author,
): Promise<{ result: UserImportResult; userIds: Uuid[] }> {
  const rows = readRows(csv);
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
      if (first !== undefined) throw refusing('email', 'rowTwice', { row: first });
      firstRow.set(email, number);
      const changed = await importRow(tx, database, email, row, rules);
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
async function importRow(tx: Tx, database: Database, email: string, row: Row, rules: Rules) {
  const cell = (column: Column) => (row[column]?.trim() ? row[column].trim() : undefined);
  const partnerIds = (cell('partnerIds') ?? '').split('|').filter((each) => each.trim() !== '');
  const role = cell('role');
  if (role === undefined && partnerIds.length > 0) throw refusing('role', 'partnersNeedRole');
  const given = Object.entries({
    name: cell('name'),
    middleName: cell('middleName'),
    familyName: cell('familyName'),
    phoneNumber: cell('phoneNumber'),
  }).filter(([, value]) => value !== undefined);
  const input: UserInput = { email, ...Object.fromEntries(given), ...(role ? { authGroups: [{ roleId: role, partnerIds }] } : {}) };
  const present = await findUserByEmail(tx, email);
  return present && present.status !== 'removed' ? editUser(tx, present, input, rules) : addUser(tx, database, input, rules);
}

function readRows(csv: string): { number: number; row: Row }[] {
  const lines = readLines(csv);
  const heading = (lines[0] ?? []).map((text) => text.trim());
  const columns = heading.map((text) => {
    const column = COLUMNS.find((each) => each.toLowerCase() === text.toLowerCase());
    if (!column) throw refusing('csv', 'columnUnknown', { column: text.slice(0, 40), columns: COLUMNS.join(', ') });
    return column;
  });
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice) throw refusing('csv', 'columnTwice', { column: twice });
  for (const needed of ['email', 'role'] as const)
    if (!columns.includes(needed)) throw refusing('csv', 'columnMissing', { column: needed });
  const rows = lines
    .map((cells, index) => ({ number: index + 1, row: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as Row }))
    .slice(1)
    .filter(({ row }) => Object.values(row).some((cell) => cell.trim() !== ''));
  if (rows.length > MOST_ROWS) throw refusing('csv', 'rowsMost', { most: MOST_ROWS, number: rows.length });
  return rows;
}

function readLines(csv: string): string[][] {
  if (csv.includes('\0')) throw refusing('csv', 'noTextFile');
  const first = csv.slice(0, csv.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best));
  try {
    return parse(csv, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: false });
  } catch (error) {
    throw refusing('csv', 'fileUnreadable', { reason: (error as Error).message.slice(0, 200) });
  }
}
