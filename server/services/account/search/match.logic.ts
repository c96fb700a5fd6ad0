/** Why a search found an account whose line in the list does not show it. */
import { formatPhone } from '../../../../core/phone.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import type { AccountMatch, AccountSearchResult } from '../account.graphql.ts';
import { typedDates, typedEnding } from '../ground/typed.ts';
import { plainText } from '../ground/words.ts';

/** Claims of one account that are looked at. */
const MOST_CLAIMS = 500;

interface Facts {
  readonly account_id: string;
  readonly debtors: readonly { readonly name: string; readonly ref: string; readonly born: string | null; readonly address: string }[];
  readonly contacts: readonly { readonly kind: string; readonly value: string }[] | null;
  readonly claims: readonly string[] | null;
}

/**
 * @param hits of a page. @param text what was typed. @returns the hits, each with the first of the typed words that its line does not show and
 * what of the account that word is part of. The database decides what is found; what this cannot tell stays without a reason.
 */
export async function explainHits(
  tx: Tx,
  hits: readonly AccountSearchResult[],
  text: string | null | undefined,
): Promise<AccountSearchResult[]> {
  if (!text?.trim() || hits.length === 0) return [...hits];
  const [[plain = ''], facts] = await Promise.all([plainText(tx, [text]), readFacts(tx, hits)]);
  const known = new Map(facts.map((each) => [each.account_id, each]));
  return hits.map((hit) => ({ ...hit, matchedBy: matchOf(plain, hit, known.get(hit.accountId)) }));
}

function readFacts(tx: Tx, hits: readonly AccountSearchResult[]): Promise<Facts[]> {
  return tx.sql<Facts & Record<string, unknown>>(
    `select ids.account_id,
       (select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(nullif(concat_ws(' ', first_name, middle_name, last_name), ''), company_name, ''), 'ref', external_debtor_ref,
          'born', to_char(birthday, 'YYYY-MM-DD'), 'address', concat_ws(', ', concat_ws(' ', nullif(address ->> 'addressLine1', ''), nullif(address ->> 'houseNumber', '')),
          concat_ws(' ', nullif(address ->> 'postalCode', ''), nullif(address ->> 'city', '')))) order by position, debtor_id), '[]')
        from debtor d where d.client_id = $1 and d.account_id = ids.account_id) as debtors,
       (select jsonb_agg(jsonb_build_object('kind', kind, 'value', normalized) order by kind, normalized)
        from contact_point p where p.client_id = $1 and p.account_id = ids.account_id) as contacts,
       (select jsonb_agg(external_claim_ref) from (select external_claim_ref from claim c where c.client_id = $1 and c.account_id = ids.account_id
          order by external_claim_ref limit ${MOST_CLAIMS}) c) as claims
     from unnest($2::uuid[]) as ids (account_id)`,
    [tx.clientId, hits.map((hit) => hit.accountId)],
  );
}

function matchOf(plain: string, hit: AccountSearchResult, facts: Facts | undefined): AccountMatch | null {
  if (!facts) return null;
  const dates = typedDates(plain);
  for (const { days } of dates) {
    const born = facts.debtors.find((debtor) => debtor.born !== null && (days as readonly string[]).includes(debtor.born))?.born;
    if (born) return { kind: 'birthDate', value: born };
  }
  const rest = dates.reduce((text, { typed }) => text.replace(typed, ' '), plain);
  const shown = [hit.debtorFullName, hit.city ?? '', hit.externalAccountRef];
  // A number is typed with blanks too.
  const words = /^[\d\s()+/.-]+$/.test(rest) && rest.replace(/\D/g, '').length > 5 ? [rest.trim()] : rest.split(/\s+/);
  for (const word of words.filter((each) => bare(each) !== '')) {
    if (shown.some((text) => begins(text, word))) continue;
    const match = wordMatch(word, facts, hit);
    if (match) return match;
  }
  return null;
}

function wordMatch(word: string, { debtors, contacts, claims }: Facts, hit: AccountSearchResult): AccountMatch | null {
  const other = debtors.find(({ name }) => begins(name, word));
  if (other) return { kind: 'debtor', value: other.name };
  const place = debtors.find(({ address }) => begins(address, word));
  if (place) return { kind: 'address', value: place.address };
  const typed = bare(word);
  const refs = [hit.externalAccountRef, ...debtors.map(({ ref }) => ref), ...(claims ?? [])];
  const reference = refs.find((ref) => bare(ref).startsWith(typed));
  if (reference !== undefined) return { kind: 'reference', value: reference };
  const email = contacts?.find(({ kind, value }) => kind === 'email' && bare(value).startsWith(typed));
  if (email) return { kind: 'email', value: email.value };
  const phones = (contacts ?? []).filter(({ kind }) => kind !== 'email').map(({ value }) => value);
  const digits = word.replace(/\(0\)/, '').replace(/\D/g, '');
  const ending = typedEnding(digits);
  if (ending !== null && phones.some((phone) => phone.endsWith(ending))) return { kind: 'phoneEnding', value: ending };
  const national = digits.replace(/^0+/, '');
  const phone = national.length >= 4 ? phones.find((each) => each.includes(national)) : undefined;
  if (phone !== undefined) return { kind: 'phone', value: formatPhone(phone) };
  return ending !== null && refs.some((ref) => bare(ref).endsWith(ending)) ? { kind: 'referenceEnding', value: ending } : null;
}

/** Letters and digits alone, in lower case without accents. */
const bare = (text: string) => plainly(text).replace(/[^\p{L}\p{N}]/gu, '');
const plainly = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** @returns whether a word of the text, or all of it, begins with what was typed; ü is u or ue. */
function begins(text: string, typed: string): boolean {
  const [word, plain] = [bare(typed), plainly(text)];
  const forms = [word, word.replace(/([aou])e/g, '$1')];
  return [...plain.split(/[^\p{L}\p{N}]+/u), bare(text)].some((part) => forms.some((form) => part.startsWith(form)));
}
