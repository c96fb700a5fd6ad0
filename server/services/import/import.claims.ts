/** A file of claims: each row is an upsert by its reference. The ledger is never contradicted: such a row is reported. */
import type { Instant } from '../../../core/time.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { composePortfolio, type NewPortfolio } from '../account/intake/import.compose.logic.ts';
import { refreshImported, writeChangedAccounts, writeClaimFields } from '../account/intake/import.logic.ts';
import { finishNewPortfolio, writeNewPortfolio } from '../account/intake/import.new.logic.ts';
import { readClaimDigests, readImportAccounts, readImportClaims, readImportDebtors } from '../account/intake/import.read.logic.ts';
import type { AccountState } from '../account/intake/states.logic.ts';
import { readPaidByKey, writeImportEntries, writeStagedPrincipals } from '../finance/ledger/import.logic.ts';
import { book, type NewEntry } from '../finance/ledger/ledger.logic.ts';
import type { Chunk, ChunkImporter } from './import.chunk.ts';
import { type Decisions, decide, type Known, paymentKey, touchedBy } from './import.decide.ts';
import type { ImportedRow } from './import.reader.ts';

export const importClaims: ChunkImporter = async (chunk) => {
  const { tx, rows, overlay } = chunk;
  const refs = [...new Set(rows.map((row) => row.claimRef))];
  const earlier = (await overlay?.recall<Known>('claim', refs)) ?? new Map<string, Known>();
  const digests = await readClaimDigests(tx, refs);
  for (const [ref, claim] of earlier) digests.set(ref, claim.digest);
  // What a file says again word by word needs no second look; in a chunk that repeats a reference each row does.
  const open = rows.length === refs.length ? rows.filter((row) => digests.get(row.claimRef) !== row.digest) : rows;
  const claims = await readClaims(
    chunk,
    open.map((row) => row.claimRef).filter((ref) => digests.has(ref)),
  );
  for (const [ref, claim] of earlier) claims.set(ref, claim);
  const accounts = await readAccounts(chunk, open);
  const decisions = decide(chunk, open, accounts, claims);
  decisions.outcome.unchanged += rows.length - open.length;
  if (overlay) {
    await overlay.remember('account', accounts);
    await overlay.remember('claim', claims, (claim) => claim.accountRef);
  } else await write(chunk, decisions);
  return decisions.outcome;
};

async function readClaims({ tx, overlay }: Chunk, refs: readonly string[]): Promise<Map<string, Known>> {
  const claims = await readImportClaims(tx, refs, overlay === null);
  const paid = await readPaidByKey(tx, [...claims.keys()].map(paymentKey));
  return new Map([...claims].map(([ref, claim]) => [ref, { ...claim, paid: paid.get(paymentKey(ref)) ?? null }]));
}

/** The accounts that rows name, with debtors where a row says something new about them, or always. */
export async function readAccounts(
  { tx, overlay }: Chunk,
  rows: readonly ImportedRow[],
  always = false,
): Promise<Map<string, AccountState>> {
  const refs = [...new Set(rows.map((row) => row.account.ref))];
  const accounts = await readImportAccounts(tx, refs);
  for (const [ref, account] of (await overlay?.recall<AccountState>('account', refs)) ?? []) accounts.set(ref, account);
  const open = new Set(
    rows.filter((row) => always || accounts.get(row.account.ref)?.digest !== row.account.digest).map((row) => row.account.ref),
  );
  await readImportDebtors(
    tx,
    [...accounts.values()].filter((account) => open.has(account.ref) && account.debtors === null),
  );
  return accounts;
}

/** Writes new accounts and claims with the principals of their ledgers. */
export async function writePortfolio(tx: Tx, portfolio: NewPortfolio, at: Instant): Promise<void> {
  await writeNewPortfolio(tx, portfolio);
  if (portfolio.claims.count === 0) return;
  await writeStagedPrincipals(tx, at);
}

export async function finishPortfolio(tx: Tx, portfolio: NewPortfolio, newEntries: readonly NewEntry[], at: Instant): Promise<void> {
  await writeImportEntries(tx, newEntries, at);
  await finishNewPortfolio(tx, portfolio);
}

async function write({ tx, at, readAhead }: Chunk, decisions: Decisions): Promise<void> {
  readAhead();
  const portfolio = await composePortfolio(tx, decisions.newAccounts, decisions.newClaims, at);
  await writePortfolio(tx, portfolio, at);
  await finishPortfolio(tx, portfolio, decisions.newEntries, at);
  await writeChangedAccounts(tx, [...decisions.changedAccounts.values()], at);
  await writeClaimFields(tx, [...decisions.changedClaims.values()], at);
  await book(tx, decisions.changedEntries);
  await appendEvents(
    tx,
    decisions.events.map((event) => ({ ...event, emitTime: at })),
  );
  await refreshImported(tx, touchedBy(decisions));
}
