/** Worlds of random bookings for the tests of reports, and the plain sums that every figure is compared with. */
import fc from 'fast-check';
import { uuidv7 } from '../../../core/id.ts';
import type { TestHouse } from '../../platform/testing.ts';

export const ZONE = 'Europe/Berlin';

export interface Entry {
  readonly kind: string;
  readonly amount: bigint;
  readonly bookedAt: number;
  readonly valueDate: string;
}
export interface Claim {
  readonly ref: string;
  readonly accountId: string;
  readonly currency: string;
  readonly portfolio: string | null;
  readonly product: string | null;
  readonly dueDate: string | null;
  readonly createdAt: number;
  readonly deleted: boolean;
  readonly entries: readonly Entry[];
}
export interface PromiseRow {
  readonly claim: Claim;
  readonly amount: bigint;
  readonly paid: bigint;
  readonly dueDate: string;
  readonly status: string;
}
export interface PlanRow {
  readonly claims: readonly Claim[];
  readonly status: string;
  readonly instalments: readonly { amount: bigint; paid: bigint; dueDate: string; status: string }[];
}
export interface World {
  readonly claims: readonly Claim[];
  readonly promises: readonly PromiseRow[];
  readonly plans: readonly PlanRow[];
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** @returns the calendar day of a moment by Intl, which knows nothing of the product's own calendar. */
export function dayOf(at: number, zone = ZONE): string {
  // Making one takes a hundred times as long as using it.
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, format);
  return format.format(at);
}
export const plus = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
export const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** Moments beside which days change, on the days the clocks do and on others. */
const EDGES = [
  '2026-03-28T22:59:59.999Z',
  '2026-03-28T23:00:00Z',
  '2026-03-29T21:59:59.999Z',
  '2026-03-29T22:00:00Z',
  '2026-10-24T21:59:59.999Z',
  '2026-10-24T22:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T22:30:00Z',
  '2026-10-25T22:59:59.999Z',
  '2026-10-25T23:00:00Z',
  '2026-10-31T22:59:59.999Z',
  '2026-10-31T23:00:00Z',
].map(Date.parse);

/** @param now the end of the world's time. @returns a generator of worlds of two currencies. */
export function worlds(now: number): fc.Arbitrary<World> {
  const today = dayOf(now);
  const moment = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: Date.parse('2026-02-01T00:00:00Z'), max: now }) },
    { weight: 1, arbitrary: fc.constantFrom(...EDGES) },
  );
  const day = (from: number, to: number) => fc.integer({ min: from, max: to }).map((days) => plus(today, days));
  const pool = Array.from({ length: 12 }, () => uuidv7());
  const claim = fc
    .record({
      account: fc.nat(pool.length - 1),
      currency: fc.constantFrom('EUR', 'EUR', 'USD'),
      portfolio: fc.constantFrom('North', 'South', null),
      product: fc.constantFrom('Power', 'Gas', null),
      dueDate: fc.option(day(-400, 60), { freq: 8 }),
      deleted: fc.nat(15).map((roll) => roll === 0),
      moments: fc.array(moment, { minLength: 1, maxLength: 6 }),
      amounts: fc.array(fc.bigInt({ min: 1n, max: 90_000n }), { minLength: 6, maxLength: 6 }),
      kinds: fc.array(
        fc.constantFrom('payment', 'payment', 'payment', 'fee', 'refund', 'chargeback', 'writeOff', 'interest', 'correction'),
        {
          minLength: 6,
          maxLength: 6,
        },
      ),
      late: fc.integer({ min: 0, max: 40 }),
    })
    .map((drawn): Claim => {
      const moments = [...drawn.moments].sort((a, b) => a - b);
      const entries = moments.map((bookedAt, index): Entry => {
        const amount = drawn.amounts[index] ?? 1n;
        if (index === 0) return { kind: 'principal', amount: amount * 2n, bookedAt, valueDate: dayOf(bookedAt) };
        const kind = drawn.kinds[index] ?? 'payment';
        const lowers = kind === 'payment' || kind === 'writeOff' || (kind === 'correction' && drawn.late % 2 === 0);
        return { kind, amount: lowers ? -amount : amount, bookedAt, valueDate: plus(dayOf(bookedAt), -(index === 1 ? drawn.late : 0)) };
      });
      const { currency, portfolio, product, dueDate, deleted } = drawn;
      return {
        ref: uuidv7(),
        accountId: pool[drawn.account]!,
        currency,
        portfolio,
        product,
        dueDate,
        deleted,
        createdAt: moments[0]!,
        entries,
      };
    });
  return fc.array(claim, { minLength: 10, maxLength: 60 }).chain((claims) => {
    const which = fc.nat(claims.length - 1).map((index) => claims[index]!);
    const amount = fc.bigInt({ min: 10n, max: 50_000n });
    return fc.record({
      claims: fc.constant(claims.map((each) => ({ ...each, accountId: currencyAccount(each) }))),
      promises: fc.array(
        fc.record({
          claim: which,
          amount,
          paid: fc.bigInt({ min: 0n, max: 10n }),
          dueDate: day(-120, 60),
          status: fc.constantFrom('active', 'kept', 'broken', 'invalidated'),
        }),
        { maxLength: 20 },
      ),
      plans: fc.array(
        fc.record({
          claims: fc.array(which, { minLength: 1, maxLength: 3 }),
          status: fc.constantFrom('active', 'active', 'broken', 'completed', 'canceled'),
          instalments: fc.array(
            fc.record({
              amount,
              paid: fc.bigInt({ min: 0n, max: 10n }),
              dueDate: day(-120, 60),
              status: fc.constantFrom('pending', 'paid', 'missed', 'canceled'),
            }),
            {
              minLength: 1,
              maxLength: 3,
            },
          ),
        }),
        { maxLength: 8 },
      ),
    });
  });
}

