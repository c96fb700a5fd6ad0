/** A client's chart of accounts, what DATEV wants to know, when batches are made and where they are put. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { faultOfIssues, inSchema } from '../../../../core/collectFaults.ts';
import { fault, invalid, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { type CalendarDate, calendarDate } from '../../../../core/time.ts';
import { now } from '../../../platform/clock.ts';
import {
  checkServer,
  cleanFolder,
  type GivenSecrets,
  isSameServer,
  mergeSecrets,
  type Secrets,
  serverSchema,
} from '../../../platform/delivery/sftp.setting.ts';
import { appendEvents } from '../../../platform/events.ts';
import type { Outbound } from '../../../platform/outbound.ts';
import { probeSoon } from '../../../platform/outbox/circuit.ts';
import { askForDrain } from '../../../platform/outbox/queue.ts';
import { openObject, sealObject } from '../../../platform/seal.ts';
import { defineSealed, placeIn } from '../../../platform/sealedColumns.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { accountingSetting } from './accounting.tables.ts';
import { CHARTS, DEFAULT_CHARTS } from './chart.ts';

/** The kind of delivery by which batches leave (delivery.ts). */
export const ACCOUNTING = 'accounting';

const SECRETS = defineSealed({ table: 'accounting_setting', key: [], row: null, column: 'secrets', before: 'clear' });

const account = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,8})?$/, inSchema(words('accountingAccount', { digits: 9 })));
const day = z.custom<CalendarDate>((value) => typeof value === 'string' && calendarDate(value) !== null, inSchema(words('dayLike')));
const between = (least: number, most: number) => {
  const error = inSchema(words('wholeBetween', { least, most }));
  return z.int({ error }).min(least, { error }).max(most, { error });
};

const schema = z
  .strictObject({
    /** The chart that the accounts were taken from; they may have been changed since. */
    chart: z.enum(CHARTS),
    receivables: z.strictObject({ costs: account, interest: account, principal: account, credit: account }),
    sides: z.strictObject({
      principal: account,
      fee: account,
      interest: account,
      payment: account,
      refund: account,
      chargeback: account,
      writeOff: account,
      settlement: account,
      correction: account,
    }),
    methods: z.array(z.strictObject({ method: z.string().trim().min(1).max(80), account })).max(50),
    datev: z.strictObject({
      /** Both null: no DATEV files are written, only the journal. */
      consultant: z
        .int()
        .min(1001, inSchema(words('accountingConsultant')))
        .max(9_999_999, inSchema(words('accountingConsultant')))
        .nullable(),
      client: z
        .int()
        .min(1, inSchema(words('accountingClient')))
        .max(99_999, inSchema(words('accountingClient')))
        .nullable(),
      fiscalMonth: between(1, 12),
      accountLength: between(4, 8),
      locks: z.boolean(),
    }),
    /** What was booked before is in other books. Null: nothing. */
    beginsOn: day.nullable(),
    schedule: z.enum(['none', 'monthly']),
    /** Of the month in which the batch of the month before is made. */
    dayOfMonth: between(1, 28),
    delivery: serverSchema.extend({ folder: z.string().trim().max(500) }).nullable(),
  })
  .refine(({ datev }) => (datev.consultant === null) === (datev.client === null), {
    path: ['datev', 'client'],
    message: inSchema(words('accountingBoth')),
  });

export type AccountingSettings = z.infer<typeof schema>;

export const DEFAULT_SETTINGS: AccountingSettings = {
  chart: 'SKR03',
  receivables: DEFAULT_CHARTS.SKR03.receivables,
  sides: DEFAULT_CHARTS.SKR03.sides,
  methods: [],
  datev: { consultant: null, client: null, fiscalMonth: 1, accountLength: 4, locks: false },
  beginsOn: null,
  schedule: 'none',
  dayOfMonth: 3,
  delivery: null,
};

export interface SavedAccounting {
  readonly settings: AccountingSettings;
  readonly fingerprint: string | null;
  readonly lastNumber: number;
  /** 0: never saved. */
  readonly revision: number;
  /** Which secrets are filled. */
  readonly filled: readonly (keyof Secrets)[];
}

