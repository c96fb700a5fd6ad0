/** A file of accounts and debtors: one row per account, or one per debtor with the role it has. */
import { words } from '../../../core/fault.ts';
import { composePortfolio } from '../account/intake/import.compose.logic.ts';
import { refreshImported, writeChangedAccounts } from '../account/intake/import.logic.ts';
import { finishNewPortfolio, writeNewPortfolio } from '../account/intake/import.new.logic.ts';
import type { AccountState } from '../account/intake/states.logic.ts';
import { mergeAccount, newAccount } from './import.accounts.ts';
import { type ChunkImporter, Outcome } from './import.chunk.ts';
import { readAccounts } from './import.claims.ts';

export const importPeople: ChunkImporter = async (chunk) => {
  const { tx, rows, mapping, overlay, at } = chunk;
  const accounts = await readAccounts(chunk, rows, true);
  const outcome = new Outcome();
  const created = new Set<AccountState>();
  const changed = new Map<AccountState, string[]>();
  for (const row of rows) {
    const account = accounts.get(row.account.ref);
    if (!account) {
      if (mapping.createAccounts === false) {
        outcome.reject(row, 'account.ref', words('rowAccountUnknown', { account: row.account.ref }));
        continue;
      }
      const fresh = newAccount(row.account, row.currency, row.role, chunk.newMeta.account);
      accounts.set(fresh.ref, fresh);
      created.add(fresh);
      outcome.created++;
      outcome.newAccounts++;
      continue;
    }
    if (row.hasCurrency && row.currency !== account.currency) {
      outcome.reject(
        row,
        'claim.currency',
        words('rowAccountCurrency', { account: account.ref, currency: account.currency, rowCurrency: row.currency }),
      );
      continue;
    }
    const { digest } = account;
    const fields = mergeAccount(account, row.account, row.role);
    // The digest belongs to files of claims: one row of several debtors does not speak for the account.
    account.digest = digest;
    if (fields.length === 0) outcome.unchanged++;
    else {
      outcome.changed++;
      if (!created.has(account)) changed.set(account, [...new Set([...(changed.get(account) ?? []), ...fields])]);
    }
  }
  if (overlay) await overlay.remember('account', accounts);
  else {
    const portfolio = await composePortfolio(tx, [...created], [], at);
    await writeNewPortfolio(tx, portfolio);
    await finishNewPortfolio(tx, portfolio);
    await writeChangedAccounts(
      tx,
      [...changed].map(([account, fields]) => ({ account, fields })),
      at,
    );
    await refreshImported(tx, new Set([...changed.keys()].map(({ accountId }) => accountId)));
  }
  return outcome;
};
