/** The demo's messages, German and English. */
import type { ContentType } from '../../core/messageChannels.ts';
import { letterPage } from '../services/cms/cms.letter.ts';

type Locale = 'de_DE' | 'en_US';

interface Words {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly button: string;
}

interface DemoBundle {
  readonly fileName: string;
  readonly displayName: string;
  readonly contentTemplateType: ContentType;
  readonly contentTags: readonly string[];
  readonly contentTemplates: readonly { locale: Locale; subject: string; format: 'mjml' | 'text'; content: string }[];
}

const CLOSE: Record<Locale, { facts: readonly [string, string, string]; help: string; stop: string }> = {
  de_DE: {
    facts: ['Rechnung', 'Noch offen', 'Fällig seit'],
    help: 'Etwas stimmt nicht, oder das Geld ist gerade knapp? Auf derselben Seite können Sie in Raten zahlen, einen Termin wählen oder der Rechnung widersprechen.',
    stop: 'Keine E-Mails mehr zu dieser Sache',
  },
  en_US: {
    facts: ['Invoice', 'Outstanding', 'Due date'],
    help: 'Is something wrong, or is money tight at the moment? On your page you can pay in instalments, choose a date or dispute the invoice.',
    stop: 'Stop emails about this',
  },
};

function mail(locale: Locale, { lines, button }: Words): string {
  const { facts, help, stop } = CLOSE[locale];
  return letterPage({
    greeting: '{{ debtor.salutation }},',
    lines,
    facts: [
      [facts[0], '{{ claim.reference }}'],
      [facts[1], '{{ claim.balance }}'],
      [facts[2], '{{ claim.dueDate }}'],
    ],
    button,
    small: [help],
    sender: '{{ account.creditor }} · {{ global.phone }}',
    unsubscribe: stop,
  });
}

function email(fileName: string, displayName: string, contentTag: string, words: Record<Locale, Words>): DemoBundle {
  const content = (locale: Locale) => ({
    locale,
    subject: words[locale].subject,
    format: 'mjml' as const,
    content: mail(locale, words[locale]),
  });
  return {
    fileName,
    displayName,
    contentTemplateType: 'email',
    contentTags: [contentTag],
    contentTemplates: [content('de_DE'), content('en_US')],
  };
}

/** Placeholders of the client that the messages use. */
export const DEMO_GLOBALS = { phone: '+49 30 555 0140' };

/** Whom debtors may turn to, at the foot of their page. */
export const DEMO_CONTACT = {
  contactPhone: DEMO_GLOBALS.phone,
  contactEmail: 'service@nordlicht-energie.example',
  complaintsUrl: 'https://nordlicht-energie.example/beschwerde',
  privacyUrl: 'https://nordlicht-energie.example/datenschutz',
};

/** When the creditor's office is open. */
export const DEMO_HOURS = (['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const).map((day) => ({
  day,
  timeRanges: [{ start: { hour: 8, minute: 0 }, end: { hour: day === 'Friday' ? 16 : 18, minute: 0 } }],
}));

export const DEMO_BUNDLES: readonly DemoBundle[] = [
  email('friendly-reminder', 'Friendly reminder', 'REMINDERS', {
    de_DE: {
      subject: 'Kleine Erinnerung: Rechnung {{ claim.reference }}',
      lines: ['zu Ihrer Rechnung für {{ product.name }} haben wir noch keine Zahlung erhalten. Vielleicht haben Sie sie nur übersehen.'],
      button: 'Rechnung ansehen und zahlen',
    },
    en_US: {
      subject: 'Reminder: invoice {{ claim.reference }}',
      lines: ['We haven’t received your payment for your {{ product.name }} invoice yet. Perhaps it slipped your mind.'],
      button: 'View and pay the invoice',
    },
  }),
  email('second-reminder', 'Second reminder', 'REMINDERS', {
    de_DE: {
      subject: 'Zweite Erinnerung: {{ claim.balance }} sind noch offen',
      lines: [
        'Ihre Rechnung ist seit {{ claim.daysPastDue }} Tagen fällig. Bitte zahlen Sie, oder teilen Sie uns mit, wann Sie zahlen können.',
      ],
      button: 'Zahlen oder Termin nennen',
    },
    en_US: {
      subject: 'Second reminder: {{ claim.balance }} outstanding',
      lines: ['Your invoice is {{ claim.daysPastDue }} days overdue. Please pay, or tell us when you can.'],
      button: 'Pay or choose a date',
    },
  }),
  email('final-notice', 'Final notice', 'LEGAL_NOTICE', {
    de_DE: {
      subject: 'Letzte Mahnung zur Rechnung {{ claim.reference }}',
      lines: [
        'trotz unserer Erinnerungen ist Ihre Rechnung weiter offen. Wir möchten mit Ihnen eine Lösung finden: Sie können in drei Raten ohne Zusatzkosten zahlen.',
      ],
      button: 'Jetzt klären',
    },
    en_US: {
      subject: 'Final notice for invoice {{ claim.reference }}',
      lines: [
        'Despite our reminders, your invoice is still unpaid. We’d like to find a solution with you: you can pay in three instalments at no extra cost.',
      ],
      button: 'Settle the invoice',
    },
  }),
  email('business-reminder', 'Statement of open items', 'REMINDERS', {
    de_DE: {
      subject: 'Offene Posten {{ account.reference }}: {{ account.balance }}',
      lines: [
        'auf Ihrem Kundenkonto sind zusammen {{ account.balance }} offen (Rechnungen: {{ account.activeClaims }}). Bitte prüfen Sie, ob eine Zahlung veranlasst ist.',
      ],
      button: 'Aufstellung ansehen',
    },
    en_US: {
      subject: 'Open items {{ account.reference }}: {{ account.balance }}',
      lines: [
        'The balance of your account is {{ account.balance }} (open invoices: {{ account.activeClaims }}). Please check whether a payment is on its way.',
      ],
      button: 'View the statement',
    },
  }),
  email('hardship-received', 'Hardship request received', 'REMINDERS', {
    de_DE: {
      subject: 'Ihre Anfrage zur Rechnung {{ claim.reference }}',
      lines: [
        'danke, dass Sie sich gemeldet haben. Bis wir mit Ihnen gesprochen haben, unternehmen wir nichts weiter. Bitte sagen Sie uns, welcher Betrag im Monat für Sie tragbar ist.',
      ],
      button: 'Angaben ergänzen',
    },
    en_US: {
      subject: 'Your request about invoice {{ claim.reference }}',
      lines: [
        'Thank you for getting in touch. We’ll take no further action until we’ve talked to you. Please let us know what you can afford each month.',
      ],
      button: 'Add details',
    },
  }),
  {
    fileName: 'short-reminder',
    displayName: 'Short reminder',
    contentTemplateType: 'sms',
    contentTags: ['REMINDERS'],
    contentTemplates: [
      {
        locale: 'de_DE',
        subject: '',
        format: 'text',
        content:
          '{{ account.creditor }}: Ihre Rechnung {{ claim.reference }} über {{ claim.balance }} ist noch offen. Ansehen und zahlen: {{ link.pay }}',
      },
      {
        locale: 'en_US',
        subject: '',
        format: 'text',
        content: '{{ account.creditor }}: your invoice {{ claim.reference }} ({{ claim.balance }}) is unpaid. View and pay: {{ link.pay }}',
      },
    ],
  },
];
