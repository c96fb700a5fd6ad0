/** What the tests of money share: accounts with booked claims, and what became of them. */
import { afterAll, beforeAll } from 'vitest';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { addDays, type CalendarDate, instant } from '../../../core/time.ts';
import { useClock } from '../../platform/clock.ts';
import { type HouseOptions, type Mount, openTestHouse, type TestHouse } from '../../platform/testing.ts';
import { book } from './ledger/ledger.logic.ts';
import { startPayment } from './payment/payment.logic.ts';
import type { Payment } from './payment/payment.read.logic.ts';
import { mountPaymentCallbacks } from './providers/callback.ts';

export const TODAY = '2026-11-21' as CalendarDate;

export const RECORD = `mutation ($clientId: ID!, $accountId: ID!, $refs: [String!]!, $amount: Money!, $key: ID) {
  recordPayment(clientId: $clientId, accountId: $accountId, externalClaimRefs: $refs, amount: $amount, idempotencyKey: $key) { id status amount }
}`;

export const count = (types: string[], type: string) => types.filter((each) => each === type).length;

export interface FinanceFixture {
  /** The test file's own house; opened before its first test. */
  readonly house: TestHouse;
  /** The platform clock of the file: 2026-11-21 11:00 in Berlin until a test moves it. */
  clock: ReturnType<typeof instant>;
  /** Adds an account with claims of the given sums (minor units), booked as principal, due one day after the other. */
  readonly accountWith: (amounts: readonly bigint[]) => Promise<{ accountId: Uuid; refs: string[] }>;
  /** A claim beside the sum of its ledger. */
  readonly claimOf: (ref: string) => Promise<{ balance: bigint; status: string; promised_until: string | null; ledger: bigint }>;
  /** The types of an account's events, in order. */
  readonly typesOf: (accountId: Uuid) => Promise<string[]>;
  readonly pay: (accountId: Uuid, refs: string[], amount?: bigint, key?: Uuid) => Promise<Payment>;
}

/** Opens a house for a test file and closes it after its last test. @param mount what of the web it needs beside callbacks. */
export function financeFixture(mount?: Mount, options?: HouseOptions): FinanceFixture {
  let house: TestHouse;
  let restore: () => void;
  let serial = 0;
  const fixture: FinanceFixture = {
    get house() {
      return house;
    },
    clock: instant('2026-11-21T10:00:00Z'),
    accountWith: async (amounts) => {
      const accountId = uuidv7();
      const refs = amounts.map(() => `C-${++serial}`);
      await house.inA(async (tx) => {
        await tx.sql(
          `insert into account (client_id, account_id, external_account_ref, currency, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, $4)`,
          [tx.clientId, accountId, `A-${accountId}`, '2026-01-01T00:00:00Z'],
        );
        for (const [index, ref] of refs.entries())
          await tx.sql(
            `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, created_at, updated_at) values ($1, $2, $3, 'EUR', $4, 0, $5, $6, $6)`,
            [tx.clientId, ref, accountId, amounts[index], addDays('2026-10-01' as CalendarDate, index), '2026-01-01T00:00:00Z'],
          );
        await book(
          tx,
          refs.map((ref, index) => ({
            accountId,
            externalClaimRef: ref,
            kind: 'principal' as const,
            amount: amounts[index] ?? 0n,
            currency: 'EUR',
            valueDate: TODAY,
            key: `principal:${ref}`,
          })),
        );
      });
      return { accountId, refs };
    },
    claimOf: async (ref) => {
      const [row] = await house.inA((tx) =>
        tx.sql<{ balance: bigint; status: string; promised_until: string | null; ledger: bigint }>(
          `select balance, status, promised_until, coalesce((select sum(amount) from ledger_entry l where l.client_id = c.client_id and l.account_id = c.account_id and l.external_claim_ref = c.external_claim_ref), 0)::bigint as ledger
       from claim c where client_id = $1 and external_claim_ref = $2`,
          [house.clientA, ref],
        ),
      );
      if (!row) throw new Error(`no claim ${ref}`);
      return row;
    },
    typesOf: async (accountId) =>
      (
        await house.inA((tx) =>
          tx.sql<{ message_type: string }>(`select message_type from event where client_id = $1 and account_id = $2 order by message_id`, [
            house.clientA,
            accountId,
          ]),
        )
      ).map((row) => row.message_type),
    pay: (accountId, refs, amount, key = uuidv7()) =>
      house.inA((tx) =>
        startPayment(tx, {
          accountId,
          externalClaimRefs: refs,
          ...(amount === undefined ? {} : { amount }),
          providerName: 'sandbox',
          method: 'card',
          idempotencyKey: key,
        }),
      ),
  };
  beforeAll(async () => {
    restore = useClock(() => fixture.clock);
    house = await openTestHouse(async (app, parts) => {
      await mountPaymentCallbacks(app, parts);
      await mount?.(app, parts);
    }, options);
  });
  afterAll(async () => {
    restore();
    await house.close();
  });
  return fixture;
}
