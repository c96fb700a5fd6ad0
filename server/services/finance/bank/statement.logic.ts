/** Bank statements: a file is read once, whole or not at all; what it tells is then matched in the background. */
import { createHash } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { invalid, notFound } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import { isoInstant } from '../../../../core/time.ts';
import { clientDigest } from '../../../platform/clientKey.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { enqueue, type JobReference } from '../../../platform/jobs.ts';
import { type Actor, type Database, inClient, type Tx } from '../../../platform/tenancy.ts';

import { listBankAccounts, readBankAccount } from '../account/account.logic.ts';
import { ibanDigest, openFor, sealFor, sealIban } from '../account/secrets.ts';
import { bankStatement } from '../ground/bank.tables.ts';
import type { CamtStatement, CamtTransaction } from './camt.ts';
import type { Told } from './entry.types.ts';
import { readCamtFile } from './file.logic.ts';

export type BankStatement = typeof bankStatement.$inferSelect;

/** @returns a row as it is stored, with its IBAN opened. */
const openStatement = (row: BankStatement): BankStatement => ({
  ...row,
  iban: openFor('statement', row.clientId, row.statementId, row.iban),
});

/** The matching of one statement; the job itself is defined in finance.bank.jobs.ts. */
export const matchJob: JobReference<{ clientId: Uuid; statementId: Uuid }> = { name: 'finance.statement' };

/** Characters of what tells bank transactions apart. */
const SIGN_LENGTH = 32;
/** Rows written with one statement. */
const ROWS = 1000;

export interface ReadStatement {
  readonly statementId: Uuid;
  readonly iban: string;
  readonly statementRef: string;
  /** Movements that are new, and those that another file already told of. */
  readonly entryCount: number;
  readonly repeatedCount: number;
}

/**
 * Reads a camt.053 file and keeps its bank transactions; of a camt.054 file the returns. @param path where the file lies; it is read from the beginning when the transaction is tried again.
 * @throws Fault INVALID_INPUT (file) in words: no statement, of an account that is not the client's, read before, or balances that do not add up.
 */
export async function addStatements(
  database: Database,
  clientId: Uuid,
  actor: Actor,
  fileName: string,
  path: string,
  sha256: string,
): Promise<ReadStatement[]> {
  return inClient(
    database,
    clientId,
    async (tx) => {
      const done: ReadStatement[] = [];
      let current = null as Gathering | null;
      await readCamtFile(tx, path, async (part) => {
        if (part.kind === 'statement') current = await begin(tx, part, { fileName, sha256, userId: actor.id ?? '' });
        else if (current && part.kind === 'transaction') await current.add(part);
        else if (current && part.kind === 'end') done.push(await current.end(part.total));
      });
      return done;
    },
    { actor },
  );
}

interface Gathering {
  readonly add: (movement: CamtTransaction) => Promise<void>;
  readonly end: (total: bigint) => Promise<ReadStatement>;
}

async function begin(tx: Tx, head: CamtStatement, file: { fileName: string; sha256: string; userId: string }): Promise<Gathering> {
  const known = (await listBankAccounts(tx)).find((each) => each.iban === head.iban);
  // Two files of one account at a time would each take the other's bank transactions for unknown, and read one statement twice.
  const own = known && (await readBankAccount(tx, known.bankAccountId, true));
  if (!own) throw invalid('file', 'statementForeign', { iban: head.iban });
  if (own.currency !== head.currency)
    throw invalid('file', 'statementCurrency', { iban: head.iban, own: own.currency, other: head.currency });
  const statementRef = head.statementRef.slice(0, 100);
  const same = await tx.db
    .select()
    .from(bankStatement)
    .where(and(eq(bankStatement.clientId, tx.clientId), eq(bankStatement.statementRef, statementRef)));
  if (same.some((each) => openStatement(each).iban === head.iban))
    throw invalid('file', 'statementKnown', { ref: head.statementRef, iban: head.iban });
  const statementId = uuidv7();
  await tx.db.insert(bankStatement).values({
    clientId: tx.clientId,
    statementId,
    fileName: file.fileName,
    sha256: file.sha256,
    iban: sealFor('statement', tx.clientId, statementId, head.iban),
    statementRef,
    currency: head.currency,
    fromDate: head.fromDate,
    toDate: head.toDate,
    openingBalance: head.openingBalance,
    closingBalance: head.closingBalance,
    status: 'matching',
    userId: file.userId,
    createdAt: now(),
  });

  // Keyed, because an IBAN can be guessed from its plain digest; with a key that stays when the secret is rotated.
  const signOf = await clientDigest(tx, 'bank_entry.key');
  let rows: Gathered[] = [];
  let [position, fresh] = [0, 0];
  const seen = new Map<string, number>();
  const flush = async () => {
    fresh += await insertEntries(tx, statementId, await withKeys(tx, statementId, head, rows));
    rows = [];
  };
  return {
    add: async (movement) => {
      // What came in counts from the statement alone: a notification may tell of a part of what the statement gathers.
      if (head.isNotification && !movement.isReturn) return;
      const text = fingerprint(head.iban, movement);
      const sign = signOf(text).slice(0, SIGN_LENGTH);
      const count = (seen.get(sign) ?? 0) + 1;
      seen.set(sign, count);
      rows.push({ ...movement, position: ++position, sign, plainSign: plainDigest(text), count });
      if (rows.length >= ROWS) await flush();
    },
    end: async (total) => {
      await flush();
      const { openingBalance: opening, closingBalance: closing, currency } = head;
      if (opening !== null && closing !== null && opening + total !== closing)
        throw invalid('file', 'statementBalances', {
          opening: toDecimal(opening, currency),
          moved: toDecimal(total, currency),
          sum: toDecimal(opening + total, currency),
          closing: toDecimal(closing, currency),
          currency,
        });
      await tx.db
        .update(bankStatement)
        .set({ entryCount: fresh })
        .where(and(eq(bankStatement.clientId, tx.clientId), eq(bankStatement.statementId, statementId)));
      await appendEvents(tx, [
        {
          messageType: 'bankStatementRead',
          payload: { statementId, fileName: file.fileName, statementRef: head.statementRef, entries: fresh, repeated: position - fresh },
        },
      ]);
      await enqueue(tx, matchJob, { clientId: tx.clientId, statementId }, { key: `${matchJob.name}:${statementId}` });
      return { statementId, iban: head.iban, statementRef: head.statementRef, entryCount: fresh, repeatedCount: position - fresh };
    },
  };
}