/** @param lock whoever makes a batch keeps others from making one. */
export async function readAccounting(tx: Tx, lock = false): Promise<SavedAccounting & { readonly secrets: Secrets }> {
  const asked = tx.db.select().from(accountingSetting).where(eq(accountingSetting.clientId, tx.clientId));
  const [row] = await (lock ? asked.for('update') : asked);
  const secrets: Secrets = row?.secrets ? openObject(row.secrets, placeIn(SECRETS, tx.clientId)) : {};
  return {
    settings: { ...DEFAULT_SETTINGS, ...(row?.settings as Partial<AccountingSettings> | undefined) },
    fingerprint: row?.fingerprint ?? null,
    lastNumber: row?.lastNumber ?? 0,
    revision: row?.revision ?? 0,
    filled: (['password', 'privateKey'] as const).filter((name) => secrets[name] !== undefined),
    secrets,
  };
}

/**
 * Saves the settings. @param forgetKey whether the server may show another key the next time. @param revision what the screen was opened with.
 * @throws Fault INVALID_INPUT naming the field, CONFLICT when somebody else saved meanwhile
 */
export async function saveAccounting(
  tx: Tx,
  wanted: { readonly settings: unknown; readonly secrets: GivenSecrets; readonly forgetKey: boolean; readonly revision: number },
  userId: Uuid,
  outbound: Outbound,
): Promise<SavedAccounting> {
  const parsed = schema.safeParse(wanted.settings);
  if (!parsed.success) throw faultOfIssues('settings', parsed.error.issues);
  const settings = parsed.data;
  checkLengths(settings);
  const before = await readAccounting(tx, true);
  const server = settings.delivery && { ...settings.delivery, folder: cleanFolder(settings.delivery.folder) };
  const next = { ...settings, delivery: server };
  const changed = (Object.keys(next) as (keyof AccountingSettings)[]).filter(
    (part) => !isDeepStrictEqual(next[part], before.settings[part]),
  );
  const isSame = server !== null && before.settings.delivery !== null && isSameServer(server, before.settings.delivery);
  // A save whose answer was lost and is sent again has nothing left to do.
  if (before.revision > 0 && changed.length === 0 && !wanted.secrets.password && !wanted.secrets.privateKey && !wanted.forgetKey)
    return before;
  if (before.revision !== wanted.revision) throw fault('CONFLICT', 'accountingChanged', {}, 'revision');
  if (server) await checkServer(server, outbound, 'settings.delivery.');
  const secrets = server ? mergeSecrets(isSame ? before.secrets : {}, wanted.secrets, '') : null;
  const value = {
    settings: next,
    secrets: secrets && sealObject(secrets, placeIn(SECRETS, tx.clientId)),
    fingerprint: isSame && !wanted.forgetKey ? before.fingerprint : null,
    revision: before.revision + 1,
    updatedAt: now(),
    updatedBy: userId,
  };
  await tx.db
    .insert(accountingSetting)
    .values({ clientId: tx.clientId, ...value })
    .onConflictDoUpdate({ target: accountingSetting.clientId, set: value });
  await appendEvents(tx, [{ messageType: 'accountingSettingChanged', payload: { parts: changed } }]);
  if (server) {
    await probeSoon(tx, ACCOUNTING);
    await askForDrain(tx, ACCOUNTING, now());
  }
  return readAccounting(tx);
}

/** General ledger accounts have as many digits as were said, those of persons one more. @throws Fault INVALID_INPUT */
function checkLengths({ receivables, sides, methods, datev }: AccountingSettings): void {
  const digits = datev.accountLength + 1;
  const all = [
    ...Object.entries(receivables).map(([name, value]) => [`receivables.${name}`, value] as const),
    ...Object.entries(sides).map(([name, value]) => [`sides.${name}`, value] as const),
    ...methods.map(({ account }, index) => [`methods.${index}.account`, account] as const),
  ];
  const long = all.find(([, value]) => value.length > digits);
  if (long) throw invalid(`settings.${long[0]}`, 'accountingAccount', { digits });
}

/** Keeps the key that a server has shown first. */
export async function pinAccountingKey(tx: Tx, fingerprint: string): Promise<void> {
  await tx.db
    .update(accountingSetting)
    .set({ fingerprint })
    .where(and(eq(accountingSetting.clientId, tx.clientId)));
}

/** @returns how the client's money has moved so far, for the accounts of single methods. */
export async function listMethods(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ method: string }>('select distinct method from payment where client_id = $1 order by 1', [tx.clientId]);
  return rows.map(({ method }) => method);
}
