/**
 * What can be done on an account: each opens a form, from a button or from the note's "/" menu. A new one is one entry here.
 * The form that is open stands in the address, so that a reload finds it again with what was typed (useKeptForm).
 */
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { later } from '../../../ui/later.ts';
import type { Account } from './account.ts';
import type { Gate } from './gates.ts';

export interface AccountForm extends Gate {
  /** Its line in the "/" menu. */
  readonly label: ParseKeys<'account'>;
  /** @param action the one that opened it. @param about what it is about, where that was named. */
  readonly form: ComponentType<{ account: Account; onClose: () => void; action: string; about: string | null }>;
  /** Whether it makes sense on this account. */
  readonly fits?: (account: Account) => boolean;
}

const owes = (account: Account) => account.activeClaimsCount > 0;

export const ACTIONS = {
  promise: {
    label: 'action.promise',
    form: later(() => import('./PromiseForm.tsx')),
    permission: ['operations', 'createPromiseToPay'],
    fits: owes,
  },
  instalments: {
    label: 'instalments.title',
    form: later(() => import('./InstalmentsForm.tsx')),
    permission: ['operations', 'createInstalmentsPlan'],
    fits: (account) => owes(account) && !account.hasInstalmentsPlan,
  },
  payment: {
    label: 'recordPayment.title',
    form: later(() => import('./PaymentForm.tsx')),
    permission: ['operations', 'bookPayment'],
    fits: owes,
  },
  settlement: {
    label: 'action.settlement',
    form: later(() => import('./money/SettlementForm.tsx')),
    permission: ['operations', 'offerSettlement'],
    fits: owes,
  },
  booking: {
    label: 'action.booking',
    form: later(() => import('./money/BookingForm.tsx')),
    permission: ['operations', 'bookLedger'],
  },
  terms: {
    label: 'action.terms',
    form: later(() => import('./money/TermsForm.tsx')),
    permission: ['operations', 'bookLedger'],
  },
  explain: {
    label: 'action.explain',
    form: later(() => import('./money/ExplainForm.tsx')),
    permission: ['operations', 'viewPayments'],
  },
  loan: {
    label: 'action.loan',
    form: later(() => import('./money/LoanForm.tsx')),
    permission: ['operations', 'viewPayments'],
    fits: owes,
  },
  task: {
    label: 'action.task',
    form: later(() => import('./TaskForm.tsx')),
    permission: ['account-task', 'createTask'],
    flag: 'ACCOUNT_CREATE_TASK',
  },
  editTask: {
    label: 'task.editTitle',
    form: later(() => import('./TaskForm.tsx')),
    permission: ['account-task', 'workTask'],
    // It is about one task, and opens from that.
    fits: () => false,
  },
  message: {
    label: 'action.message',
    form: later(() => import('./MessageForm.tsx')),
    permission: ['account', 'sendMessage'],
    fits: (account) => account.claims.length > 0,
  },
  debtor: {
    label: 'action.editDebtor',
    form: later(() => import('./DebtorForm.tsx')),
    permission: ['account', 'editAccount'],
  },
  addDebtor: {
    label: 'action.addDebtor',
    form: later(() => import('./DebtorForm.tsx')),
    permission: ['account', 'editAccount'],
  },
  file: {
    label: 'action.file',
    form: later(() => import('./files/FileForm.tsx')),
    permission: ['account', 'editFiles'],
    // One of the files opens it, not the menu.
    fits: () => false,
  },
  personalData: {
    label: 'action.personalData',
    form: later(() => import('./personal/PersonalDataForm.tsx')),
    permission: ['privacy', 'viewPrivacy'],
  },
  finances: {
    label: 'action.finances',
    form: later(() => import('./FinancialForm.tsx')),
    permission: ['account', 'editAccount'],
  },
} as const satisfies Record<string, AccountForm>;

export type Action = keyof typeof ACTIONS;