/** a bank transaction by what it says of itself, and which of several equal ones of its statement it is. */
type Gathered = CamtTransaction & {
  readonly position: number;
  readonly sign: string;
  /** The sign of bank transactions that were read before signs were keyed. */
  readonly plainSign: string;
  readonly count: number;
};
type Row = CamtTransaction & { readonly position: number; readonly key: string };

/** When a statement was, as far as it says so. */
type StatementTime = Pick<CamtStatement, 'fromDate' | 'toDate' | 'openingBalance' | 'closingBalance'>;

/**
 * @returns whether two statements of one account tell of different times, so that equal bank transactions in them are two: they share no day, or
 * at most one, on which one begins with the balance that the other ended with. Two exports of the same day begin with the same balance.
 */
export function coverDifferentTimes(a: StatementTime, b: StatementTime): boolean {
  if (a.fromDate && a.toDate && b.fromDate && b.toDate) {
    if (a.toDate < b.fromDate || b.toDate < a.fromDate) return true;
    const [first, last] = [a.fromDate > b.fromDate ? a.fromDate : b.fromDate, a.toDate < b.toDate ? a.toDate : b.toDate];
    if (first < last) return false;
  }
  if (a.openingBalance === null || b.openingBalance === null || a.openingBalance === b.openingBalance) return false;
  return a.openingBalance === b.closingBalance || b.openingBalance === a.closingBalance;
}

/** What tells bank transactions of an account apart, without what differs between two files that tell of the same one. */
function fingerprint(iban: string, movement: CamtTransaction): string {
  const parts = [
    iban,
    movement.bookingDate ?? movement.valueDate,
    movement.amount.toString(),
    movement.bankRef,
    movement.endToEndId,
    movement.counterpartyIban,
    movement.counterpartyName,
    movement.remittance,
  ];
  return JSON.stringify(parts);
}

const plainDigest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, SIGN_LENGTH);

/** a bank transaction that is kept already, with the time that its statement tells of. */
type Known = StatementTime & { readonly sign: string; readonly statementId: Uuid };

/**
 * The nth of several equal bank transactions of a statement is the nth of any other statement that tells of the same time; a bank transaction that is only
 * known from statements of other times is another one. @returns the bank transactions, each with what makes it count once.
 */
