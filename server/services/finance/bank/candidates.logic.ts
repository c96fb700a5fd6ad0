/** Which accounts a bank's bank transactions may belong to: looked up for many bank transactions with a few statements. */
import type { Uuid } from '../../../../core/id.ts';
import { digestsOf } from '../../../platform/seal.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { accountsNamed, accountsReferred } from '../../account/ground/lookup.logic.ts';
import { type Candidate, type Hit, nameWords, type SignName, tokensOf } from './match.ts';

export interface Wanted {
  readonly entryId: Uuid;
  readonly name: string | null;
  readonly iban: string | null;
  readonly remittance: string;
  readonly endToEndId: string | null;
  readonly mandateRef: string | null;
}

/** A reference or a name that leads to more accounts than this says nothing. */
const MOST = 20;

type Found = { entry: number; account_id: Uuid; kind: SignName; detail: string; claim: string | null };

/** @returns the candidates of each bank transaction, by entry id. */
export async function findCandidates(tx: Tx, wanted: readonly Wanted[]): Promise<Map<Uuid, Candidate[]>> {
  if (wanted.length === 0) return new Map();
  const found = [...(await byReference(tx, wanted)), ...(await byIban(tx, wanted))];
  const withHit = new Set(found.map((row) => row.entry));
  const nameless = wanted.map((each, index) => ({ each, index })).filter(({ index }) => !withHit.has(index));
  const named = await byName(tx, nameless);
  const hits = new Map<number, Map<Uuid, Hit[]>>();
  for (const { entry, account_id, kind, detail, claim } of [...found, ...named]) {
    const own = hits.get(entry) ?? new Map<Uuid, Hit[]>();
    hits.set(entry, own);
    const list = own.get(account_id) ?? [];
    own.set(account_id, list);
    // A name alone is no sign yet: it is weighed with the account's names.
    if (kind !== 'name') list.push({ sign: kind, detail, externalClaimRef: claim });
  }
  const accounts = await readAccounts(tx, [...new Set([...hits.values()].flatMap((own) => [...own.keys()]))]);
  return new Map(
    wanted.map((each, index) => [
      each.entryId,
      [...(hits.get(index) ?? [])].flatMap(([accountId, list]) => {
        const account = accounts.get(accountId);
        return account ? [{ ...account, hits: list }] : [];
      }),
    ]),
  );
}

async function byReference(tx: Tx, wanted: readonly Wanted[]): Promise<Found[]> {
  const asking = new Map<string, number[]>();
  for (const [entry, each] of wanted.entries())
    for (const token of tokensOf([each.remittance, each.endToEndId ?? '', each.mandateRef ?? ''].join(' ')))
      asking.set(token, [...(asking.get(token) ?? []), entry]);
  const tokens = [...asking.keys()];
  if (tokens.length === 0) return [];
  const mandates = await tx.sql<{ token: string; accountId: Uuid; detail: string }>(
    `with asked as materialized (select distinct token from unnest($2::text[]) as t(token))
     select a.token, c.account_id as "accountId", c.reference as detail
     from asked a join recurring_payment_mandate c on plain_reference(c.reference) = a.token where c.client_id = $1`,
    [tx.clientId, tokens],
  );
  const found = [
    ...(await accountsReferred(tx, tokens)),
    ...mandates.map((row) => ({ ...row, kind: 'mandateReference' as const, claim: null })),
  ];
  return fewEnough(
    found.flatMap(({ token, accountId, kind, detail, claim }) =>
      (asking.get(token) ?? []).map((entry) => ({
        entry,
        account_id: accountId,
        kind: token.length < 6 ? 'shortReference' : kind,
        detail,
        claim,
      })),
    ),
  );
}

