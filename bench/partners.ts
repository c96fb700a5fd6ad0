/**
 * Outsourcing by percentages: so many open claims, of which a debtor has one to four, shared out to three partners as a bulk action does it, and taken back.
 * Prints the seconds, and how far each partner is from its share. Run: node bench/partners.ts [claims]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { notePurpose } from '../server/platform/installation.ts';
import { type OwnedDatabase, openMigrated } from '../server/platform/owned.ts';
import { startPostgres } from '../server/platform/postgres.ts';
import { inClient } from '../server/platform/tenancy.ts';
import '../server/services/partner/partner.outsourcing.reactions.ts';
import { outsourceClaims } from '../server/services/partner/outsourcing/assign.logic.ts';
import { recallClaims } from '../server/services/partner/outsourcing/recall.logic.ts';
import '../server/services/strategy/strategy.reactions.ts';

const claims = Number(process.argv[2] ?? 100_000);
/** As bulk actions do. */
const CHUNK = 500;
const CLIENT = '01940000-0000-7000-8000-000000000001';
const partner = (n: number) => `01940000-0000-7000-8000-00000000010${n}`;
const SHARES = [
  { partnerId: partner(1), basisPoints: 3333 },
  { partnerId: partner(2), basisPoints: 3333 },
  { partnerId: partner(3), basisPoints: 3334 },
];

/** Claim n belongs to an account of one, two, three or four claims. */
async function seed(database: OwnedDatabase): Promise<void> {
  await inClient(database, CLIENT, async (tx) => {
    await tx.sql(
      `insert into client (client_id, name, currency, timezone, country_code, created_at) values ($1, 'Bench', 'EUR', 'Europe/Berlin', 'DE', '2026-01-01T00:00:00Z')`,
      [CLIENT],
    );
    for (const { partnerId } of SHARES)
      await tx.sql(`insert into partner (client_id, partner_id, name, created_at, updated_at) values ($1, $2::uuid, $2, now(), now())`, [
        CLIENT,
        partnerId,
      ]);
    const owner = `n / 10 * 4 + case when n % 10 = 0 then 0 when n % 10 < 3 then 1 when n % 10 < 6 then 2 else 3 end`;
    const id = `('01941000-0000-7000-8000-' || lpad(to_hex(a), 12, '0'))::uuid`;
    await tx.sql(
      `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at, debtor_name, debtor_ref, search_words)
       select $1, ${id}, 'A-' || a, 'EUR', '2026-01-01', '2026-01-01', 'Debtor ' || a, 'D-' || a, to_tsvector('simple', 'debtor ' || a)
       from (select distinct ${owner} as a from generate_series(1, $2::int) n) accounts`,
      [CLIENT, claims],
    );
    await tx.sql(
      `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at)
       select $1, 'INV-' || lpad(n::text, 8, '0'), ${id}, 'EUR', 10000 + n, 10000 + n, '2026-01-15', '2026-01-01', '2026-01-01'
       from (select n, ${owner} as a from generate_series(1, $2::int) n) owned`,
      [CLIENT, claims],
    );
  });
  await database.owner.query('vacuum analyze');
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'quittance-bench-'));
chmodSync(folder, 0o777);
const postgres = await startPostgres({ folder });
const database = await openMigrated(postgres.url);
try {
  await notePurpose(database, 'test');
  await seed(database);
  const refs = Array.from({ length: claims }, (_, n) => `INV-${String(n + 1).padStart(8, '0')}`);
  const chunks = Array.from({ length: Math.ceil(claims / CHUNK) }, (_, n) => refs.slice(n * CHUNK, (n + 1) * CHUNK));
  const seconds = async (work: (chunk: string[]) => Promise<unknown>) => {
    const began = performance.now();
    for (const chunk of chunks) await work(chunk);
    return (performance.now() - began) / 1000;
  };
  const given = await seconds((chunk) =>
    inClient(database, CLIENT, (tx) =>
      outsourceClaims(
        tx,
        chunk.map((externalClaimRef) => ({ externalClaimRef, to: { owner: 'bench', shares: SHARES }, requestKey: 'bench' })),
        { method: 'bulk' },
      ),
    ),
  );
  const { counts, apart } = await inClient(database, CLIENT, async (tx) => ({
    counts: await tx.sql<{ partner_id: string; count: number }>(
      'select partner_id, count(*)::int as count from claim_assignment where client_id = $1 and ended_at is null group by 1 order by 1',
      [CLIENT],
    ),
    apart: await tx.sql('select account_id from claim_assignment where client_id = $1 group by 1 having count(distinct partner_id) > 1', [
      CLIENT,
    ]),
  }));
  const off = SHARES.map(
    ({ partnerId, basisPoints }) => (counts.find((row) => row.partner_id === partnerId)?.count ?? 0) - (claims * basisPoints) / 10_000,
  );
  const back = await seconds((chunk) => inClient(database, CLIENT, (tx) => recallClaims(tx, chunk)));
  console.log(`${claims} claims given by 33.33, 33.33 and 33.34 % in ${given.toFixed(1)} s, recalled in ${back.toFixed(1)} s`);
  console.log(`off by ${off.map((each) => each.toFixed(1)).join(', ')} claims; debtors with two partners: ${apart.length}`);
  if (off.some((each) => Math.abs(each) > 4) || apart.length > 0) process.exitCode = 1;
} finally {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