async function withKeys(tx: Tx, statementId: Uuid, head: StatementTime, rows: readonly Gathered[]): Promise<Row[]> {
  const known: (Known & { key: string })[] = [];
  const highest = new Map<string, number>();
  const signOf = new Map(rows.flatMap((row) => [[row.sign, row.sign] as const, [row.plainSign, row.sign] as const]));
  let signs = [...signOf.keys()];
  for (let n = 1; signs.length > 0; n++) {
    const found = await tx.sql<Known & { key: string }>(
      `select e.key, left(e.key, ${SIGN_LENGTH}) as sign, e.statement_id as "statementId", s.from_date as "fromDate", s.to_date as "toDate",
         s.opening_balance as "openingBalance", s.closing_balance as "closingBalance"
       from bank_entry e join bank_statement s on s.client_id = $1 and s.statement_id = e.statement_id where e.client_id = $1 and e.key = any($2)`,
      [tx.clientId, signs.map((sign) => `${sign}:${n}`)],
    );
    for (const each of found) if (each.statementId !== statementId) known.push({ ...each, sign: signOf.get(each.sign) ?? each.sign });
    signs = found.map((each) => each.sign);
    for (const each of found) if (each.statementId !== statementId) highest.set(each.sign, n);
  }
  const same = Map.groupBy(
    known.filter((each) => !coverDifferentTimes(head, each)),
    (each) => each.sign,
  );
  return rows.map((row) => {
    const told = same.get(row.sign) ?? [];
    return { ...row, key: told[row.count - 1]?.key ?? `${row.sign}:${(highest.get(row.sign) ?? 0) + row.count - told.length}` };
  });
}

async function insertEntries(tx: Tx, statementId: Uuid, rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0;
  const ids = rows.map(() => uuidv7());
  const inserted = await tx.sql(
    `insert into bank_entry (client_id, entry_id, statement_id, position, key, amount, currency, booking_date, value_date, counterparty_name, counterparty_iban, remittance,
       end_to_end_id, mandate_ref, return_reason, status, explanation, counterparty_iban_digest)
     select $1, v.id, $2, v.position, v.key, v.amount, v.currency, v.booked, v.valued, v.name, v.iban, v.remittance, v.e2e, v.mandate, v.reason, 'new', v.told::jsonb, v.digest
     from unnest($3::uuid[], $4::int[], $5::text[], $6::bigint[], $7::text[], $8::date[], $9::date[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[])
       as v(id, position, key, amount, currency, booked, valued, name, iban, remittance, e2e, mandate, reason, told, digest)
     on conflict (client_id, key) do nothing returning 1`,
    [
      tx.clientId,
      statementId,
      ids,
      rows.map((row) => row.position),
      rows.map((row) => row.key),
      rows.map((row) => row.amount),
      rows.map((row) => row.currency),
      rows.map((row) => row.bookingDate),
      rows.map((row) => row.valueDate),
      rows.map((row) => row.counterpartyName),
      rows.map((row, n) => sealIban('entry', tx.clientId, ids[n] as Uuid, row.counterpartyIban)),
      rows.map((row) => row.remittance),
      rows.map((row) => row.endToEndId),
      rows.map((row) => row.mandateRef),
      rows.map((row) => row.returnReason),
      rows.map((row) =>
        JSON.stringify({
          isReturn: row.isReturn,
          returnText: row.returnText,
          charge: row.originalAmount === null ? null : ((row.amount < 0n ? -row.amount : row.amount) - row.originalAmount).toString(),
          paymentGroup: row.paymentGroup,
          bankRef: row.bankRef,
        } satisfies Told),
      ),
      rows.map((row) => ibanDigest(tx.clientId, row.counterpartyIban)),
    ],
  );
  return inserted.length;
}

/** @returns statements, newest first, each with how its bank transactions ended. */
export async function listStatements(tx: Tx): Promise<(BankStatement & { counts: Record<string, number> })[]> {
  const statements = await tx.db
    .select()
    .from(bankStatement)
    .where(eq(bankStatement.clientId, tx.clientId))
    .orderBy(desc(bankStatement.createdAt))
    .limit(200);
  const counts = await tx.sql<{ statement_id: Uuid; status: string; count: number }>(
    'select statement_id, status, count(*)::int as count from bank_entry where client_id = $1 and statement_id = any($2::uuid[]) group by 1, 2',
    [tx.clientId, statements.map((each) => each.statementId)],
  );
  return statements.map((each) => ({
    ...openStatement(each),
    counts: Object.fromEntries(counts.filter((row) => row.statement_id === each.statementId).map((row) => [row.status, row.count])),
  }));
}

/** @throws Fault NOT_FOUND */
export async function readStatement(tx: Tx, statementId: Uuid): Promise<BankStatement> {
  const [row] = await tx.db
    .select()
    .from(bankStatement)
    .where(and(eq(bankStatement.clientId, tx.clientId), eq(bankStatement.statementId, statementId)));
  if (!row) throw notFound('statementNotFound');
  return openStatement(row);
}

/** Says that every bank transaction of a statement was looked at. */
export async function finishStatement(tx: Tx, statementId: Uuid): Promise<void> {
  await tx.sql(
    `update bank_statement set status = 'done', finished_at = $3 where client_id = $1 and statement_id = $2 and status <> 'done'`,
    [tx.clientId, statementId, isoInstant(now())],
  );
}
