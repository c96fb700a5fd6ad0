/** Accounts, debtors and claims that are known, by the ten thousand: written set-based, for the import. */
import type { Uuid } from '../../../../core/id.ts';
import type { Instant } from '../../../../core/time.ts';
import { appendEventsFrom } from '../../../platform/events.ts';
import { CopyLines, idSeries, stage, stagedTable, stageRows } from '../../../platform/staging.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { lockAccounts } from '../claim/balance.logic.ts';
import { refreshAccounts } from '../ground/projection.logic.ts';
import { CLAIM_TEXT_COLUMNS, CLAIM_TEXTS } from './claimTexts.logic.ts';
import { at, CHANGED_CONTACTS, CHANGED_DEBTORS, DEBTOR_FIELDS } from './import.debtor.ts';
import type { AccountState, ClaimState } from './states.logic.ts';

interface ChangedAccount {
  readonly account: AccountState;
  readonly fields: readonly string[];
}

const CHANGED_ACCOUNTS = stagedTable<ChangedAccount>('changed_account', {
  account_id: ['uuid', ({ account }) => account.accountId],
  locale: ['text', ({ account }) => account.locale],
  segment: ['text', ({ account }) => account.segment],
  timezone: ['text', ({ account }) => account.timezone],
  meta: ['jsonb', ({ account }) => JSON.stringify(account.meta)],
  digest: ['text', ({ account }) => account.digest],
  fields: ['text', ({ fields }) => (fields.length > 0 ? JSON.stringify(fields) : null)],
});

const TOUCHED = stagedTable<Uuid>('touched', { account_id: ['uuid', (id) => id] });

/** Writes what changed about known accounts, with debtors and contacts. */
export async function writeChangedAccounts(tx: Tx, changed: readonly ChangedAccount[], moment: Instant): Promise<void> {
  if (changed.length === 0) return;
  const debtors = new CopyLines();
  const contacts = new CopyLines();
  for (const { account } of changed)
    for (const debtor of account.debtors ?? []) {
      const { accountId } = account;
      debtors.add(CHANGED_DEBTORS.line({ accountId, debtor }));
      for (const contact of debtor.contacts) contacts.add(CHANGED_CONTACTS.line({ accountId, debtorId: debtor.debtorId, contact }));
    }
  await stageRows(tx, CHANGED_ACCOUNTS, changed);
  await stage(tx, CHANGED_DEBTORS, debtors.finish());
  await stage(tx, CHANGED_CONTACTS, contacts.finish());
  const { columns: debtor } = CHANGED_DEBTORS;
  const { columns: contact } = CHANGED_CONTACTS;
  await tx.sql(`
    insert into debtor (client_id, ${debtor}) select '${tx.clientId}', ${debtor} from ${CHANGED_DEBTORS.name}
      on conflict (client_id, account_id, debtor_id) do update set ${Object.keys(DEBTOR_FIELDS)
        .map((name) => `${name} = excluded.${name}`)
        .join(', ')};
    insert into contact_point (client_id, updated_at, ${contact}) select '${tx.clientId}', ${at(moment)}, ${contact} from ${CHANGED_CONTACTS.name} on conflict do nothing;
    update account a set locale = s.locale, segment = s.segment, timezone = s.timezone, meta = s.meta, import_digest = s.digest, updated_at = ${at(moment)},
      revision = revision + case when s.fields is null then 0 else 1 end
      from ${CHANGED_ACCOUNTS.name} s where a.client_id = '${tx.clientId}' and a.account_id = s.account_id`);
  await appendEventsFrom(
    tx,
    ['debtorChanged'],
    `select ${idSeries('row_number() over ()')} as message_id, 'debtorChanged' as message_type, ${at(moment)} as emit_time, account_id, null::text as external_claim_ref,
       json_build_object('source', 'import', 'fields', fields::json) as payload from ${CHANGED_ACCOUNTS.name} where fields is not null`,
  );
}

/** Writes the fields of claims that a file changed; amounts go through the ledger. */
export async function writeClaimFields(tx: Tx, claims: readonly ClaimState[], moment: Instant): Promise<void> {
  if (claims.length === 0) return;
  const column = <Key extends keyof ClaimState>(key: Key) => claims.map((claim) => claim[key]);
  const texts = CLAIM_TEXTS.map((name) => CLAIM_TEXT_COLUMNS[name]);
  await tx.sql(
    `update claim c set amount = s.amount, due_date = s.due_date, external_due_date = s.due_date, ${texts.map((name) => `${name} = s.${name}`).join(', ')}, meta = s.meta, import_digest = s.digest, disputed_at = case when s.disputed then coalesce(c.disputed_at, ${at(moment)}) end, updated_at = ${at(moment)}, revision = c.revision + 1
     from unnest($2::text[], $3::bigint[], $4::date[], $5::jsonb[], $6::text[], $7::boolean[], ${texts.map((_, index) => `$${index + 8}::text[]`).join(', ')})
       as s(ref, amount, due_date, meta, digest, disputed, ${texts.join(', ')})
     where c.client_id = $1 and c.external_claim_ref = s.ref`,
    [
      tx.clientId,
      column('ref'),
      column('amount'),
      column('dueDate'),
      claims.map((claim) => JSON.stringify(claim.meta)),
      column('digest'),
      column('disputed'),
      ...CLAIM_TEXTS.map(column),
    ],
  );
}

/**
 * Brings what search reads up to date for known accounts. They are locked first: two files may bring claims of one account at the same time,
 * and the second must count those of the first.
 */
export async function refreshImported(tx: Tx, accountIds: ReadonlySet<Uuid>): Promise<void> {
  if (accountIds.size === 0) return;
  await lockAccounts(tx, [...accountIds]);
  await stageRows(tx, TOUCHED, accountIds);
  await tx.sql('analyze touched');
  await refreshAccounts(tx, 'touched');
}
