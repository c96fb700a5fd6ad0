/** What people at and around the demo's client say: tasks of its staff, messages of its debtors. */

interface DemoTask {
  /** Days before the present on which it was made. */
  readonly ago: number;
  readonly topicId: string;
  readonly note: string;
  readonly description: string;
  readonly dueInDays: number;
  /** Which agent has it; nobody when absent. */
  readonly agent?: number;
  /** Days after the present until which it is snoozed. */
  readonly snoozedDays?: number;
}

export const TASKS: readonly DemoTask[] = [
  { ago: 11, topicId: 'calls', note: 'Call back after 17:00', description: 'She works days and can’t talk at work.', dueInDays: 8 },
  { ago: 9, topicId: 'default', note: 'Send a copy of the invoice', description: 'He says he never received it.', dueInDays: 6 },
  {
    ago: 8,
    topicId: 'default',
    note: 'Check the new address',
    description: 'Our letter came back. He said on the phone that he has moved to Potsdam.',
    dueInDays: 10,
    agent: 0,
  },
  {
    ago: 7,
    topicId: 'meters',
    note: 'Have the meter read again',
    description: 'The debtor disputes the reading. Waiting for the grid operator’s appointment.',
    dueInDays: 12,
    agent: 0,
    snoozedDays: 3,
  },
  {
    ago: 6,
    topicId: 'default',
    note: 'Decide on a lower instalment',
    description: 'Lost her job in September and offers €25 a month.',
    dueInDays: 5,
    agent: 1,
  },
  {
    ago: 5,
    topicId: 'calls',
    note: 'Find a valid phone number',
    description: 'The number reaches somebody else. Ask by email.',
    dueInDays: 7,
  },
  {
    ago: 4,
    topicId: 'default',
    note: 'Check the power of attorney',
    description: 'The debtor’s daughter handles his affairs and has sent a power of attorney.',
    dueInDays: 4,
  },
  {
    ago: 3,
    topicId: 'meters',
    note: 'Correct the final bill',
    description: 'He moved out on the 15th; the bill runs to the end of the month.',
    dueInDays: 5,
    agent: 1,
  },
  {
    ago: 2,
    topicId: 'calls',
    note: 'Call about the broken promise',
    description: 'Promised the full amount for last week.',
    dueInDays: 2,
    agent: 0,
  },
  {
    ago: 1,
    topicId: 'default',
    note: 'Confirm the payment arrangement in writing',
    description: 'Agreed on the phone: half now, half next month.',
    dueInDays: 3,
    agent: 1,
  },
];

interface Words {
  readonly subject: string;
  readonly text: string;
}

export const DEBTOR_MAILS: readonly { readonly de: Words; readonly en: Words }[] = [
  {
    de: {
      subject: 'Ratenzahlung möglich?',
      text: 'Guten Tag,\n\nich kann den Betrag nicht auf einmal zahlen. Wären drei Raten möglich, jeweils zum 1. des Monats?\n\nMit freundlichen Grüßen',
    },
    en: {
      subject: 'Can I pay in instalments?',
      text: 'Hello,\n\nI can’t pay the whole amount at once. Would three instalments be possible, on the 1st of each month?\n\nKind regards',
    },
  },
  {
    de: {
      subject: 'Rechnung ist schon bezahlt',
      text: 'Guten Tag,\n\ndie Rechnung habe ich letzte Woche überwiesen, allerdings vom Konto meines Mannes. Können Sie bitte nachsehen?\n\nViele Grüße',
    },
    en: {
      subject: 'This invoice has been paid',
      text: 'Hello,\n\nI paid this invoice last week, but from my husband’s account. Could you please check?\n\nBest wishes',
    },
  },
  {
    de: {
      subject: 'Neue Anschrift',
      text: 'Guten Tag,\n\nich bin umgezogen. Bitte schicken Sie Post künftig an die Lindenallee 12, 14467 Potsdam.\n\nDanke und viele Grüße',
    },
    en: {
      subject: 'My new address',
      text: 'Hello,\n\nI’ve moved. Please send letters to Lindenallee 12, 14467 Potsdam from now on.\n\nThank you',
    },
  },
  {
    de: {
      subject: 'Zählerstand stimmt nicht',
      text: 'Guten Tag,\n\nder Zählerstand auf der Rechnung kann nicht stimmen, ich war drei Monate nicht zu Hause. Wie kommen Sie auf den Verbrauch?\n\nMit freundlichen Grüßen',
    },
    en: {
      subject: 'The meter reading is wrong',
      text: 'Hello,\n\nThe reading on the invoice can’t be right: I was away for three months. How did you arrive at it?\n\nKind regards',
    },
  },
];

export const DEBTOR_TEXTS: readonly { readonly de: string; readonly en: string }[] = [
  { de: 'Kann ich am 1. zahlen? Dann kommt mein Gehalt.', en: 'Can I pay on the 1st? That’s when I get paid.' },
  { de: 'Bitte rufen Sie mich heute nach 18 Uhr an.', en: 'Please call me today after 6 pm.' },
];

/** Somebody whose address nobody knows. */
export const UNKNOWN_SENDER = {
  sender: 'buero@steuerberatung-falk.example',
  subject: 'Mandant mit Ihrer Mahnung',
  text: 'Guten Tag,\n\nwir vertreten einen Ihrer Kunden in einer Zahlungsangelegenheit und bitten um einen Kontoauszug seit Januar. Die Kundennummer reichen wir nach.\n\nSteuerberatung Falk',
};

export const DISPUTES: readonly string[] = [
  'Ich bin zum 31. ausgezogen. Der Verbrauch danach ist nicht von mir.',
  'Den Tarif habe ich nie abgeschlossen, das war ein Vertreter an der Haustür.',
];

export const HELP =
  'Ich bin seit zwei Monaten krankgeschrieben und bekomme nur noch Krankengeld. Ich möchte zahlen, weiß aber gerade nicht, wie. Bitte rufen Sie mich an.';

/** Accounts of the debtors whose debts are collected. */
export const IBANS: readonly string[] = ['DE02500105170137075030', 'DE12500105170648489890', 'DE02120300000000202051'];
