/** Fills an empty database with a client that looks lived-in; a production start never comes here. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Uuid, uuidv7 } from '../../core/id.ts';
import { addDays, type CalendarDate, DAY, instant } from '../../core/time.ts';
import { localDate } from '../../core/zone.ts';
import { toTree } from '../../engine/graph/tree.ts';
import { now } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Connected } from '../platform/connect.ts';
import { notePurpose } from '../platform/installation.ts';
import { allClients, type Database, inClient, openDatabase, SYSTEM, type Tx } from '../platform/tenancy.ts';
import { setMetadataSchema } from '../services/account/metadata/metadata.logic.ts';
import { addClientUser, createClient } from '../services/backoffice/backoffice.logic.ts';
import { saveBundle } from '../services/cms/cms.bundle.logic.ts';
import { setGlobalPlaceholders } from '../services/cms/cms.globals.logic.ts';
import { putUser } from '../services/identity/identity.logic.ts';
import { addLocalFile } from '../services/import/import.file.logic.ts';
import { workOn } from '../services/import/import.jobs.ts';
import { moveImport } from '../services/import/import.logic.ts';
import { checkMapping } from '../services/import/import.mapping.ts';
import { readPortalSetting, writePortalSetting } from '../services/landing-page/landing-page.logic.ts';
import { setOperationHours } from '../services/operations/operations.schedule.logic.ts';
import { saveBlueprint } from '../services/strategy/strategy.blueprint.logic.ts';
import { startRuns } from '../services/strategy/strategy.runs.logic.ts';
import { DEMO_CHANNEL_BUNDLES } from './channelTemplates.ts';
import { DEMO_FIELDS } from './fields.ts';
import { simulateDays } from './history.ts';
import { lately } from './lately.ts';
import { saveDemoPartners, workWithPartners } from './partners.ts';
import { DEMO_PASSWORD, DEMO_USERS } from './people.ts';
import { demoPortfolio } from './portfolio.ts';
import { demoStrategies } from './strategies.ts';
import { DEMO_BUNDLES, DEMO_CONTACT, DEMO_GLOBALS, DEMO_HOURS } from './templates.ts';
import { saveDemoTrees } from './trees.ts';
import { saveDemoWorkflows } from './workflows.ts';

export { DEMO_PASSWORD, DEMO_USERS };

const ZONE = 'Europe/Berlin';
/** Accounts of the demo and the days of their history; QUITTANCE_DEMO_ACCOUNTS makes it smaller or larger. */
const ACCOUNTS = Number(process.env.QUITTANCE_DEMO_ACCOUNTS ?? 2000);
const HISTORY_DAYS = 150;
const SEED = 20_260_401;

/** Columns of the demo's files. */
const FIELDS: readonly [string, string][] = [
  ['account.ref', 'Kundennummer'],
  ['account.locale', 'Sprache'],
  ['debtor.title', 'Anrede'],
  ['debtor.firstName', 'Vorname'],
  ['debtor.lastName', 'Nachname'],
  ['debtor.companyName', 'Firma'],
  ['debtor.birthday', 'Geburtsdatum'],
  ['debtor.email', 'E-Mail'],
  ['debtor.mobile', 'Mobil'],
  ['debtor.addressLine1', 'Straße'],
  ['debtor.houseNumber', 'Hausnr'],
  ['debtor.postalCode', 'PLZ'],
  ['debtor.city', 'Ort'],
  ['claim.ref', 'Rechnung'],
  ['claim.productReference', 'Produktcode'],
  ['claim.productName', 'Produkt'],
  ['claim.amount', 'Betrag'],
  ['claim.dueDate', 'Fällig'],
  ['claim.portfolio', 'Portfolio'],
  ['claim.segment', 'Segment'],
  ['claim.meta.meter', 'Zähler'],
];

/**
 * Makes an empty database a demo, and does nothing when any user exists. Users come last, so a fill that was interrupted is begun again from
 * nothing. @returns whether the database is a demo's: one that was made for something else stays as it is. False too when nobody can sign in as the demo's first user any more.
 */
