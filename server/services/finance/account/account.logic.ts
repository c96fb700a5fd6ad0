/** The client's own bank accounts: where money comes in, and what direct debits are collected to. */
import { and, asc, eq, ne } from 'drizzle-orm';
import { collectFaults } from '../../../../core/collectFaults.ts';
import { fault, invalid, notFound } from '../../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../../core/id.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { defineSettled } from '../../../platform/settled.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { bankAccount } from '../ground/bank.tables.ts';
import { openFor, sealFor } from './secrets.ts';
import { bicOf, isCreditorId, isSepaIban, maskIban, readIban } from './sepa.ts';

export type BankAccount = typeof bankAccount.$inferSelect;

export interface BankAccountInput {
  readonly bankAccountId?: Uuid | null | undefined;
  readonly name: string;
  readonly holder: string;
  readonly iban: string;
  readonly bic?: string | null | undefined;
  readonly creditorId?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly isDefault?: boolean | null | undefined;
  readonly preNotificationDays?: number | null | undefined;
  /** The revision the editor saw; needed for an account that exists. */
  readonly revision?: number | null | undefined;
}

/** Rulebook 4.3.4: fourteen days unless creditor and debtor agreed on fewer. */
const USUAL_DAYS = 14;

/** @returns a row as it is stored, with its IBAN opened. */
const openAccount = (row: BankAccount): BankAccount => ({ ...row, iban: openFor('account', row.clientId, row.bankAccountId, row.iban) });

const storedAccounts = defineSettled(
  'bankAccounts',
  `select md5(string_agg(b::text, ' ' order by bank_account_id)) from bank_account b where client_id = $1`,
  (tx) =>
    tx.db
      .select()
      .from(bankAccount)
      .where(eq(bankAccount.clientId, tx.clientId))
      .orderBy(asc(bankAccount.name), asc(bankAccount.bankAccountId)),
);

export async function listBankAccounts(tx: Tx): Promise<BankAccount[]> {
  return (await storedAccounts(tx)).map(openAccount);
}

/** @throws Fault NOT_FOUND */
export async function readBankAccount(tx: Tx, bankAccountId: Uuid, lock = false): Promise<BankAccount> {
  const query = tx.db
    .select()
    .from(bankAccount)
    .where(and(eq(bankAccount.clientId, tx.clientId), eq(bankAccount.bankAccountId, bankAccountId)));
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw notFound('bankAccountNotFound');
  return openAccount(row);
}

/** @returns the account that collections go to unless somebody says another one. @throws Fault CONFLICT when there is none */
export async function collectingAccount(tx: Tx, bankAccountId?: Uuid | null): Promise<BankAccount> {
  const chosen = bankAccountId
    ? await readBankAccount(tx, bankAccountId)
    : (await listBankAccounts(tx)).filter((each) => each.creditorId !== null).sort((a, b) => Number(b.isDefault) - Number(a.isDefault))[0];
  if (!chosen?.creditorId) throw fault('CONFLICT', 'bankNoCreditor');
  return chosen;
}

