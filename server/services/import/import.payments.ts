/** A file of payments: each is booked once, on its claim or on the account's claims, oldest first. Nothing is booked beyond the debt. */
import { type SaidWords, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import { appendEvents, type NewEvent } from '../../platform/events.ts';
import { readClaimsOfAccounts, readImportAccounts, readImportClaims } from '../account/intake/import.read.logic.ts';
import type { AccountState, ClaimState } from '../account/intake/states.logic.ts';
import { readPaidById } from '../finance/ledger/import.logic.ts';
import { book, type NewEntry } from '../finance/ledger/ledger.logic.ts';
import { type Chunk, type ChunkImporter, Outcome } from './import.chunk.ts';
import type { ImportedRow } from './import.reader.ts';
import { uuidOf } from './import.repeats.ts';

interface Debts {
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly claims: ReadonlyMap<string, ClaimState>;
  /** Claims of each account, oldest due date first. */
  readonly ofAccount: ReadonlyMap<Uuid, readonly ClaimState[]>;
}

export const importPayments: ChunkImporter = async (chunk) => {
  const { tx, rows, overlay } = chunk;
  const debts = await readDebts(chunk);
  const ids = rows.map((row) => paymentId(row));
  const accountIds = [
    ...new Set([
      ...[...debts.accounts.values()].map(({ accountId }) => accountId),
      ...[...debts.claims.values()].map(({ accountId }) => accountId),
    ]),
  ];
  const paid = await readPaidById(tx, accountIds, ids);
  for (const [id, amount] of (await overlay?.recall<bigint>('payment', ids)) ?? []) paid.set(id, amount);
  const outcome = new Outcome();
  const entries: NewEntry[] = [];
  const events: NewEvent[] = [];
  for (const row of rows) {
    const id = paymentId(row);
    const amount = row.payment?.amount ?? 0n;
    const targets = findTargets(debts, row);
    if ('words' in targets) {
      outcome.reject(row, targets.field, targets.words);
      continue;
    }
    const booked = paid.get(id);
    const account = targets.claims[0]?.accountRef ?? row.account.ref;
    if (booked === amount) {
      outcome.unchanged++;
      continue;
    }
    if (booked !== undefined) {
      outcome.reject(
        row,
        'payment.amount',
        words('rowBookedAs', { payment: row.paymentRef, booked: toDecimal(booked, row.currency), amount: toDecimal(amount, row.currency) }),
      );
      continue;
    }
    const open = targets.claims.reduce((sum, claim) => sum + claim.balance, 0n);
    if (amount > open) {
      const sums = { payment: toDecimal(amount, row.currency), due: toDecimal(open, row.currency) };
      outcome.reject(
        row,
        'payment.amount',
        row.claimRef === '' ? words('rowPaidAccount', { ...sums, account }) : words('rowPaidClaim', { ...sums, claim: row.claimRef }),
      );
      continue;
    }
    const parts = spread(targets.claims, amount);
    for (const [index, part] of parts.entries())
      entries.push({
        accountId: part.claim.accountId,
        externalClaimRef: part.claim.ref,
        kind: 'payment',
        amount: -part.amount,
        currency: row.currency,
        valueDate: row.payment?.date ?? chunk.today,
        key: `${paymentKey(row)}:${index + 1}`,
        description: row.payment?.method ?? '',
        paymentId: id,
        bookedAt: chunk.at,
      });
    events.push({
      messageType: 'paymentSettled',
      accountId: parts[0]?.claim.accountId ?? null,
      externalClaimRef: parts.length === 1 ? (parts[0]?.claim.ref ?? null) : null,
      emitTime: chunk.at,
      payload: {
        amount: toDecimal(amount, row.currency),
        currency: row.currency,
        valueDate: row.payment?.date,
        method: row.payment?.method ?? '',
        paymentId: id,
        source: 'import',
      },
    });
    paid.set(id, amount);
    outcome.created++;
    outcome.add(row.currency, 'payments', amount);
  }
  if (overlay) {
    await overlay.remember('payment', paid);
    await overlay.remember('claim', debts.claims, (claim) => claim.accountRef);
  } else {
    await book(tx, entries);
    await appendEvents(tx, events);
  }
  return outcome;
};

async function readDebts({ tx, rows, overlay }: Chunk): Promise<Debts> {
  const accounts = await readImportAccounts(tx, [...new Set(rows.filter((row) => row.account.ref !== '').map((row) => row.account.ref))]);
  const withoutClaim = new Set(rows.filter((row) => row.claimRef === '').map((row) => row.account.ref));
  const ids = [...accounts.values()].filter((account) => withoutClaim.has(account.ref)).map(({ accountId }) => accountId);
  const lock = overlay === null;
  const claims = await readImportClaims(tx, [...new Set(rows.filter((row) => row.claimRef !== '').map((row) => row.claimRef))], lock);
  const ofAccount = new Map<Uuid, ClaimState[]>();
  const all = await readClaimsOfAccounts(tx, ids, lock);
  const earlier = overlay
    ? new Map([
        ...(await overlay.recall<ClaimState>('claim', [...claims.keys()])),
        ...(await overlay.recallGroup<ClaimState>('claim', [...withoutClaim])),
      ])
    : new Map();
  for (const claim of all) {
    // One object per claim, so that a payment on the claim and one on its account see each other.
    const state = claims.get(claim.ref) ?? claim;
    claims.set(claim.ref, state);
    const list = ofAccount.get(claim.accountId);
    if (list) list.push(state);
    else ofAccount.set(claim.accountId, [state]);
  }
  for (const [ref, claim] of earlier) Object.assign(claims.get(ref) ?? {}, { balance: claim.balance });
  return { accounts, claims, ofAccount };
}

interface Refusal {
  readonly field: string;
  readonly words: SaidWords;
}

function findTargets(debts: Debts, row: ImportedRow): { readonly claims: readonly ClaimState[] } | Refusal {
  const account = row.account.ref === '' ? undefined : debts.accounts.get(row.account.ref);
  if (row.account.ref !== '' && !account) return { field: 'account.ref', words: words('rowAccountUnknown', { account: row.account.ref }) };
  if (account && account.currency !== row.currency)
    return {
      field: 'claim.currency',
      words: words('rowAccountCurrency', { account: account.ref, currency: account.currency, rowCurrency: row.currency }),
    };
  if (row.claimRef === '') return { claims: (account && debts.ofAccount.get(account.accountId)) ?? [] };
  const claim = debts.claims.get(row.claimRef);
  if (!claim || claim.status === 'deleted') return { field: 'claim.ref', words: words('rowClaimUnknown', { claim: row.claimRef }) };
  if (account && claim.accountId !== account.accountId)
    return { field: 'account.ref', words: words('rowClaimElsewhere', { claim: claim.ref, account: claim.accountRef }) };
  if (claim.currency !== row.currency)
    return {
      field: 'claim.currency',
      words: words('rowClaimCurrency', { claim: claim.ref, currency: claim.currency, rowCurrency: row.currency }),
    };
  return { claims: [claim] };
}

/** Takes an amount off the claims in their order, which must owe that much. @returns what each one gets, in minor units. */
export function spread<Claim extends { balance: bigint }>(claims: readonly Claim[], amount: bigint): { claim: Claim; amount: bigint }[] {
  const parts: { claim: Claim; amount: bigint }[] = [];
  let rest = amount;
  for (const claim of claims) {
    if (rest === 0n) break;
    if (claim.balance <= 0n) continue;
    const part = claim.balance < rest ? claim.balance : rest;
    claim.balance -= part;
    rest -= part;
    parts.push({ claim, amount: part });
  }
  return parts;
}

/** A payment with a reference is known by it; one without by all that is said about it, and how many times that came. */
function paymentKey(row: ImportedRow): string {
  return row.paymentRef === '' ? `import:payment:${uuidOf(row.contentKey)}:${row.occurrence}` : `import:payment:${row.paymentRef}`;
}

function paymentId(row: ImportedRow): Uuid {
  return uuidOf(paymentKey(row));
}
