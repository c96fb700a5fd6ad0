/**
 * Chunks of claims that are all new: what is to be written does not depend on what happens before their turn, so they are decided and
 * formatted while others are written, and written beside them. A portfolio that comes for the first time is nothing else.
 */

import type { Instant } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { refreshImported } from '../account/account.import.logic.ts';
import { composePortfolio, type NewPortfolio } from '../account/account.import.new.logic.ts';
import { readClaimDigests, readImportAccounts } from '../account/account.import.read.logic.ts';
import type { AccountState } from '../account/account.states.logic.ts';
import type { Chunk, Outcome } from './import.chunk.ts';
import { finishPortfolio, writePortfolio } from './import.claims.ts';
import { type Decisions, decide, touchedBy } from './import.decide.ts';

/** What chunks that are not committed yet have made: the database does not show it to the next ones. */
export interface Made {
  readonly claimRefs: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, AccountState>;
}

/** A chunk that only makes claims, decided and formatted before its turn. */
export interface NewClaims extends Made {
  readonly outcome: Outcome;
  /** May run beside the chunk before. */
  readonly write: (tx: Tx) => Promise<void>;
  /** Comes after `write`, when the chunk before is committed. */
  readonly finish: (tx: Tx) => Promise<void>;
}

/**
 * Prepares a chunk of claims that nobody knew, on accounts that are new or that it says nothing new about: nothing that happens before its
 * turn changes what is to be written. @param open the chunks before that are not committed. @returns null for any other chunk.
 */
export async function prepareNewClaims(chunk: Chunk, open: readonly Made[]): Promise<NewClaims | null> {
  const { tx, rows, at } = chunk;
  const claimRefs = new Set(rows.map((row) => row.claimRef));
  if (claimRefs.size < rows.length || rows.some((row) => open.some((made) => made.claimRefs.has(row.claimRef)))) return null;
  const known = await readClaimDigests(tx, [...claimRefs]);
  if (known.size > 0) return null;
  const refs = [...new Set(rows.map((row) => row.account.ref))];
  const accounts = await readImportAccounts(tx, refs);
  for (const made of open)
    for (const ref of refs) {
      const account = made.accounts.get(ref);
      if (account) accounts.set(ref, account);
    }
  for (const row of rows) {
    const account = accounts.get(row.account.ref);
    if (account && account.digest !== row.account.digest) return null;
  }
  const decisions = decide(chunk, rows, accounts, new Map());
  return madeOf(decisions, await composePortfolio(tx, decisions.newAccounts, decisions.newClaims, at), claimRefs, at);
}

/** A function of its own, so that what is written later holds on to nothing but this: not to the chunks before, which hold on to theirs. */
function madeOf(decisions: Decisions, portfolio: NewPortfolio, claimRefs: ReadonlySet<string>, at: Instant): NewClaims {
  const { outcome, newEntries } = decisions;
  const touched = touchedBy(decisions);
  return {
    outcome,
    claimRefs,
    accounts: new Map(decisions.newAccounts.map((account) => [account.ref, account])),
    write: (tx) => writePortfolio(tx, portfolio, at),
    finish: async (tx) => {
      await finishPortfolio(tx, portfolio, newEntries, at);
      await refreshImported(tx, touched);
    },
  };
}