/** Adds or changes an account. @throws Fault INVALID_INPUT naming the field, CONFLICT (somebody else saved it, or the IBAN is there already) */
export async function saveBankAccount(tx: Tx, input: BankAccountInput): Promise<BankAccount> {
  const values = {
    ...read(input),
    isDefault: input.isDefault ?? false,
    updatedAt: now(),
  };
  const before = input.bankAccountId && isUuid(input.bankAccountId) ? await readBankAccount(tx, input.bankAccountId, true) : null;
  if (before && before.revision !== input.revision) throw fault('CONFLICT', 'bankAccountChanged', {}, 'revision');
  const bankAccountId = before?.bankAccountId ?? uuidv7();
  // Sealed values differ even where the IBAN is the same, so accounts are compared opened, one save of a client at a time.
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended('bank_account ' || $1, 0))`, [tx.clientId]);
  const same = (await listBankAccounts(tx)).find((each) => each.iban === values.iban && each.bankAccountId !== bankAccountId);
  if (same) throw invalid('iban', 'ibanTaken', { name: same.name });
  if (values.isDefault)
    await tx.db
      .update(bankAccount)
      .set({ isDefault: false })
      .where(and(eq(bankAccount.clientId, tx.clientId), ne(bankAccount.bankAccountId, bankAccountId)));
  const stored = { ...values, iban: sealFor('account', tx.clientId, bankAccountId, values.iban) };
  const [saved] = before
    ? await tx.db
        .update(bankAccount)
        .set({ ...stored, revision: before.revision + 1 })
        .where(and(eq(bankAccount.clientId, tx.clientId), eq(bankAccount.bankAccountId, bankAccountId)))
        .returning()
    : await tx.db
        .insert(bankAccount)
        .values({ ...stored, clientId: tx.clientId, bankAccountId, createdAt: now() })
        .returning();
  if (!saved) throw notFound('bankAccountNotFound');
  await appendEvents(tx, [
    { messageType: 'bankAccountSaved', payload: { bankAccountId, name: saved.name, iban: maskIban(values.iban), isNew: before === null } },
  ]);
  return openAccount(saved);
}

/** Removes an account that nothing was collected to. @throws Fault NOT_FOUND, CONFLICT */
export async function deleteBankAccount(tx: Tx, bankAccountId: Uuid): Promise<void> {
  const row = await readBankAccount(tx, bankAccountId, true);
  const [used] = await tx.sql('select 1 from direct_debit where client_id = $1 and bank_account_id = $2 limit 1', [
    tx.clientId,
    bankAccountId,
  ]);
  if (used) throw fault('CONFLICT', 'bankAccountStays');
  await tx.db.delete(bankAccount).where(and(eq(bankAccount.clientId, tx.clientId), eq(bankAccount.bankAccountId, bankAccountId)));
  await appendEvents(tx, [{ messageType: 'bankAccountDeleted', payload: { bankAccountId, name: row.name, iban: maskIban(row.iban) } }]);
}

function read(input: BankAccountInput) {
  const creditorId = input.creditorId?.replace(/\s/g, '').toUpperCase() || null;
  return collectFaults((check) => ({
    name: check(() => line('name', input.name)) ?? '',
    holder: check(() => line('holder', input.holder)) ?? '',
    iban: check(() => ibanOf(input.iban, creditorId !== null)) ?? '',
    bic: check(() => bicOf(input.bic)) ?? null,
    creditorId: check(() => creditorIdOf(creditorId)) ?? null,
    currency: check(() => currencyOf(input.currency, creditorId !== null)) ?? '',
    preNotificationDays: check(() => days(input.preNotificationDays ?? USUAL_DAYS)) ?? 0,
  }));
}

function ibanOf(text: string, collects: boolean): string {
  const iban = readIban(text);
  if (!iban) throw invalid('iban', 'bankIbanWrong');
  if (collects && !isSepaIban(iban)) throw invalid('iban', 'sepaAccount');
  return iban;
}

function creditorIdOf(creditorId: string | null): string | null {
  if (creditorId && !isCreditorId(creditorId)) throw invalid('creditorId', 'creditorWrong');
  return creditorId;
}

function currencyOf(text: string | null | undefined, collects: boolean): string {
  const currency = text?.trim().toUpperCase() || 'EUR';
  if (!/^[A-Z]{3}$/.test(currency)) throw invalid('currency', 'currencyWrong');
  if (collects && currency !== 'EUR') throw invalid('currency', 'sepaEuro');
  return currency;
}

function line(field: string, value: string): string {
  const text = value.trim();
  if (text === '' || text.length > 70) throw invalid(field, 'upTo70');
  return text;
}

function days(value: number): number {
  if (!Number.isInteger(value) || value < 1 || value > 60) throw invalid('preNotificationDays', 'upTo60Days');
  return value;
}
