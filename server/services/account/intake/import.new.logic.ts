/** Writes accounts and claims that nobody knew before, set-based in one transaction. */
import { appendEventsFrom } from '../../../platform/events.ts';
import { idSeries, stage } from '../../../platform/staging.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { writeLabels } from '../ground/label.logic.ts';
import { ACCOUNT_COLUMNS, CLAIM_COLUMNS, type NewPortfolio } from './import.compose.logic.ts';
import { at, CONTACT_COLUMNS, DEBTOR_COLUMNS, namesOf, stagedColumns } from './import.debtor.ts';

/** The principals of the claims that `writeNewPortfolio` has staged, as finance appends them: rows (entry_id, account_id, external_claim_ref, amount, currency, value_date). */
export const STAGED_PRINCIPALS = 'select id as entry_id, account_id, external_claim_ref, amount, currency, value_date from import_claim';

/** Writes the rows and says that they are there. The claims' ledger entries are written beside them (ledger/import.logic.ts) and add up to their balances. */
export async function writeNewPortfolio(tx: Tx, portfolio: NewPortfolio): Promise<void> {
  const moment = at(portfolio.moment);
  const client = `'${tx.clientId}'`;
  if (portfolio.accounts.count > 0) {
    await stage(tx, 'import_account', `${stagedColumns(ACCOUNT_COLUMNS)}, event json`, portfolio.accounts);
    await stage(tx, 'import_debtor', stagedColumns(DEBTOR_COLUMNS), portfolio.debtors);
    await stage(tx, 'import_contact', stagedColumns(CONTACT_COLUMNS), portfolio.contacts);
  }
  if (portfolio.claims.count > 0)
    await stage(
      tx,
      'import_claim',
      `${stagedColumns(CLAIM_COLUMNS)}, id uuid, disputed boolean, value_date date, event json`,
      portfolio.claims,
    );
  const [account, debtor, contact, claim] = [ACCOUNT_COLUMNS, DEBTOR_COLUMNS, CONTACT_COLUMNS, CLAIM_COLUMNS].map(namesOf);
  if (portfolio.accounts.count > 0)
    await tx.sql(
      `insert into account (client_id, created_at, updated_at, ${account}) select ${client}, ${moment}, ${moment}, ${account} from import_account;
       insert into debtor (client_id, ${debtor}) select ${client}, ${debtor} from import_debtor;
       insert into contact_point (client_id, updated_at, ${contact}) select ${client}, ${moment}, ${contact} from import_contact`,
    );
  if (portfolio.claims.count > 0)
    await tx.sql(
      `insert into claim (client_id, created_at, updated_at, external_due_date, status_reason, disputed_at, ${claim})
       select ${client}, ${moment}, ${moment}, due_date, case when status = 'resolved' then 'paid' end, case when disputed then ${moment} end, ${claim} from import_claim`,
    );
  // An account's first event bears the account's id, a claim's the id of its first ledger entry: there is one of each.
  if (portfolio.accounts.count > 0) await tell(tx, portfolio, 'accountCreated', 'account_id', 'null::text', 'event', 'import_account');
  if (portfolio.claims.count > 0) await tell(tx, portfolio, 'claimImported', 'id', 'external_claim_ref', 'event', 'import_claim');
}

/** What others react to, and what the chunks of an import write in turns. Comes after `writeNewPortfolio`. */
export async function finishNewPortfolio(tx: Tx, portfolio: NewPortfolio): Promise<void> {
  if (portfolio.disputed > 0)
    await tell(
      tx,
      portfolio,
      'claimDisputed',
      idSeries('row_number() over ()'),
      'external_claim_ref',
      `'{"source": "import"}'::json`,
      'import_claim where disputed',
    );
  if (portfolio.resolved > 0)
    await tell(
      tx,
      portfolio,
      'claimResolved',
      idSeries('row_number() over ()'),
      'external_claim_ref',
      `json_build_object('balance', '0', 'currency', currency)`,
      `import_claim where status = 'resolved'`,
    );
  await writeLabels(tx, portfolio.products, portfolio.portfolios);
}

async function tell(tx: Tx, { moment }: NewPortfolio, type: string, id: string, ref: string, payload: string, from: string): Promise<void> {
  await appendEventsFrom(
    tx,
    [type],
    `select ${id} as message_id, '${type}' as message_type, ${at(moment)} as emit_time, account_id, ${ref} as external_claim_ref, ${payload} as payload from ${from}`,
  );
}