async function byIban(tx: Tx, wanted: readonly Wanted[]): Promise<Found[]> {
  const known = wanted.flatMap((each, index) => (each.iban ? [{ index, iban: each.iban }] : []));
  if (known.length === 0) return [];
  const asked = known.flatMap(({ index, iban }) => digestsOf('iban', tx.clientId, iban).map((digest) => ({ index, digest })));
  const rows = await tx.sql<Omit<Found, 'kind' | 'claim' | 'detail'>>(
    `with asked as materialized (select * from unnest($2::int[], $3::text[]) as t(entry, digest)),
     known as materialized (select distinct digest from asked),
     found as (
       select k.digest, d.account_id from known k join published.debtor d on d.client_id = $1 and d.iban_digest = k.digest
       union select k.digest, e.account_id from known k join bank_entry e
         on e.client_id = $1 and e.status = 'booked' and e.account_id is not null and e.counterparty_iban_digest = k.digest
       union select k.digest, m.account_id from known k join recurring_payment_mandate m on m.client_id = $1 and m.iban_digest = k.digest)
     select distinct a.entry, f.account_id from asked a join found f using (digest)`,
    [tx.clientId, asked.map((each) => each.index), asked.map((each) => each.digest)],
  );
  const masked = new Map(known.map(({ index, iban }) => [index, `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`]));
  return fewEnough(rows.map((row) => ({ ...row, kind: 'iban', detail: masked.get(row.entry) ?? '', claim: null })));
}

/** Accounts whose words are those of the payer's name, for bank transactions that nothing else leads to. */
async function byName(tx: Tx, wanted: readonly { each: Wanted; index: number }[]): Promise<Found[]> {
  const rows = await accountsNamed(
    tx,
    wanted.map(({ each, index }) => ({ asked: index, words: nameWords(each.name ?? '').slice(0, 4) })),
    MOST,
  );
  return fewEnough(rows.map((row) => ({ entry: row.asked, account_id: row.accountId, kind: 'name', detail: '', claim: null })));
}

/** Leaves out what leads to so many accounts that it says nothing. */
function fewEnough(rows: readonly Found[]): Found[] {
  const accounts = new Map<string, Set<Uuid>>();
  const keyOf = (row: Found) => `${row.entry} ${row.kind} ${row.detail}`;
  for (const row of rows) accounts.set(keyOf(row), (accounts.get(keyOf(row)) ?? new Set()).add(row.account_id));
  return rows.filter((row) => (accounts.get(keyOf(row))?.size ?? 0) < MOST);
}

/** @returns what the rules weigh of accounts, by id. */
export async function readAccounts(tx: Tx, accountIds: readonly Uuid[]): Promise<Map<Uuid, Omit<Candidate, 'hits'>>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx.sql<{
    account_id: Uuid;
    external_account_ref: string;
    debtor_name: string;
    names: string[];
    claims: { ref: string; balance: string }[];
    agreed: string[];
  }>(
    `select a.account_id, a.external_account_ref, a.debtor_name,
       array(select concat_ws(' ', first_name, last_name) from published.debtor d where d.client_id = $1 and d.account_id = a.account_id and last_name is not null
         union select company_name from published.debtor d where d.client_id = $1 and d.account_id = a.account_id and company_name is not null) as names,
       coalesce((select jsonb_agg(jsonb_build_object('ref', c.external_claim_ref, 'balance', c.balance::text) order by c.due_date nulls last, c.external_claim_ref)
         from published.claim c where c.client_id = $1 and c.account_id = a.account_id and c.status <> 'deleted'), '[]') as claims,
       array(select (i.amount - i.paid_amount)::text from instalment i join instalments_plan p on p.client_id = i.client_id and p.instalments_plan_id = i.instalments_plan_id
           where p.client_id = $1 and p.account_id = a.account_id and p.status = 'active' and i.status in ('pending', 'missed')
         union select sum(p.amount - p.paid_amount)::text from promise_to_pay p where p.client_id = $1 and p.account_id = a.account_id and p.status = 'active'
           group by coalesce(p.promise_id, p.promise_to_pay_id)) as agreed
     from published.account a where a.client_id = $1 and a.account_id = any($2::uuid[])`,
    [tx.clientId, accountIds],
  );
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        accountId: row.account_id,
        externalAccountRef: row.external_account_ref,
        debtorName: row.debtor_name,
        names: row.names.length > 0 ? row.names : [row.debtor_name],
        claims: row.claims.map((claim) => ({ externalClaimRef: claim.ref, balance: BigInt(claim.balance) })),
        agreed: row.agreed.map(BigInt),
      },
    ]),
  );
}
