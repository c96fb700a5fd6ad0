/** What tests of privacy stand on: an account with one of everything personal. */
import type pg from 'pg';
import type { Uuid } from '../../../core/id.ts';
import { uuidv7 } from '../../../core/id.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { refreshAccounts } from '../account/ground/projection.logic.ts';
import { keepFile } from '../files/files.logic.ts';
import { addNote } from '../notes/notes.logic.ts';

export interface Someone {
  readonly accountId: Uuid;
  readonly externalDebtorRef: string;
}

/** Words that stand in an account's data and nowhere else; none may be left where everything was erased. */
export const NAMES = [
  'Zebulon',
  'Quastenberg',
  'zebulon@debtor.example',
  '+4915199887766',
  'Xylophonweg',
  'DE89370400440532013000',
  'Q-SSN-77',
];

/** An account of a debtor. @param closedAt when its claim was settled and everything happened; open: its claim still is. */
export async function createTestPerson(
  tx: Tx,
  ref: string,
  closedAt: string,
  options: { open?: boolean; second?: string } = {},
): Promise<Someone> {
  const accountId = uuidv7();
  const [status, balance] = options.open ? ['open', 10000] : ['resolved', 0];
  await tx.sql(
    `insert into account (client_id, account_id, external_account_ref, currency, meta, created_at, updated_at) values ($1, $2, $3, 'EUR', '{"pet": "Zebulon’s dog"}', $4, $4)`,
    [tx.clientId, accountId, `A-${ref}`, closedAt],
  );
  const addDebtor = async (debtorRef: string, position: number, first: string, last: string, mail: string, phone: string) => {
    const debtorId = uuidv7();
    await tx.sql(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, position, type, title, first_name, last_name, birthday, address, additional_contact_information)
       values ($1, $2, $3, $4, $5, 'person', 'Frau Dr.', $6, $7, '1980-02-03', '{"addressLine1": "Xylophonweg", "city": "Bonn"}', '[{"type": "fax", "value": "Zebulon 1"}]')`,
      [tx.clientId, accountId, debtorId, debtorRef, position, first, last],
    );
    for (const [kind, value] of [
      ['email', mail],
      ['mobile', phone],
    ])
      await tx.sql(
        'insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, $4, $5, $5, $6)',
        [tx.clientId, accountId, debtorId, kind, value, closedAt],
      );
  };
  await addDebtor(ref, 0, 'Zebulon', 'Quastenberg', 'zebulon@debtor.example', '+4915199887766');
  if (options.second) await addDebtor(options.second, 1, 'Wilhelmine', 'Otterstein', 'wilhelmine@debtor.example', '+4915100000001');
  await tx.sql(
    `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, status, meta, created_at, updated_at)
     values ($1, $2, $3, 'EUR', 10000, $4, '2015-01-01', $5, '{"driver": "Zebulon"}', $6, $6)`,
    [tx.clientId, `C-${ref}`, accountId, balance, status, closedAt],
  );
  for (const [kind, amount] of options.open
    ? [['principal', 10000]]
    : [
        ['principal', 10000],
        ['payment', -10000],
      ])
    await tx.sql(
      `insert into ledger_entry (client_id, entry_id, account_id, external_claim_ref, kind, amount, currency, value_date, booked_at, key, description)
       values ($1, $2, $3, $4, $5, $6, 'EUR', $7::timestamptz::date, $7, $8, 'Paid by Zebulon Quastenberg')`,
      [tx.clientId, uuidv7(), accountId, `C-${ref}`, kind, amount, closedAt, `${ref}-${kind}`],
    );
  for (const [to, text] of [
    ['zebulon@debtor.example', 'Dear Zebulon Quastenberg, please pay'],
    ...(options.second ? [['wilhelmine@debtor.example', 'Dear Wilhelmine Otterstein, please pay']] : []),
  ])
    await tx.sql(
      `insert into communication (client_id, communication_id, account_id, channel, direction, recipient, sender, locale, subject, text_content, provider_name, tracking_token, created_at)
       values ($1, $2, $3, 'email', 'outbound', $4, 'us@client.example', 'en_US', 'Reminder', $5, 'SMTP', $6, $7)`,
      [tx.clientId, uuidv7(), accountId, to, text, uuidv7(), closedAt],
    );
  for (const name of options.second ? ['Dr. Zebulon Quastenberg', 'Dr. Wilhelmine Otterstein'] : []) {
    const outboxId = uuidv7();
    const recipient = `${name}\nHauptstraße 1\n10115 Berlin`;
    await tx.sql(
      `insert into communication (client_id, communication_id, outbox_id, account_id, channel, direction, recipient, sender, locale, subject, text_content, html_content, provider_name, tracking_token, created_at)
       values ($1, $2, $3, $4, 'letter', 'outbound', $5, '', 'en_US', 'Reminder', $6, $6, 'PrintBatch', $7, $8)`,
      [tx.clientId, uuidv7(), outboxId, accountId, recipient, `Dear ${name}`, uuidv7(), closedAt],
    );
    await tx.sql(
      `insert into print_batch_letter (client_id, outbox_id, batch_id, account_id, country, postal_code, recipient) values ($1, $2, $3, $4, 'DE', '10115', $5)`,
      [tx.clientId, outboxId, uuidv7(), accountId, recipient],
    );
    await keepFile(
      tx,
      {
        fileId: outboxId,
        accountId,
        name: `${name.split(' ').at(-2)} letter.txt`,
        documentType: 'letter',
        source: 'message',
        uploadedBy: 'letter',
      },
      Buffer.from(`Dear ${name}`),
    );
  }
  await tx.sql(
    `insert into case_task (client_id, task_id, account_id, note, created_at, updated_at) values ($1, $2, $3, 'Call Zebulon', $4, $4)`,
    [tx.clientId, uuidv7(), accountId, closedAt],
  );
  await tx.sql(
    `insert into communication_resolution (client_id, resolution_id, account_id, communication_method, outcome_direction, category, resolution, delinquency_reason, additional_information, user_id, created_at)
     values ($1, $2, $3, 'phoneCall', 'outbound', 'reached', 'other', 'illness', 'Zebulon broke his leg', $4, $5)`,
    [tx.clientId, uuidv7(), accountId, tx.actor.id, closedAt],
  );
  await addNote(tx, { accountId, externalClaimRef: null, text: 'Zebulon called; Wilhelmine Otterstein knows of it' }, tx.actor.id!);
  await keepFile(
    tx,
    { accountId, name: 'zebulon-quastenberg.txt', source: 'debtor', uploadedBy: 'debtor' },
    Buffer.from('Zebulon Quastenberg writes'),
  );
  await appendEvents(tx, [
    {
      messageType: 'debtorChanged',
      accountId,
      payload: { externalDebtorRef: ref, changed: { firstName: { from: 'Zeb', to: 'Zebulon' } } },
    },
    { messageType: 'portalHelpRequested', accountId, payload: { text: 'I am Zebulon, help' } },
    { messageType: 'accountAssigned', accountId, payload: { from: null, userId: tx.actor.id } },
  ]);
  await refreshAccounts(tx, [accountId]);
  return { accountId, externalDebtorRef: ref };
}

/** Where a word stands in rows of an account, in any table and any column. */
export async function tablesNaming(owner: pg.Pool, accountId: string, words: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'
       and table_name not like 'searchable%' order by 1`,
  );
  const found: string[] = [];
  for (const { table_name } of rows) {
    const { rows: hits } = await owner.query(
      `select 1 from "${table_name}" t where account_id = $1 and exists (select from unnest($2::text[]) w where t::text ilike '%' || w || '%') limit 1`,
      [accountId, words],
    );
    if (hits.length > 0) found.push(table_name);
  }
  return found;
}
