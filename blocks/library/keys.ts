/** What the library's designs are, and what each says in a language. */

/** How a design is built: which block carries the figures, and which small print it ends with. */
export interface Plan {
  /** The block between greeting and button. */
  readonly figures: 'amount' | 'facts' | 'claimTable' | 'plan' | 'promise' | null;
  /** Small print: for whoever has paid, can't pay or disagrees; for whoever can't pay; for questions. */
  readonly help: 'claim' | 'hardship' | 'question';
  /** Content tags of bundles made of it. */
  readonly tags: readonly string[];
}

const REMINDERS = ['REMINDERS'];

/** In the order of a case: before it is due, reminders, agreements, what happens on the way, the end. */
export const PLANS = {
  welcome: { figures: 'facts', help: 'claim', tags: [] },
  'invoice-upcoming': { figures: 'facts', help: 'question', tags: REMINDERS },
  'invoice-due': { figures: 'facts', help: 'question', tags: REMINDERS },
  'invoice-overdue': { figures: 'claimTable', help: 'question', tags: REMINDERS },
  'reminder-friendly': { figures: 'facts', help: 'claim', tags: REMINDERS },
  'reminder-second': { figures: 'amount', help: 'claim', tags: REMINDERS },
  'reminder-final': { figures: 'amount', help: 'claim', tags: REMINDERS },
  'formal-notice': { figures: 'amount', help: 'claim', tags: ['LEGAL_NOTICE'] },
  'plan-offer': { figures: 'facts', help: 'hardship', tags: [] },
  'plan-confirmed': { figures: 'plan', help: 'hardship', tags: [] },
  'promise-due': { figures: 'promise', help: 'hardship', tags: REMINDERS },
  'promise-missed': { figures: 'facts', help: 'hardship', tags: REMINDERS },
  'settlement-offer': { figures: 'amount', help: 'claim', tags: [] },
  'mandate-request': { figures: null, help: 'question', tags: [] },
  'debit-failed': { figures: 'facts', help: 'hardship', tags: [] },
  'hardship-help': { figures: null, help: 'question', tags: [] },
  'dispute-received': { figures: 'facts', help: 'question', tags: [] },
  callback: { figures: null, help: 'claim', tags: [] },
  'address-check': { figures: null, help: 'question', tags: [] },
  statement: { figures: 'claimTable', help: 'claim', tags: [] },
  'payment-received': { figures: 'facts', help: 'question', tags: [] },
  'paid-in-full': { figures: null, help: 'question', tags: [] },
} as const satisfies Record<string, Plan>;
export type LibraryId = keyof typeof PLANS;

export interface LibraryWords {
  /** What staff call it. */
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly heading: string;
  /** What follows the salutation. */
  readonly lines: readonly string[];
  readonly button: string;
}

export interface LibraryTexts {
  /** The salutation with the sign after it. */
  readonly greeting: string;
  readonly help: Readonly<Record<Plan['help'], readonly string[]>>;
  readonly designs: Readonly<Record<LibraryId, LibraryWords>>;
}
