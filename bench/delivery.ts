/**
 * E-mails a second from the outbox to their end, on the embedded database (fsync on): gate, text of a page with a link, communication and
 * event included. Through the sandbox, and by SMTP to a server on this machine. Run: node bench/delivery.ts [messages]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { library, libraryTexts } from '../blocks/library.ts';
import { instant } from '../core/time.ts';
import { useClock } from '../server/platform/clock.ts';
import { readConfig } from '../server/platform/config.ts';
import { notePurpose } from '../server/platform/installation.ts';
import { type OwnedDatabase, openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { saveBundle } from '../server/services/cms/cms.bundle.logic.ts';
import { drainClient } from '../server/services/cms/cms.delivery.ts';
import { setProviderSetting } from '../server/services/operations/operations.provider.logic.ts';

const messages = Number(process.argv[2] ?? 4_000);
const CLIENT = '01940000-0000-7000-8000-000000000001';
const MJML = `<mjml><mj-body><mj-section><mj-column><mj-text>{{ debtor.salutation }}, {{ claim.balance }} of {{ claim.reference }} are open since {{ claim.dueDate }}.</mj-text>
<mj-button href="{{ link.pay }}">Pay now</mj-button><mj-text><a href="{{ link.unsubscribe }}">No more e-mails</a></mj-text></mj-column></mj-section></mj-body></mjml>`;

/** The same with the account's claims, twenty of each. */
const LISTING = MJML.replace(
  '<mj-button',
  `<mj-table>{% for item in claims %}<tr><td>{{ item.reference }}</td><td>{{ item.dueDate | day: 'long' }}</td><td>{{ item.balance }}</td></tr>{% endfor %}</mj-table><mj-button`,
);

async function seed(database: OwnedDatabase): Promise<void> {
  await inClient(database, CLIENT, async (tx) => {
    const id = (kind: number) => `('0194${kind}000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
    const each = async (text: string) => tx.sql(`${text} from generate_series(1, $2::int) n`, [CLIENT, messages * 4]);
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [CLIENT],
    );
    await each(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at, debtor_name) select $1, ${id(1)}, 'A-' || n, 'EUR', '2026-01-01', '2026-01-01', 'Debtor ' || n`,
    );
    await each(
      `insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, last_name) select $1, ${id(1)}, ${id(2)}, 'D-' || n, 'person', 'Name' || n`,
    );
    await each(
      `insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) select $1, ${id(1)}, ${id(2)}, 'email', 'd' || n || '@debtor.example', 'd' || n || '@debtor.example', '2026-01-01'`,
    );
    await each(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at) select $1, 'INV-' || n, ${id(1)}, 'EUR', 10000 + n, 10000 + n, '2026-01-15', '2026-01-01', '2026-01-01'`,
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
       select $1, 'MORE-' || n || '-' || more, ${id(1)}, 'EUR', 10000, 10000, '2026-01-20', '2026-01-01', '2026-01-01'
       from generate_series($2::int * 2 + 1, $2::int * 3) n, generate_series(1, 19) more`,
      [CLIENT, messages],
    );
    for (const [fileName, source] of [
      ['reminder', MJML],
      ['listing', LISTING],
    ] as const) {
      const contentTemplates = [{ locale: 'en_US', subject: 'Invoice {{ claim.reference }}', format: 'mjml', content: source }];
      await saveBundle(tx, { fileName, displayName: fileName, contentTemplateType: 'email', contentTemplates }, 'Bench');
    }
    const [first] = library;
    const content = JSON.stringify(libraryTexts(first!.id, 'en_US').get('en_US'));
    await saveBundle(
      tx,
      {
        fileName: 'design',
        displayName: 'Design',
        contentTemplateType: 'email',
        template: { design: first!.design },
        contentTemplates: [{ locale: 'en_US', subject: '', format: 'design', content }],
      },
      'Bench',
    );
  });
  await database.owner.query('vacuum analyze');
}

/** Queues the next messages, each to an account of its own, and sends them. */
async function measure(database: OwnedDatabase, label: string, from: number, bundleName = 'reminder'): Promise<void> {
  await inClient(database, CLIENT, (tx) =>
    tx.sql(
      `insert into outbox (client_id, outbox_id, key, channel, account_id, external_claim_ref, request, next_attempt_at, created_at)
       select $1, gen_random_uuid(), 'bench:' || n, 'email', ('01941000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'INV-' || n, jsonb_build_object('bundleName', $4::text, 'locale', null), '2026-03-03', '2026-03-03'
       from generate_series($2::int + 1, $2::int + $3::int) n`,
      [CLIENT, from, messages, bundleName],
    ),
  );
  await database.owner.query('checkpoint');
  const started = performance.now();
  const sent = await drainClient(database, CLIENT, 'email', readConfig());
  const took = (performance.now() - started) / 1000;
  if (sent !== messages) throw new Error(`${label}: ${sent} of ${messages} were sent`);
  console.log(
    `  ${label}: ${messages.toLocaleString('en')} e-mails in ${took.toFixed(2)} s, ${Math.round(sent / took).toLocaleString('en')}/s`,
  );
}

// The server that the e-mails go to is on this machine.
process.env.OUTBOUND_ALLOW ??= '127.0.0.0/8';
const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-bench-'));
chmodSync(folder, 0o755);
const postgres = await startPostgres({ folder });
let received = 0;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    stream.resume().on('end', () => {
      received++;
      done();
    });
  },
});
try {
  const database = await openMigrated(postgres.url);
  await notePurpose(database, 'test');
  // A Tuesday, 11:00 in Berlin.
  const restoreClock = useClock(() => instant('2026-03-03T10:00:00Z'));
  await seed(database);
  await measure(database, 'sandbox', 0);
  await measure(database, 'sandbox, all open claims listed', messages * 2, 'listing');
  await measure(database, 'sandbox, the first design of the library', messages * 3, 'design');
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const credentials = { host: '127.0.0.1', port };
  await inClient(database, CLIENT, (tx) => setProviderSetting(tx, 'email', [{ providerName: 'SMTP', credentials }], readConfig()));
  await measure(database, 'SMTP, 16 connections', messages);
  if (received !== messages) throw new Error(`the server received ${received} of ${messages}`);
  restoreClock();
  await database.close();
} finally {
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
