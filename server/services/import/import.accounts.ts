/** What rows say about accounts and debtors, laid over what is known. An empty cell says nothing: what is known stays. */
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import type { AccountState, DebtorState } from '../account/intake/states.logic.ts';
import type { NewMeta } from '../account/metadata/metaFields.logic.ts';
import { DEBTOR_TEXTS, type ImportedDebtor } from './import.debtor.ts';
import type { ImportedAccount } from './import.reader.ts';

/** @param begins the metadata of new accounts. @returns an account as a row brings it, with its debtors; a main debtor of its own reference when the row has none. */
export function newAccount(
  imported: ImportedAccount,
  currency: string,
  role: 'main' | 'coDebtor',
  begins: NewMeta['account'],
): AccountState {
  const account: AccountState = {
    accountId: uuidv7(),
    ref: imported.ref,
    currency,
    locale: null,
    segment: null,
    timezone: null,
    meta: { ...(begins as AccountState['meta']) },
    digest: null,
    debtors: [],
  };
  mergeAccount(account, imported, role);
  if (account.debtors?.length === 0) account.debtors.push(emptyDebtor(imported.ref, 0));
  return account;
}

/**
 * Lays a row over an account whose debtors are known.
 * @param role of the row's main debtor columns: files with a debtor per row say so. @returns names of the fields that changed.
 */
export function mergeAccount(account: AccountState, imported: ImportedAccount, role: 'main' | 'coDebtor'): string[] {
  const changed: string[] = [];
  for (const field of ['locale', 'segment', 'timezone'] as const) {
    const value = imported[field];
    if (value === null || value === account[field]) continue;
    account[field] = value;
    changed.push(field);
  }
  const meta = mergeTexts(account.meta, imported.meta);
  if (meta) {
    account.meta = meta;
    changed.push('meta');
  }
  for (const debtor of imported.debtors) {
    const state = findDebtor(account, debtor, debtor.role === 'coDebtor' ? 'coDebtor' : role, changed);
    mergeDebtor(state, debtor, changed);
  }
  account.digest = imported.digest;
  return [...new Set(changed)];
}

function findDebtor(account: AccountState, imported: ImportedDebtor, role: 'main' | 'coDebtor', changed: string[]): DebtorState {
  const debtors = account.debtors ?? [];
  account.debtors = debtors;
  const main = debtors.find((debtor) => debtor.position === 0);
  const fallback = role === 'main' ? account.ref : `${account.ref}-2`;
  const ref = imported.ref || fallback;
  const known = debtors.find((debtor) => debtor.ref === ref) ?? (imported.ref === '' && role === 'main' ? main : undefined);
  if (known) {
    // A second debtor with the account's own reference is no longer the stand-in for the main one.
    if (role === 'coDebtor' && known.position === 0 && known.ref === account.ref && isEmpty(known)) {
      known.position = 1;
      changed.push('debtors');
    }
    if (role === 'main' && known.position !== 0 && !main) {
      known.position = 0;
      changed.push('debtors');
    }
    return known;
  }
  // An account that came without a debtor got one of its own reference: the first real one takes its place.
  if (role === 'main' && main && main.ref === account.ref && isEmpty(main)) {
    main.ref = ref;
    changed.push('debtors');
    return main;
  }
  const last = Math.max(0, ...debtors.map((debtor) => debtor.position));
  const debtor = emptyDebtor(ref, role === 'main' && !main ? 0 : last + 1);
  debtors.push(debtor);
  changed.push('debtors');
  return debtor;
}

function mergeDebtor(state: DebtorState, imported: ImportedDebtor, changed: string[]): void {
  const set = <Key extends keyof DebtorState>(key: Key, value: DebtorState[Key] | null | undefined) => {
    if (value === null || value === undefined || state[key] === value) return;
    state[key] = value;
    changed.push(key);
  };
  // Without a name the kind of debtor is only a guess.
  if (Object.keys(imported.names).length > 0) set('type', imported.type);
  for (const key of DEBTOR_TEXTS) set(key, imported.names[key]);
  set('gender', imported.gender);
  set('birthday', imported.birthday);
  for (const key of ['address', 'meta'] as const) {
    const merged = mergeTexts(state[key], imported[key]);
    if (!merged) continue;
    state[key] = merged;
    changed.push(key);
  }
  for (const contact of imported.contacts) {
    if (state.contacts.some((known) => known.kind === contact.kind && known.normalized === contact.normalized)) continue;
    state.contacts.push(contact);
    changed.push(contact.kind);
  }
}

/** @returns the texts with the new ones laid over, or null when that changes nothing. */
export function mergeTexts(known: Readonly<Record<string, string>>, said: Readonly<Record<string, string>>): Record<string, string> | null {
  return Object.entries(said).some(([key, value]) => known[key] !== value) ? { ...known, ...said } : null;
}

function isEmpty(debtor: DebtorState): boolean {
  return !debtor.firstName && !debtor.lastName && !debtor.companyName && debtor.contacts.length === 0;
}

function emptyDebtor(ref: string, position: number): DebtorState {
  const debtorId: Uuid = uuidv7();
  return {
    debtorId,
    ref,
    position,
    type: 'person',
    firstName: null,
    middleName: null,
    lastName: null,
    title: null,
    companyName: null,
    placeOfBirth: null,
    gender: null,
    birthday: null,
    address: {},
    meta: {},
    contacts: [],
  };
}
