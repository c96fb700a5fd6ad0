/** Finds accounts and members of staff, for everything that is about one. */
import { invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../../core/id.ts';
import type { Reading, Tx } from '../../../platform/tenancy.ts';
import { wordSign } from './words.ts';

/** @throws Fault NOT_FOUND when the account does not exist in the client. */
export async function requireAccount(tx: Tx, accountId: Uuid): Promise<void> {
  const [found] = isUuid(accountId)
    ? await tx.sql('select 1 from account where client_id = $1 and account_id = $2', [tx.clientId, accountId])
    : [];
  if (!found) throw notFound('accountNotFound');
}

/** @returns the account of a reference as somebody types it: as written, else in capitals; null when there is none. */
export async function findAccountIdByReference(tx: Tx, typed: string): Promise<Uuid | null> {
  // The database's text knows no NUL.
  const ref = typed.replaceAll('\0', '').trim();
  const [row] = await tx.sql<{ account_id: Uuid }>(
    `select account_id from account where client_id = $1 and external_account_ref = any($2::text[])
     order by external_account_ref = $3 desc limit 1`,
    [tx.clientId, [...new Set([ref, ref.toUpperCase()])], ref],
  );
  return row?.account_id ?? null;
}

/** @returns the account of a claim, or null. */
export async function findClaimAccountId(tx: Tx, externalClaimRef: string): Promise<Uuid | null> {
  const [row] = await tx.sql<{ account_id: Uuid }>('select account_id from claim where client_id = $1 and external_claim_ref = $2', [
    tx.clientId,
    externalClaimRef,
  ]);
  return row?.account_id ?? null;
}

/** @param field the argument's path. @throws Fault INVALID_INPUT when the client has no such member of staff. */
export async function requireUser(tx: Tx, userId: Uuid, field: string): Promise<void> {
  const [found] = isUuid(userId)
    ? await tx.sql('select 1 from published.client_user where client_id = $1 and user_id = $2 and is_enabled', [tx.clientId, userId])
    : [];
  if (!found) throw invalid(field, 'noStaff');
}

/** @returns the name of a member of staff, for sentences. */
export async function nameOf(tx: Tx, userId: Uuid | null): Promise<string> {
  const [row] = userId
    ? await tx.sql<{ name: string }>('select name from published.client_user where client_id = $1 and user_id = $2', [tx.clientId, userId])
    : [];
  return row?.name ?? 'Somebody';
}

export interface ReferredAccount {
  readonly token: string;
  readonly accountId: Uuid;
  readonly kind: 'claimReference' | 'paymentReference' | 'accountReference';
  /** The reference as it is written, and the claim it is of; null: the account's own. */
  readonly detail: string;
  readonly claim: string | null;
}

/** @returns accounts whose references, or whose claims', are one of these plain ones (SQL function plain_reference), once per reference. */
export async function accountsReferred(tx: Reading, tokens: readonly string[]): Promise<ReferredAccount[]> {
  if (tokens.length === 0) return [];
  // The views fix the client themselves: only there an index over an expression answers (server/platform/database.sql).
  return tx.sql<ReferredAccount & Record<string, unknown>>(
    `with asked as materialized (select distinct token from unnest($1::text[]) as t(token))
     select a.token, c.account_id as "accountId", 'claimReference' as kind, c.external_claim_ref as detail, c.external_claim_ref as claim
     from asked a join searchable_claim c on plain_reference(c.external_claim_ref) = a.token where c.status <> 'deleted'
     union all
     select a.token, c.account_id, 'paymentReference', c.payment_reference, c.external_claim_ref
     from asked a join searchable_claim c on plain_reference(c.payment_reference) = a.token where c.status <> 'deleted'
     union all
     select a.token, c.account_id, 'accountReference', c.external_account_ref, null
     from asked a join searchable_account c on plain_reference(c.external_account_ref) = a.token`,
    [tokens],
  );
}

/**
 * Accounts whose words hold all words of a name, for many names at once. @param wanted names as words in lower case, without accents.
 * @param limit accounts per name. @returns each name by its own sign.
 */
export async function accountsNamed(
  tx: Reading,
  wanted: readonly { readonly asked: number; readonly words: readonly string[] }[],
  limit: number,
): Promise<{ asked: number; accountId: Uuid }[]> {
  const sign = wordSign(tx.clientId);
  // Who writes ü as ue is found as well as who writes it as u.
  const forms = (word: string) => [...new Set([word, word.replace(/ae/g, 'a').replace(/oe/g, 'o').replace(/ue/g, 'u')])];
  const queries = wanted
    .filter(({ words }) => words.length > 0)
    .map(({ asked, words }) => ({
      asked,
      query: words
        .map(
          (word) =>
            `(${forms(word)
              .map((form) => `'${sign}${form}'`)
              .join(' | ')})`,
        )
        .join(' & '),
    }));
  if (queries.length === 0) return [];
  await tx.sql('select settle_search_words()');
  // The view fixes the client itself, so that the words' index answers. Counted instead of limited: for a limit the planner would rather
  // look through all accounts.
  return tx.sql<{ asked: number; accountId: Uuid }>(
    `select t.asked, f.account_id as "accountId" from unnest($1::int[], $2::text[]) as t(asked, query)
     cross join lateral (
       select account_id from (select a.account_id, row_number() over () as place from searchable_account a where a.search_words @@ t.query::tsquery) n
       where place <= $3) f`,
    [queries.map((each) => each.asked), queries.map((each) => each.query), limit],
  );
}
