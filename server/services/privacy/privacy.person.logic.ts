/** Who is the same person: the accounts of a client that somebody may be on, with the signs that speak for it. Somebody chooses. */
import { notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid } from '../../../core/id.ts';
import type { CalendarDate } from '../../../core/time.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { accountsNamed } from '../account/ground/lookup.logic.ts';
import { heldAccounts, today } from './privacy.hold.logic.ts';

/** Accounts looked at for one sign. */
const MOST = 200;

export type PersonSign = 'sameAccount' | 'sameReference' | 'sameEmail' | 'samePhone' | 'sameNameAndBirthday' | 'sameName';
/** Signs that are enough by themselves to propose an account. */
const STRONG: readonly PersonSign[] = ['sameAccount', 'sameReference', 'sameNameAndBirthday'];

export interface PersonAccount {
  readonly accountId: Uuid;
  readonly externalAccountRef: string;
  readonly externalDebtorRef: string;
  readonly name: string;
  readonly birthday: CalendarDate | null;
  readonly signs: readonly PersonSign[];
  /** Proposed; the others are only shown. */
  readonly isSuggested: boolean;
  readonly openClaims: number;
  readonly isHeld: boolean;
}

interface Known extends Record<string, unknown> {
  readonly account_id: Uuid;
  readonly external_account_ref: string;
  readonly external_debtor_ref: string;
  readonly name: string;
  readonly birthday: CalendarDate | null;
  readonly active_claims_count: number;
  readonly emails: string[];
  readonly phones: string[];
}

async function readKnown(tx: Tx, accountIds: readonly Uuid[]): Promise<Known[]> {
  const contacts = (kinds: string) =>
    `array(select p.normalized from published.contact_point p where p.client_id = $1 and p.account_id = d.account_id and p.debtor_id = d.debtor_id and p.kind ${kinds} order by 1)`;
  return tx.sql<Known>(
    `select d.account_id, a.external_account_ref, d.external_debtor_ref, coalesce(nullif(concat_ws(' ', d.first_name, d.middle_name, d.last_name), ''), d.company_name, '') as name,
       d.birthday, a.active_claims_count, ${contacts(`= 'email'`)} as emails, ${contacts(`<> 'email'`)} as phones
     from published.debtor d join published.account a on a.client_id = $1 and a.account_id = d.account_id
     where d.client_id = $1 and d.account_id = any($2::uuid[]) order by a.external_account_ref, d.position, d.external_debtor_ref`,
    [tx.clientId, accountIds],
  );
}

/** The words of a value as search keeps those of references, addresses and numbers: without punctuation. */
const mark = (value: string) =>
  value
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '');
const words = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
const sharesOne = (one: readonly string[], other: readonly string[]) => one.some((each) => other.includes(each));

/** @returns the account itself and others that the person may be on, the surest first. @throws Fault NOT_FOUND */
export async function findPersonAccounts(tx: Tx, accountId: Uuid, externalDebtorRef: string): Promise<PersonAccount[]> {
  const [person] = isUuid(accountId)
    ? (await readKnown(tx, [accountId])).filter((each) => each.external_debtor_ref === externalDebtorRef)
    : [];
  if (!person) throw notFound('debtorNotFound');
  const wanted = [[mark(externalDebtorRef)], ...[...person.emails, ...person.phones].map((each) => [mark(each)]), words(person.name)]
    .filter((each) => each.length > 0 && each.every((word) => /^[\p{L}\p{N}]+$/u.test(word)))
    .map((each, asked) => ({ asked, words: each }));
  const found = await accountsNamed(tx, wanted, MOST);
  const candidates = await readKnown(tx, [...new Set([accountId, ...found.map((each) => each.accountId)])]);
  const held = new Set(
    await heldAccounts(
      tx,
      await today(tx),
      candidates.map((each) => each.account_id),
    ),
  );
  const name = words(person.name).join(' ');
  return candidates
    .map((each) => {
      const signs: PersonSign[] = [];
      const isItself = each.account_id === accountId && each.external_debtor_ref === externalDebtorRef;
      if (isItself) signs.push('sameAccount');
      // Two debtors of one account are two people.
      else if (each.account_id !== accountId) {
        if (each.external_debtor_ref === externalDebtorRef) signs.push('sameReference');
        const isNamesake = name !== '' && words(each.name).join(' ') === name;
        if (isNamesake && person.birthday !== null && each.birthday === person.birthday) signs.push('sameNameAndBirthday');
        else if (isNamesake) signs.push('sameName');
        if (sharesOne(each.emails, person.emails)) signs.push('sameEmail');
        if (sharesOne(each.phones, person.phones)) signs.push('samePhone');
      }
      return {
        accountId: each.account_id,
        externalAccountRef: each.external_account_ref,
        externalDebtorRef: each.external_debtor_ref,
        name: each.name || each.external_debtor_ref,
        birthday: each.birthday,
        signs,
        isSuggested: signs.some((sign) => STRONG.includes(sign)) || (signs.includes('sameName') && signs.length > 1),
        openClaims: each.active_claims_count,
        isHeld: held.has(each.account_id),
      };
    })
    .filter((each) => each.signs.length > 0)
    .sort(
      (one, other) =>
        Number(other.signs.includes('sameAccount')) - Number(one.signs.includes('sameAccount')) ||
        Number(other.isSuggested) - Number(one.isSuggested) ||
        other.signs.length - one.signs.length,
    );
}
