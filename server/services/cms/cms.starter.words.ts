/** What a language says in the example messages of the starter strategies. Placeholders stand as the reader's message is filled in. */
export const STARTER_MESSAGES = {
  email: [
    'reminder',
    'second-reminder',
    'final-reminder',
    'invoice-upcoming',
    'invoice-due',
    'invoice-overdue',
    'agreement-missed',
    'payment-options',
    'formal-notice',
  ],
  sms: ['reminder', 'agreement-missed', 'call-back', 'formal-notice'],
} as const;

export type StarterEmail = (typeof STARTER_MESSAGES.email)[number];
export type StarterSMS = (typeof STARTER_MESSAGES.sms)[number];

export interface EmailWords {
  /** What staff call it. */
  readonly name: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly button: string;
}

export interface StarterWords {
  /** What follows the salutation. */
  readonly afterSalutation: ',' | ':';
  readonly facts: { readonly reference: string; readonly outstanding: string; readonly due: string };
  /** For whoever has paid, cannot pay, or disagrees. */
  readonly small: readonly [paid: string, hardship: string, objection: string];
  readonly sender: string;
  readonly unsubscribe: string;
  readonly email: Readonly<Record<StarterEmail, EmailWords>>;
  /** Kept to the letters of GSM-7 where the language allows it: other letters halve what fits into one part. */
  readonly sms: Readonly<Record<StarterSMS, { readonly name: string; readonly text: string }>>;
}
