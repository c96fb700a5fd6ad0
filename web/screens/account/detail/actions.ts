/**
 * What can be done on an account: each opens a form, from a button, "More actions", its key or the note's "/" menu. A new one is one entry here.
 * The form that is open stands in the address, so that a reload finds it again with what was typed (useKeptForm).
 */

import type { ComponentType } from 'react';
import { paths } from '../../../shell/paths.ts';
import { later } from '../../../ui/later.ts';
import type { TextKey } from '../../../ui/texts.ts';
import type { Account } from './account.ts';
import type { Gate } from './gates.ts';

/** What "More actions" lists them under, in this order. */
export const ACTION_GROUPS = ['contact', 'money', 'agreements', 'account', 'data'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

export interface AccountForm extends Gate {
  /** Its line in the menus. */
  readonly label: TextKey<'account'>;
  readonly group: ActionGroup;
  /** The key that opens it, where a key of its own is worth remembering. */
  readonly key?: string;
  /** @param action the one that opened it. @param about what it is about, where that was named. */
  readonly form: ComponentType<{ account: Account; onClose: () => void; action: string; about: string | null }>;
  /** Whether it makes sense on this account. */
  readonly fits?: (account: Account) => boolean;
}

const owes = (account: Account) => account.activeClaimsCount > 0;

export const ACTIONS = {
  call: {
    label: 'action.call',
    group: 'contact',
    key: 'c',
    form: later(() => import('./CallForm.tsx')),
    permission: ['operations', 'saveResolution'],
  },
  promise: {
    label: 'action.promise',
    group: 'agreements',
    key: 'p',
    form: later(() => import('./PromiseForm.tsx')),
    permission: ['operations', 'createPromiseToPay'],
    fits: owes,
  },
  instalments: {
    label: 'instalments.title',
    group: 'agreements',
    key: 'i',
    form: later(() => import('./InstalmentsForm.tsx')),
    permission: ['operations', 'createInstalmentsPlan'],
    fits: (account) => owes(account) && !account.hasInstalmentsPlan,
  },
  payment: {
    label: 'recordPayment.title',
    group: 'money',
    key: 'b',
    form: later(() => import('./PaymentForm.tsx')),
    permission: ['operations', 'bookPayment'],
    fits: owes,
  },
  settlement: {
    label: 'action.settlement',
    group: 'agreements',
    key: 's',
    form: later(() => import('./money/SettlementForm.tsx')),
    permission: ['operations', 'offerSettlement'],
    fits: owes,
  },
  booking: {
    label: 'action.booking',
    group: 'money',
    form: later(() => import('./money/BookingForm.tsx')),
    permission: ['operations', 'bookLedger'],
  },
  terms: {
    label: 'action.terms',
    group: 'money',
    form: later(() => import('./money/TermsForm.tsx')),
    permission: ['operations', 'bookLedger'],
  },
  explain: {
    label: 'action.explain',
    group: 'money',
    form: later(() => import('./money/ExplainForm.tsx')),
    permission: ['operations', 'viewPayments'],
  },
  loan: {
    label: 'action.loan',
    group: 'money',
    form: later(() => import('./money/LoanForm.tsx')),
    permission: ['operations', 'viewPayments'],
    fits: owes,
  },
  task: {
    label: 'action.task',
    group: 'account',
    key: 't',
    form: later(() => import('./TaskForm.tsx')),
    permission: ['account-task', 'createTask'],
    flag: 'ACCOUNT_CREATE_TASK',
  },
  editTask: {
    label: 'task.editTitle',
    group: 'account',
    form: later(() => import('./TaskForm.tsx')),
    permission: ['account-task', 'workTask'],
    // It is about one task, and opens from that.
    fits: () => false,
  },
  message: {
    label: 'action.message',
    group: 'contact',
    key: 'm',
    form: later(() => import('./MessageForm.tsx')),
    permission: ['account', 'sendMessage'],
    fits: (account) => account.claims.length > 0,
  },
  debtor: {
    label: 'action.editDebtor',
    group: 'data',
    key: 'e',
    form: later(() => import('./DebtorForm.tsx')),
    permission: ['account', 'editAccount'],
  },
  addDebtor: {
    label: 'action.addDebtor',
    group: 'data',
    form: later(() => import('./DebtorForm.tsx')),
    permission: ['account', 'editAccount'],
  },
  outsource: {
    label: 'action.outsource',
    group: 'account',
    form: later(() => import('./OutsourceForm.tsx')),
    permission: ['partner', 'outsource'],
    flag: 'PARTNERS',
    fits: owes,
  },
  trigger: {
    label: 'action.trigger',
    group: 'account',
    form: later(() => import('./TriggerForm.tsx')),
    permission: ['strategy', 'triggerStrategy'],
    flag: 'ACCOUNT_CUSTOM_TRIGGER',
    fits: owes,
  },
  file: {
    label: 'action.file',
    group: 'data',
    form: later(() => import('./files/FileForm.tsx')),
    permission: ['account', 'editFiles'],
    // One of the files opens it, not the menu.
    fits: () => false,
  },
  personalData: {
    label: 'action.personalData',
    group: 'data',
    form: later(() => import('./personal/PersonalDataForm.tsx')),
    permission: ['privacy', 'viewPrivacy'],
  },
  finances: {
    label: 'action.finances',
    group: 'data',
    form: later(() => import('./FinancialForm.tsx')),
    permission: ['account', 'editAccount'],
  },
} as const satisfies Record<string, AccountForm>;

export type Action = keyof typeof ACTIONS;

interface AccountLink extends Gate {
  readonly label: TextKey<'account'>;
  readonly group: ActionGroup;
  readonly to: (clientId: string, accountId: string) => string;
}

/** Screens about the account, listed with its actions. */
export const LINKS: Readonly<Record<string, AccountLink>> = {
  reactions: {
    label: 'action.reactions',
    group: 'account',
    to: (clientId, accountId) => paths.reactions(clientId, { accountId }),
    permission: ['reactions', 'viewReactions'],
    flag: 'ACCOUNT_REACTION_EVENTS',
  },
};