export async function fillDemo({ database: durable, config, asOwner }: Connected): Promise<boolean> {
  if ((await notePurpose(durable, 'demo')) !== 'demo') return false;
  const { rows } = await durable.identity.query<{ is_known: boolean }>(
    'select bool_or(lower(email) = lower($1)) as is_known from pool_user having count(*) > 0',
    [DEMO_USERS[0]?.email],
  );
  if (rows[0]) return rows[0].is_known;
  if (!asOwner)
    throw new Error(
      'Only the owner of a database can fill it with a demo: start once with MIGRATION_DATABASE_URL, or make a client of your own with `npm run create-client`.',
    );
  const database = openDatabase(durable.addresses, { durable: false });
  try {
    await fill(database, config, asOwner);
  } finally {
    await database.close();
  }
  await asOwner('checkpoint').catch(() => {}); // a cluster of others may not let us
  return true;
}

async function fill(database: Database, config: Config, asOwner: NonNullable<Connected['asOwner']>): Promise<void> {
  if ((await allClients(database)).length > 0) await asOwner(EMPTY);
  const began = Date.now();
  const present = now();
  const main = { clientId: uuidv7(), name: 'Nordlicht Energie' };
  const second = { clientId: uuidv7(), name: 'Ostsee Kredit' };
  const from = addDays(localDate(present, ZONE), -HISTORY_DAYS);
  for (const { clientId, name } of [main, second])
    await createClient(database, {
      clientId,
      name,
      currency: 'EUR',
      defaultLocale: 'de_DE',
      timezone: ZONE,
      countryCode: 'DE',
      isDemo: true,
      featureFlags: { HOME_PAGE: true, PARTNERS: true },
      createdAt: instant(present - (HISTORY_DAYS + 30) * DAY),
    });
  const staff = DEMO_USERS.map((user) => ({ ...user, userId: uuidv7() }));
  for (const { clientId } of [main, second])
    await inClient(database, clientId, async (tx) => {
      for (const { userId, email, name, role } of staff) await addClientUser(tx, { userId, email, name, role });
    });
  const { early, business } = await inClient(database, main.clientId, (tx) => furnish(tx, staff[0]!.userId, from));
  const supervisor = staff.find((user) => user.role === 'SUPERVISOR')!.userId;
  const recent = lately({
    database,
    config,
    clientId: main.clientId,
    supervisor,
    agents: staff.filter((user) => user.role === 'AGENT').map((user) => user.userId),
  });
  const portfolio = demoPortfolio(SEED, ACCOUNTS, localDate(present, ZONE), HISTORY_DAYS);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quittance-demo-'));
  try {
    await simulateDays({
      database,
      config,
      clientId: main.clientId,
      zone: ZONE,
      agents: staff.filter((user) => user.role === 'AGENT').map((user) => user.userId),
      behaviours: portfolio.behaviours,
      from,
      until: present,
      seed: SEED,
      morning: async (day) => {
        const csv = portfolio.deliveries.get(day);
        if (!csv) return;
        await importDelivery(database, main.clientId, path.join(folder, `Nordlicht-${day}.csv`), csv);
        await startNewClaims(database, main.clientId, { early, business });
        // A week of history takes a second: the database's own statistics would never catch up.
        await asOwner('analyze');
      },
      evening: async (day, ago) => {
        await inClient(database, main.clientId, (tx) => workWithPartners(tx, day, ago), { actor: { type: 'user', id: supervisor } });
        await recent(day, ago);
      },
      progress: showProgress(),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const user of staff)
    await putUser(database, {
      ...user,
      password: DEMO_PASSWORD,
      groups: [main, second].map(({ clientId }) => ({ clientId, role: user.role, partnerId: null })),
    });
  await asOwner('vacuum (analyze)');
  process.stdout.write(
    `${process.stdout.isTTY ? '\r' : ''}  Made a demo client with ${ACCOUNTS} accounts and ${HISTORY_DAYS} days of history in ${Math.round((Date.now() - began) / 1000)} s\n`,
  );
}

/** A line that moves on a terminal, and a line for every quarter elsewhere. */
function showProgress(): (share: number) => void {
  let shown = -1;
  return (share) => {
    const percent = Math.floor(share * 100);
    if (percent === shown || (!process.stdout.isTTY && percent % 25 !== 0)) return;
    shown = percent;
    process.stdout.write(
      `${process.stdout.isTTY ? '\r' : ''}  Making a demo client with ${HISTORY_DAYS} days of history … ${percent} %${process.stdout.isTTY ? '' : '\n'}`,
    );
  };
}

/** Takes away what an interrupted fill left; there is nothing else while there is no user. */
const EMPTY = `do $$ begin
  execute (select 'truncate ' || string_agg(format('%I', tablename), ', ') from pg_tables where schemaname = 'public' and tablename <> 'installation');
end $$`;

/** Topics, messages and strategies. @returns the ids of the strategies that new claims go into. */
async function furnish(tx: Tx, userId: Uuid, from: CalendarDate): Promise<{ early: Uuid; business: Uuid }> {
  for (const [topicId, name] of [
    ['default', 'General'],
    ['calls', 'Callbacks'],
    ['business', 'Business customers'],
    ['meters', 'Meter readings'],
  ])
    await tx.sql('insert into task_topic (client_id, topic_id, name, created_at) values ($1, $2, $3, $4) on conflict do nothing', [
      tx.clientId,
      topicId,
      name,
      new Date(now()),
    ]);
  await setGlobalPlaceholders(tx, DEMO_GLOBALS);
  await writePortalSetting(tx, { ...(await readPortalSetting(tx)), ...DEMO_CONTACT });
  await setOperationHours(tx, DEMO_HOURS);
  for (const [schemaType, properties] of DEMO_FIELDS)
    await setMetadataSchema(tx, schemaType, { type: 'object', properties }, null, userId, []);
  for (const bundle of [...DEMO_BUNDLES, ...DEMO_CHANNEL_BUNDLES]) await saveBundle(tx, bundle, 'Ada Petersen');
  await saveDemoWorkflows(tx);
  await saveDemoTrees(tx);
  await saveDemoPartners(tx, from);
  const save = async (index: number, latePathId: Uuid) => {
    const strategy = demoStrategies(latePathId)[index]!;
    const { blueprint, problems } = await saveBlueprint(tx, {
      id: 'new',
      displayName: strategy.displayName,
      categories: strategy.categories,
      steps: JSON.stringify(toTree(strategy.steps)),
    });
    if (!blueprint) throw new Error(`the demo's strategy ${strategy.displayName} is not valid: ${JSON.stringify(problems)}`);
    return blueprint.id;
  };
  const late = await save(1, uuidv7());
  return { early: await save(0, late), business: await save(2, late) };
}

/** Imports a file as the screen does: the same mapping, the same jobs. */
async function importDelivery(database: Database, clientId: Uuid, file: string, csv: string): Promise<void> {
  await writeFile(file, csv);
  const importId = await addLocalFile(database, clientId, file, SYSTEM);
  const fields = FIELDS.map(([field, column]) => ({ field, column }));
  const mapping = checkMapping({ record: 'claims', hasHeader: true, separator: ';', decimalMark: ',', dateOrder: 'DMY', fields });
  await inClient(database, clientId, (tx) => moveImport(tx, importId, 'checking', { mapping, name: 'Nordlicht weekly' }));
  await workOn(database, clientId, importId);
  await inClient(database, clientId, (tx) => moveImport(tx, importId, 'running'));
  await workOn(database, clientId, importId);
}

async function startNewClaims(database: Database, clientId: Uuid, { early, business }: { early: Uuid; business: Uuid }): Promise<void> {
  await inClient(database, clientId, async (tx) => {
    const claims = await tx.sql<{ external_claim_ref: string; debtor_type: string }>(
      `select c.external_claim_ref, a.debtor_type from claim c join account a on a.client_id = c.client_id and a.account_id = c.account_id
       where c.client_id = $1 and c.status = 'open' and not exists (select 1 from strategy_run r where r.client_id = c.client_id and r.external_claim_ref = c.external_claim_ref)`,
      [clientId],
    );
    const refs = (type: string) => claims.filter((claim) => claim.debtor_type === type).map((claim) => claim.external_claim_ref);
    await startRuns(tx, { blueprintId: early, externalClaimRefs: refs('person') });
    await startRuns(tx, { blueprintId: business, externalClaimRefs: refs('company') });
  });
}
