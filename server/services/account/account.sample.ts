/** Portfolios that tests search in: accounts with everything the projection reads. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { normalizePhone } from '../../../core/phone.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { refreshAccounts } from './ground/projection.logic.ts';

export interface SampleAccount {
  readonly ref: string;
  readonly first?: string;
  readonly last?: string;
  readonly company?: string;
  readonly city?: string;
  readonly street?: string;
  readonly houseNumber?: string;
  readonly birthday?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly currency?: string;
  readonly createdAt?: string;
  readonly assignee?: Uuid | null;
  readonly claims?: readonly SampleClaim[];
}

export interface SampleClaim {
  readonly ref: string;
  readonly balance: number;
  readonly due?: string | null;
  readonly status?: 'open' | 'resolved' | 'deleted';
  readonly product?: string;
  readonly portfolio?: string;
  readonly promisedUntil?: string;
}

/** Adds the accounts and refreshes their projection. @returns their ids by reference. */
export async function addSampleAccounts(tx: Tx, accounts: readonly SampleAccount[]): Promise<Map<string, Uuid>> {
  const ids = new Map<string, Uuid>();
  for (const account of accounts) {
    const [accountId, debtorId, at] = [uuidv7(), uuidv7(), account.createdAt ?? '2026-01-05T10:00:00Z'];
    ids.set(account.ref, accountId);
    await tx.sql(
      'insert into account (client_id, account_id, external_account_ref, currency, assignee_user_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)',
      [tx.clientId, accountId, account.ref, account.currency ?? 'EUR', account.assignee ?? null, at],
    );
    await tx.sql(
      'insert into debtor (client_id, account_id, debtor_id, external_debtor_ref, type, first_name, last_name, company_name, address, birthday) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [
        tx.clientId,
        accountId,
        debtorId,
        `D-${account.ref}`,
        account.company ? 'company' : 'person',
        account.first,
        account.last,
        account.company,
        { city: account.city, postalCode: '10119', addressLine1: account.street, houseNumber: account.houseNumber },
        account.birthday ?? null,
      ],
    );
    for (const [kind, value, normalized] of [
      ['mobile', account.phone, account.phone && normalizePhone(account.phone, 'DE')],
      ['email', account.email, account.email?.toLowerCase()],
    ])
      if (value)
        await tx.sql(
          'insert into contact_point (client_id, account_id, debtor_id, kind, value, normalized, updated_at) values ($1, $2, $3, $4, $5, $6, $7)',
          [tx.clientId, accountId, debtorId, kind, value, normalized, at],
        );
    for (const claim of account.claims ?? [])
      await tx.sql(
        `insert into claim (client_id, external_claim_ref, account_id, currency, amount, balance, due_date, status, product_name, external_portfolio_ref, promised_until, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $11)`,
        [
          tx.clientId,
          claim.ref,
          accountId,
          account.currency ?? 'EUR',
          claim.balance,
          claim.due ?? null,
          claim.status ?? 'open',
          claim.product,
          claim.portfolio,
          claim.promisedUntil,
          at,
        ],
      );
  }
  await refreshAccounts(tx, [...ids.values()]);
  return ids;
}
