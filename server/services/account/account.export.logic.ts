/** Accounts of a search as lines of CSV, read through a cursor: any number of them, as they were at one moment. */
import { invalid } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import { type CalendarDate, daysBetween, type Instant, isoInstant } from '../../../core/time.ts';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../platform/csv.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readLocality } from '../backoffice/backoffice.logic.ts';
import { listUsers } from '../backoffice/backoffice.user.list.logic.ts';
import { matches, readFilter } from './account.filter.logic.ts';
import type { AccountFilter, AccountOrderField } from './account.graphql.ts';
import { readOrder } from './account.keyset.ts';

/** Rows one fetch takes out of the cursor. */
const FETCH = 2_000;

export interface Export {
  readonly filter: AccountFilter;
  readonly orderFields?: AccountOrderField[] | null;
}

interface Row {
  readonly external_account_ref: string;
  readonly debtor_name: string;
  readonly debtor_ref: string;
  readonly debtor_type: string;
  readonly city: string | null;
  readonly currency: string;
  readonly total_amount: bigint;
  readonly active_claims_count: number;
  readonly oldest_due_date: CalendarDate | null;
  readonly products: string[];
  readonly portfolios: string[];
  readonly strategy_name: string | null;
  readonly latest_communication_date: Date | null;
  readonly assignee_user_id: Uuid | null;
  readonly promised_until: CalendarDate | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

type Cell = (row: Row, about: { today: CalendarDate; names: ReadonlyMap<Uuid, string> }) => string;
const moment = (at: Date | null) => (at === null ? '' : isoInstant(at.getTime() as Instant));

/** The file's columns in order. Text is made inert; amounts, counts and days are ours and stay as they are, a minus too. */
const COLUMNS: Readonly<Record<string, Cell>> = {
  account: (row) => csvCell(row.external_account_ref),
  debtor: (row) => csvCell(row.debtor_name),
  debtorRef: (row) => csvCell(row.debtor_ref),
  debtorType: (row) => row.debtor_type,
  city: (row) => csvCell(row.city ?? ''),
  currency: (row) => row.currency,
  balance: (row) => toDecimal(row.total_amount, row.currency),
  openClaims: (row) => String(row.active_claims_count),
  oldestDueDate: (row) => row.oldest_due_date ?? '',
  daysPastDue: (row, { today }) => (row.oldest_due_date === null ? '' : String(daysBetween(row.oldest_due_date, today))),
  products: (row) => csvCell(row.products.join(', ')),
  portfolios: (row) => csvCell(row.portfolios.join(', ')),
  strategy: (row) => csvCell(row.strategy_name ?? ''),
  lastContact: (row) => moment(row.latest_communication_date),
  agent: (row, { names }) => csvCell((row.assignee_user_id && names.get(row.assignee_user_id)) ?? ''),
  promisedUntil: (row) => row.promised_until ?? '',
  created: (row) => moment(row.created_at),
  changed: (row) => moment(row.updated_at),
};

/** Checks what is asked for and notes who took which accounts out of the house. @throws Fault INVALID_INPUT naming the field. */
export async function noteExport(tx: Tx, { filter, orderFields }: Export, at: Instant): Promise<void> {
  await readFilter(tx, await readLocality(tx), filter, at);
  readOrder(orderFields);
  if (filter.accountIds?.length === 0) throw invalid('filter.accountIds', 'Choose at least one account');
  const { accountIds, exceptAccountIds, ...search } = filter;
  const counts = { chosen: accountIds?.length, except: exceptAccountIds?.length };
  await appendEvents(tx, [{ messageType: 'accountsExported', payload: JSON.parse(JSON.stringify({ search, ...counts })) }]);
}

/** @returns the file in pieces: a byte order mark, the header, then the accounts in the order asked for. */
export async function* exportLines(tx: Tx, { filter, orderFields }: Export, at: Instant): AsyncGenerator<string> {
  const { words, where, values, today: day } = await readFilter(tx, await readLocality(tx), filter, at);
  const conditions = [...where, ...matches(words)];
  const order = readOrder(orderFields).keys.map((key) => `${key.expression} ${key.descending ? 'desc' : 'asc'} nulls last`);
  const names = await staffNames(tx);
  const today = await day();
  yield BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS));
  await tx.sql(
    `declare exported no scroll cursor for
     select external_account_ref, debtor_name, debtor_ref, debtor_type, city, currency, total_amount, active_claims_count, oldest_due_date, products,
            portfolios, strategy_name, latest_communication_date, assignee_user_id, promised_until, created_at, updated_at
     from searchable_account a where ${conditions.length > 0 ? conditions.join(' and ') : 'true'} order by ${order.join(', ')}, account_id`,
    values,
  );
  for (;;) {
    const rows = await tx.sql<Row & Record<string, unknown>>(`fetch ${FETCH} from exported`);
    if (rows.length === 0) return;
    yield rows.map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(row, { today, names })))).join('');
  }
}

async function staffNames(tx: Tx): Promise<Map<Uuid, string>> {
  const names = new Map<Uuid, string>();
  for (let offset = 0; ; ) {
    const page = await listUsers(tx, { offset });
    for (const user of page) names.set(user.userId, user.name || user.email);
    if (page.length === 0) return names;
    offset += page.length;
  }
}
