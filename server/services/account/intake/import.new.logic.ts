/** Writes accounts and claims that nobody knew before, set-based in one transaction. */
import type { EventType } from '../../../../core/events/catalogue.ts';
import { appendEventsFrom } from '../../../platform/events.ts';
import { idSeries, namesOf, stage } from '../../../platform/staging.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { writeLabels } from '../ground/label.logic.ts';
import { ACCOUNT_COLUMNS, CLAIM_COLUMNS, NEW_ACCOUNTS, NEW_CLAIMS, type NewPortfolio } from './import.compose.logic.ts';
import { at, NEW_CONTACTS, NEW_DEBTORS } from './import.debtor.ts';

/** Writes the rows and says that they are there. The claims' ledger entries are written beside them (ledger/import.logic.ts) and add up to their balances. */
export async function writeNewPortfolio(tx: Tx, portfolio: NewPortfolio): Promise<void> {
  const moment = at(portfolio.moment);
  const client = `'${tx.clientId}'`;
  if (portfolio.accounts.count > 0) {
    await stage(tx, NEW_ACCOUNTS, portfolio.accounts);
    await stage(tx, NEW_DEBTORS, portfolio.debtors);
    await stage(tx, NEW_CONTACTS, portfolio.contacts);
  }
  if (portfolio.claims.count > 0) await stage(tx, NEW_CLAIMS, portfolio.claims);
  const [account, claim] = [ACCOUNT_COLUMNS, CLAIM_COLUMNS].map(namesOf);
  const { columns: debtor } = NEW_DEBTORS;
  const { columns: contact } = NEW_CONTACTS;
  if (portfolio.accounts.count > 0)
    await tx.sql(
      `insert into account (client_id, created_at, updated_at, ${account}) select ${client}, ${moment}, ${moment}, ${account} from ${NEW_ACCOUNTS.name};
       insert into debtor (client_id, ${debtor}) select ${client}, ${debtor} from ${NEW_DEBTORS.name};
       insert into contact_point (client_id, updated_at, ${contact}) select ${client}, ${moment}, ${contact} from ${NEW_CONTACTS.name}`,
    );
  if (portfolio.claims.count > 0)
    await tx.sql(
      `insert into claim (client_id, created_at, updated_at, external_due_date, status_reason, disputed_at, ${claim})
       select ${client}, ${moment}, ${moment}, due_date, case when status = 'resolved' then 'paid' end, case when disputed then ${moment} end, ${claim} from ${NEW_CLAIMS.name}`,
    );
  // An account's first event bears the account's id, a claim's the id of its first ledger entry: there is one of each.
  if (portfolio.accounts.count > 0) await tell(tx, portfolio, 'accountCreated', 'account_id', 'null::text', 'event', NEW_ACCOUNTS.name);
  if (portfolio.claims.count > 0) await tell(tx, portfolio, 'claimImported', 'id', 'external_claim_ref', 'event', NEW_CLAIMS.name);
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
      `${NEW_CLAIMS.name} where disputed`,
    );
  if (portfolio.resolved > 0)
    await tell(
      tx,
      portfolio,
      'claimResolved',
      idSeries('row_number() over ()'),
      'external_claim_ref',
      `json_build_object('balance', '0', 'currency', currency)`,
      `${NEW_CLAIMS.name} where status = 'resolved'`,
    );
  await writeLabels(tx, portfolio.products, portfolio.portfolios);
}

async function tell(
  tx: Tx,
  { moment }: NewPortfolio,
  type: EventType,
  id: string,
  ref: string,
  payload: string,
  from: string,
): Promise<void> {
  await appendEventsFrom(
    tx,
    [type],
    `select ${id} as message_id, '${type}' as message_type, ${at(moment)} as emit_time, account_id, ${ref} as external_claim_ref, ${payload} as payload from ${from}`,
  );
}
