/** What the rows of claims mean for what is known: decided row by row, without the database. The ledger is never contradicted. */
import { type SaidWords, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import type { CalendarDate } from '../../../core/time.ts';
import type { NewEvent } from '../../platform/events.ts';
import { CLAIM_TEXTS, type ClaimTexts } from '../account/intake/claimTexts.logic.ts';
import type { NewClaim } from '../account/intake/import.compose.logic.ts';
import type { AccountState, ClaimState } from '../account/intake/states.logic.ts';
import type { NewEntry } from '../finance/ledger/ledger.logic.ts';
import { mergeAccount, mergeTexts, newAccount } from './import.accounts.ts';
import { type Chunk, Outcome } from './import.chunk.ts';
import type { ImportedRow } from './import.reader.ts';

/** Of a claim whose row says nothing. */
const TEXTS = { ...(Object.fromEntries(CLAIM_TEXTS.map((name) => [name, null])) as ClaimTexts), type: 'invoice' };

/** A claim and what the import itself booked as its payment. */
export interface Known extends ClaimState {
  paid: bigint | null;
}

export interface Decisions {
  readonly outcome: Outcome;
  readonly newAccounts: AccountState[];
  readonly changedAccounts: Map<string, { account: AccountState; fields: string[] }>;
  readonly newClaims: NewClaim[];
  readonly newEntries: NewEntry[];
  readonly changedClaims: Map<string, Known>;
  readonly changedEntries: NewEntry[];
  readonly events: NewEvent[];
}

/** Which import decides, when, and what new records begin with. */
type Moment = Pick<Chunk, 'importId' | 'at' | 'today' | 'newMeta'>;

const feeKey = (ref: string) => `import:${ref}:fee`;
export const paymentKey = (ref: string) => `import:${ref}:payment`;

/** Pure: goes through the rows in their order and notes what is to be written. Changes the states it is given. */
export function decide(
  chunk: Moment,
  rows: readonly ImportedRow[],
  accounts: Map<string, AccountState>,
  claims: Map<string, Known>,
): Decisions {
  const decisions: Decisions = {
    outcome: new Outcome(),
    newAccounts: [],
    changedAccounts: new Map(),
    newClaims: [],
    newEntries: [],
    changedClaims: new Map(),
    changedEntries: [],
    events: [],
  };
  const isNew = new Set<AccountState>();
  for (const given of rows) {
    const known = claims.get(given.claimRef);
    const row = known && given.amount === 0n ? settled(given, known, chunk.today) : given;
    if (known?.digest === row.digest) {
      decisions.outcome.unchanged++;
      continue;
    }
    const account = accounts.get(row.account.ref);
    const reason = known ? contradiction(known, row, account) : newContradiction(row, account);
    if (reason) {
      decisions.outcome.reject(row, reason.field, reason.words);
      continue;
    }
    let target = account;
    if (!target) {
      target = newAccount(row.account, row.currency, 'main', chunk.newMeta.account);
      accounts.set(target.ref, target);
      isNew.add(target);
      decisions.newAccounts.push(target);
      decisions.outcome.newAccounts++;
    } else if (target.digest !== row.account.digest) {
      const fields = mergeAccount(target, row.account, 'main');
      if (!isNew.has(target)) {
        const before = decisions.changedAccounts.get(target.ref);
        decisions.changedAccounts.set(target.ref, { account: target, fields: [...new Set([...(before?.fields ?? []), ...fields])] });
      }
    }
    if (known) change(chunk, decisions, known, row);
    else claims.set(row.claimRef, create(chunk, decisions, target, row));
  }
  return decisions;
}

/** What a row says that names no amount any more for a claim that is known: all of it that is open is paid. */
function settled(row: ImportedRow, known: Known, today: CalendarDate): ImportedRow {
  const { date, method } = row.payment ?? { date: null, method: '' };
  return { ...row, amount: known.amount, payment: { amount: null, date: date ?? today, method } };
}

interface Contradiction {
  readonly field: string;
  readonly words: SaidWords;
}

function newContradiction(row: ImportedRow, account: AccountState | undefined): Contradiction | null {
  if (row.amount === 0n) return { field: 'claim.amount', words: words('cellNoDebt', { amount: toDecimal(0n, row.currency) }) };
  if (account && account.currency !== row.currency)
    return {
      field: 'claim.currency',
      words: words('rowAccountCurrency', { account: account.ref, currency: account.currency, rowCurrency: row.currency }),
    };
  const total = row.amount + (row.fees ?? 0n);
  const paid = row.payment?.amount ?? 0n;
  if (paid > total)
    return {
      field: 'payment.amount',
      words: words('rowPaidDebt', { payment: toDecimal(paid, row.currency), debt: toDecimal(total, row.currency) }),
    };
  return null;
}

/** Why a row must not be applied to a claim that is known; null when it may. */
function contradiction(known: Known, row: ImportedRow, account: AccountState | undefined): Contradiction | null {
  if (known.status === 'deleted') return { field: 'claim.ref', words: words('rowClaimDeleted', { claim: known.ref }) };
  if (known.accountRef !== row.account.ref || (account && account.accountId !== known.accountId))
    return { field: 'account.ref', words: words('rowClaimElsewhere', { claim: known.ref, account: known.accountRef }) };
  if (known.currency !== row.currency)
    return {
      field: 'claim.currency',
      words: words('rowClaimCurrency', { claim: known.ref, currency: known.currency, rowCurrency: row.currency }),
    };
  const text = (minor: bigint) => toDecimal(minor, known.currency);
  const balance = balanceAfter(known, row);
  if (balance < 0n)
    return {
      field: 'claim.amount',
      words: words('rowBelowPaid', { amount: text(row.amount), balance: text(balance) }),
    };
  if (!row.payment?.amount) return null;
  if (known.paid !== null && known.paid !== row.payment.amount)
    return {
      field: 'payment.amount',
      words: words('rowBooked', { booked: text(known.paid), amount: text(row.payment.amount) }),
    };
  if (known.paid === null && row.payment.amount > balance)
    return { field: 'payment.amount', words: words('rowPaidBalance', { payment: text(row.payment.amount), balance: text(balance) }) };
  return null;
}

/** Minor units that would be open after the row's amount and fees, before its payment. */
function balanceAfter(known: Known, row: ImportedRow): bigint {
  return known.balance + (row.amount - known.amount) + (row.fees === null ? 0n : row.fees - known.fees);
}

function create({ at, today, newMeta }: Moment, decisions: Decisions, account: AccountState, row: ImportedRow): Known {
  const total = row.amount + (row.fees ?? 0n);
  const paid = row.payment ? (row.payment.amount ?? total) : 0n;
  const valueDate = row.date ?? row.dueDate ?? today;
  const entry = (kind: NewEntry['kind'], amount: bigint, key: string, day = valueDate, description = ''): void => {
    decisions.newEntries.push({
      accountId: account.accountId,
      externalClaimRef: row.claimRef,
      kind,
      amount,
      currency: row.currency,
      valueDate: day,
      key,
      description,
      bookedAt: at,
    });
  };
  if (row.fees) entry('fee', row.fees, feeKey(row.claimRef));
  if (paid > 0n) entry('payment', -paid, paymentKey(row.claimRef), row.payment?.date ?? row.dueDate ?? today, row.payment?.method);
  const claim: Known = {
    // First, since copying is fast there alone; each claim has the same shape whatever its row says.
    ...TEXTS,
    ref: row.claimRef,
    accountId: account.accountId,
    accountRef: account.ref,
    currency: row.currency,
    amount: row.amount,
    balance: total - paid,
    fees: row.fees ?? 0n,
    dueDate: row.dueDate,
    meta: { ...(newMeta.claim as Known['meta']), ...row.meta },
    status: total === paid ? 'resolved' : 'open',
    disputed: row.disputed === true,
    digest: row.digest,
    paid: paid > 0n ? paid : null,
  };
  const texts: ClaimTexts = claim;
  for (const name of CLAIM_TEXTS) texts[name] = row.texts[name] ?? TEXTS[name];
  // A later row of the same file may change the claim: what is written first is a copy.
  decisions.newClaims.push({ ...claim, valueDate });
  decisions.outcome.created++;
  decisions.outcome.add(row.currency, 'claims', row.amount);
  decisions.outcome.add(row.currency, 'fees', row.fees ?? 0n);
  decisions.outcome.add(row.currency, 'payments', paid);
  return claim;
}

/** Lays a row over a known claim: amounts as entries, the rest as fields. */
function change({ importId, at, today }: Moment, decisions: Decisions, known: Known, row: ImportedRow): void {
  const { outcome } = decisions;
  const changes: Record<string, [string | null, string | null]> = {};
  const place = `import:${importId}:${row.number}`;
  const entry = (kind: NewEntry['kind'], amount: bigint, key: string, valueDate = today, description = ''): void => {
    decisions.changedEntries.push({
      accountId: known.accountId,
      externalClaimRef: known.ref,
      kind,
      amount,
      currency: known.currency,
      valueDate,
      key,
      description,
      bookedAt: at,
    });
    known.balance += amount;
  };
  const amountChange = row.amount - known.amount;
  if (amountChange !== 0n) {
    changes.amount = [toDecimal(known.amount, known.currency), toDecimal(row.amount, known.currency)];
    entry('correction', amountChange, `${place}:correction`);
    known.amount = row.amount;
    outcome.add(known.currency, 'corrections', amountChange);
  }
  const feeChange = row.fees === null ? 0n : row.fees - known.fees;
  if (feeChange !== 0n) {
    changes.fees = [toDecimal(known.fees, known.currency), toDecimal(known.fees + feeChange, known.currency)];
    entry('fee', feeChange, `${place}:fee`);
    known.fees += feeChange;
    outcome.add(known.currency, 'fees', feeChange);
  }
  if (row.payment && known.balance > 0n && (known.paid === null || row.payment.amount === null)) {
    const amount = row.payment.amount ?? known.balance;
    const valueDate = row.payment.date ?? row.dueDate ?? today;
    entry('payment', -amount, known.paid === null ? paymentKey(known.ref) : `${place}:payment`, valueDate, row.payment.method);
    known.paid = (known.paid ?? 0n) + amount;
    outcome.add(known.currency, 'payments', amount);
    decisions.events.push({
      messageType: 'paymentSettled',
      accountId: known.accountId,
      externalClaimRef: known.ref,
      payload: {
        amount: toDecimal(amount, known.currency),
        currency: known.currency,
        valueDate,
        method: row.payment.method,
        source: 'import',
      },
    });
  }
  if (row.dueDate && row.dueDate !== known.dueDate) {
    changes.dueDate = [known.dueDate, row.dueDate];
    known.dueDate = row.dueDate;
  }
  for (const name of CLAIM_TEXTS) {
    const said = row.texts[name];
    if (said === undefined || said === known[name]) continue;
    changes[name] = [known[name], said];
    known[name] = said;
  }
  const meta = mergeTexts(known.meta, row.meta);
  if (meta) {
    for (const key of Object.keys(row.meta))
      if (known.meta[key] !== row.meta[key]) changes[`meta.${key}`] = [known.meta[key] ?? null, row.meta[key] ?? null];
    known.meta = meta;
  }
  // A file does not end a dispute: staff does, after looking at it.
  if (row.disputed && !known.disputed) {
    known.disputed = true;
    decisions.events.push({
      messageType: 'claimDisputed',
      accountId: known.accountId,
      externalClaimRef: known.ref,
      payload: { source: 'import' },
    });
  }
  known.digest = row.digest;
  known.status = known.balance <= 0n ? 'resolved' : 'open';
  decisions.changedClaims.set(known.ref, known);
  if (Object.keys(changes).length > 0)
    decisions.events.push({
      messageType: 'claimChanged',
      accountId: known.accountId,
      externalClaimRef: known.ref,
      payload: { source: 'import', changes },
    });
  outcome.changed++;
}

/** Known accounts that search must look at again: new ones are written complete. */
export function touchedBy({ newClaims, newAccounts, changedAccounts, changedClaims }: Decisions): Set<Uuid> {
  const touched = new Set(newClaims.map(({ accountId }) => accountId));
  for (const { accountId } of newAccounts) touched.delete(accountId);
  for (const { account } of changedAccounts.values()) touched.add(account.accountId);
  for (const { accountId } of changedClaims.values()) touched.add(accountId);
  return touched;
}