/** An account has one currency. */
const currencyAccount = (claim: Claim) => (claim.currency === 'EUR' ? claim.accountId : claim.accountId.replace(/^./, 'f'));

/** Puts a world in place of what was there. */
export async function build(house: TestHouse, world: World): Promise<void> {
  await house.database.owner.query('truncate ledger_entry, claim, account, promise_to_pay, instalment, instalments_plan');
  const rows = (list: readonly object[]) => JSON.stringify(list, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
  const iso = (at: number) => new Date(at).toISOString();
  const balance = (claim: Claim) => sum(claim.entries.map((entry) => entry.amount));
  await house.inA(async (tx) => {
    const insert = (table: string, list: readonly object[]) => {
      if (list.length === 0) return Promise.resolve([]);
      const columns = Object.keys(list[0]!).join(', ');
      return tx.sql(
        `insert into ${table} (client_id, ${columns}) select $1, ${columns} from jsonb_populate_recordset(null::${table}, $2::jsonb)`,
        [tx.clientId, rows(list)],
      );
    };
    const accounts = new Map(world.claims.map((claim) => [claim.accountId, claim.currency]));
    const at = iso(Date.parse('2026-01-01T00:00:00Z'));
    await insert(
      'account',
      [...accounts].map(([account_id, currency]) => {
        const total = sum(
          world.claims
            .filter((claim) => claim.accountId === account_id && !claim.deleted)
            .map(balance)
            .filter((each) => each > 0n),
        );
        return {
          account_id,
          currency,
          external_account_ref: `A-${account_id}`,
          debtor_name: `Debtor ${account_id.slice(-4)}`,
          total_amount: total,
          created_at: at,
          updated_at: at,
        };
      }),
    );
    await insert(
      'claim',
      world.claims.map((claim) => ({
        external_claim_ref: claim.ref,
        account_id: claim.accountId,
        currency: claim.currency,
        amount: claim.entries[0]!.amount,
        balance: balance(claim),
        due_date: claim.dueDate,
        external_portfolio_ref: claim.portfolio,
        product_name: claim.product,
        status: claim.deleted ? 'deleted' : balance(claim) > 0n ? 'open' : 'resolved',
        created_at: iso(claim.createdAt),
        updated_at: iso(claim.createdAt),
      })),
    );
    await insert(
      'ledger_entry',
      world.claims.flatMap((claim) =>
        claim.entries.map((entry) => ({
          entry_id: uuidv7(),
          account_id: claim.accountId,
          external_claim_ref: claim.ref,
          kind: entry.kind,
          amount: entry.amount,
          currency: claim.currency,
          value_date: entry.valueDate,
          booked_at: iso(entry.bookedAt),
          key: uuidv7(),
        })),
      ),
    );
    await insert(
      'promise_to_pay',
      world.promises.map(({ claim, amount, paid, dueDate, status }) => ({
        promise_to_pay_id: uuidv7(),
        account_id: currencyAccount(claim),
        external_claim_ref: claim.ref,
        amount,
        paid_amount: paid,
        currency: claim.currency,
        start_date: dueDate,
        due_date: dueDate,
        requested_by: 'debtor',
        status,
        idempotency_key: uuidv7(),
        created_at: at,
        updated_at: at,
      })),
    );
    for (const plan of world.plans) {
      const planId = uuidv7();
      await tx.sql(
        `insert into instalments_plan (client_id, instalments_plan_id, account_id, claim_refs, amount, currency, interval, status, requested_by, idempotency_key, created_at, updated_at)
         values ($1, $2, $3, $4, 1, $5, 'weekly', $6, 'debtor', $7, $8, $8)`,
        [
          tx.clientId,
          planId,
          currencyAccount(plan.claims[0]!),
          plan.claims.map((claim) => claim.ref),
          plan.claims[0]!.currency,
          plan.status,
          uuidv7(),
          at,
        ],
      );
      await insert(
        'instalment',
        plan.instalments.map(({ amount, paid, dueDate, status }, position) => ({
          instalment_id: uuidv7(),
          instalments_plan_id: planId,
          position,
          amount,
          paid_amount: paid,
          currency: plan.claims[0]!.currency,
          start_date: dueDate,
          due_date: dueDate,
          status,
        })),
      );
    }
  });
}
