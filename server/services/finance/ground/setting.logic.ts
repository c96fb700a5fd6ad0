/** A client's own choices about money: which order money goes in, base rates, its fees, and the limits of plans and settlements. */
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { faultOfIssues, inSchema } from '../../../../core/collectFaults.ts';
import { fault, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { FIXED_ROLE } from '../../../../core/roles.ts';
import { type CalendarDate, calendarDate } from '../../../../core/time.ts';
import { ORDER_NAMES } from '../../../../engine/ledger/orders.ts';
import { INTERVALS } from '../../../../engine/ledger/plan.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { defineSettled } from '../../../platform/settled.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { financeSetting } from './finance.tables.ts';

const word = z.string().trim().min(1).max(80);
const day = z.custom<CalendarDate>((value) => typeof value === 'string' && calendarDate(value) !== null, 'Enter a date, like 2026-11-21');
const decimal = z.string().regex(/^\d{1,12}(\.\d{1,3})?$/, inSchema(words('amountLike')));

const between = (least: number, most: number) => {
  const error = inSchema(words('wholeBetween', { least, most }));
  return z.int({ error }).min(least, { error }).max(most, { error });
};

const planLimits = z
  .strictObject({
    minParts: between(1, 120),
    maxParts: between(1, 120),
    intervals: z.array(z.enum(INTERVALS)).min(1, { error: inSchema(words('chooseOne')) }),
    /** Decimal text of the account's currency; null: one minor unit. */
    minPart: decimal.nullable(),
    maxFirstDays: between(1, 365),
    downPayment: z.boolean(),
  })
  .refine((limits) => limits.maxParts >= limits.minParts, {
    path: ['maxParts'],
    message: inSchema(words('partsAtLeast')),
  });

/** What debtors may agree on by themselves until a client says something else: each choice is told exactly before anything is agreed on. */
const DEBTOR_PLANS = {
  minParts: 2,
  maxParts: 12,
  intervals: [...INTERVALS],
  minPart: null,
  maxFirstDays: 45,
  downPayment: false,
};

/** What a role may book without a second person (engine/ledger/approval.ts); the role that nobody can change is never limited. */
const roleLimits = z.strictObject({
  role: word.refine((role) => role !== FIXED_ROLE, { error: inSchema(words('roleNoLimits', { role: FIXED_ROLE })) }),
  writeOff: decimal.nullable(),
  settlement: decimal.nullable(),
  refund: decimal.nullable(),
});

const settings = z.strictObject({
  allocationRules: z
    .array(
      z.strictObject({
        claimType: word.nullish(),
        productType: word.nullish(),
        country: z
          .string()
          .regex(/^[A-Z]{2}$/, inSchema(words('countryUnknown')))
          .nullish(),
        order: z.enum(ORDER_NAMES),
      }),
    )
    .max(100),
  baseRates: z.array(z.strictObject({ from: day, basisPoints: z.int().min(-2000).max(10_000) })).max(200),
  fees: z.array(z.strictObject({ name: word, amount: decimal })).max(50),
  staffPlans: planLimits,
  debtorPlans: planLimits.default(DEBTOR_PLANS),
  /** The least a debtor may pay on their page when it is less than all, as minPart; null: one unit of the currency. */
  leastPayment: decimal.nullable().default(null),
  /** Days an instalment may stay unpaid after its due date before the plan is broken. */
  graceDays: between(0, 120),
  /** What becomes of a bank's charge for a returned debit: nothing, or a fee on the claim. */
  returnFee: z.enum(['none', 'bankCharge']).default('none'),
  settlements: z.strictObject({
    maxDiscountPercent: between(1, 100),
    maxDays: between(1, 365),
    debtorMayAccept: z.boolean(),
  }),
  /** In the client's currency. */
  approvalLimits: z
    .array(roleLimits)
    .max(50)
    .refine((all) => new Set(all.map(({ role }) => role)).size === all.length, { error: inSchema(words('roleLimitsTwice')) })
    .default([]),
});

export type FinanceSettings = z.infer<typeof settings>;
export type PlanLimits = z.infer<typeof planLimits>;

/** What holds until a client says something else. */
export const DEFAULT_SETTINGS: FinanceSettings = {
  allocationRules: [],
  baseRates: [],
  fees: [],
  staffPlans: { minParts: 2, maxParts: 36, intervals: [...INTERVALS], minPart: null, maxFirstDays: 45, downPayment: true },
  debtorPlans: DEBTOR_PLANS,
  leastPayment: null,
  graceDays: 14,
  returnFee: 'none',
  settlements: { maxDiscountPercent: 50, maxDays: 90, debtorMayAccept: true },
  approvalLimits: [],
};

export interface SavedSettings {
  readonly settings: FinanceSettings;
  /** 0: never saved. */
  readonly revision: number;
}

const storedSetting = defineSettled('financeSetting', 'select md5(s::text) from finance_setting s where client_id = $1', (tx) =>
  tx.db.select().from(financeSetting).where(eq(financeSetting.clientId, tx.clientId)),
);

/** @returns the running client's settings; what it never saved is the default. */
export async function readFinanceSetting(tx: Tx): Promise<SavedSettings> {
  const [row] = await storedSetting(tx);
  return { settings: { ...DEFAULT_SETTINGS, ...(row?.settings as Partial<FinanceSettings> | undefined) }, revision: row?.revision ?? 0 };
}

/**
 * Saves all settings. @param revision what the screen was opened with. @param userId who saves.
 * @throws Fault INVALID_INPUT naming the field, CONFLICT when somebody else saved meanwhile
 */
export async function writeFinanceSetting(tx: Tx, revision: number, wanted: unknown, userId: Uuid): Promise<SavedSettings> {
  const parsed = settings.safeParse(wanted);
  if (!parsed.success) throw faultOfIssues('settings', parsed.error.issues);
  const before = await readFinanceSetting(tx);
  const changed = (Object.keys(parsed.data) as (keyof FinanceSettings)[]).filter(
    (part) => JSON.stringify(parsed.data[part]) !== JSON.stringify(before.settings[part]),
  );
  // A save whose answer was lost and is sent again has nothing left to do.
  if (changed.length === 0) return before;
  const value = { settings: parsed.data, updatedAt: now(), updatedBy: userId };
  const saved =
    revision === 0
      ? await tx.db
          .insert(financeSetting)
          .values({ clientId: tx.clientId, ...value })
          .onConflictDoNothing()
          .returning()
      : await tx.db
          .update(financeSetting)
          .set({ ...value, revision: revision + 1 })
          .where(and(eq(financeSetting.clientId, tx.clientId), eq(financeSetting.revision, revision)))
          .returning();
  if (saved.length === 0) throw fault('CONFLICT', 'financeChanged', {}, 'revision');
  await appendEvents(tx, [{ messageType: 'financeSettingChanged', payload: { parts: changed } }]);
  return readFinanceSetting(tx);
}
