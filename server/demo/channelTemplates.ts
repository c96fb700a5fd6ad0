/** The demo's WhatsApp template and automated call, German and English. */
import type { KeyAction } from '../../core/spokenCall.ts';
import type { BundleInput } from '../services/cms/cms.bundle.logic.ts';

const LOCALES = ['de_DE', 'en_US'] as const;
type Both = Readonly<Record<(typeof LOCALES)[number], string>>;

const REMINDER = {
  header: { de_DE: 'Rechnung {{ claim.reference }}', en_US: 'Invoice {{ claim.reference }}' },
  body: {
    de_DE:
      'Guten Tag {{ debtor.fullName }}, von dieser Rechnung sind noch {{ claim.balance }} offen. Sie können sie auf Ihrer Seite ansehen und bezahlen.',
    en_US: 'Hello {{ debtor.fullName }}, {{ claim.balance }} of this invoice is unpaid. You can view and pay it on your page.',
  },
  pay: { de_DE: 'Ansehen und bezahlen', en_US: 'View and pay' },
  call: { de_DE: 'Bitte rufen Sie an', en_US: 'Please call me' },
} as const satisfies Record<string, Both>;

const CALL = {
  opening: {
    de_DE: 'Guten Tag, hier ist {{ account.creditor }}. Wenn Sie {{ debtor.fullName }} sind, drücken Sie bitte die 1. Wenn nicht, die 2.',
    en_US: 'Hello, this is {{ account.creditor }}. If you are {{ debtor.fullName }}, please press 1. If not, press 2.',
  },
  text: {
    de_DE: 'Danke. Ihre Rechnung {{ claim.reference }} über {{ claim.balance }} ist noch offen. Wir finden gern eine Lösung mit Ihnen.',
    en_US: 'Thank you. Your invoice {{ claim.reference }} for {{ claim.balance }} is unpaid. We’d like to find a solution with you.',
  },
  goodbye: { de_DE: 'Vielen Dank und auf Wiederhören.', en_US: 'Thank you and goodbye.' },
} as const satisfies Record<string, Both>;

const KEYS: readonly { readonly key: string; readonly does: KeyAction; readonly say: Both }[] = [
  {
    key: '1',
    does: 'sendLink',
    say: {
      de_DE: 'Für den Link zu Ihrer Seite per SMS drücken Sie die 1.',
      en_US: 'To get the link to your page by text message, press 1.',
    },
  },
  { key: '2', does: 'callback', say: { de_DE: 'Wenn wir Sie zurückrufen sollen, die 2.', en_US: 'To be called back, press 2.' } },
  { key: '3', does: 'repeat', say: { de_DE: 'Um alles noch einmal zu hören, die 3.', en_US: 'To hear this again, press 3.' } },
  {
    key: '9',
    does: 'optOut',
    say: { de_DE: 'Wenn Sie keine Anrufe mehr wünschen, die 9.', en_US: 'If you don’t want any more calls, press 9.' },
  },
];

const bundle = (
  fileName: string,
  displayName: string,
  contentTemplateType: 'whatsapp' | 'call',
  said: (locale: keyof Both) => object,
): BundleInput => ({
  fileName,
  displayName,
  contentTemplateType,
  contentTags: ['REMINDERS'],
  contentTemplates: LOCALES.map((locale) => ({ locale, format: contentTemplateType, content: JSON.stringify(said(locale)) })),
});

export const DEMO_CHANNEL_BUNDLES: readonly BundleInput[] = [
  bundle('whatsapp-reminder', 'WhatsApp reminder', 'whatsapp', (locale) => ({
    category: 'UTILITY',
    header: { kind: 'text', text: REMINDER.header[locale] },
    body: REMINDER.body[locale],
    footer: 'Nordlicht Energie',
    buttons: [
      { kind: 'url', label: REMINDER.pay[locale], address: '{{ link.pay }}' },
      { kind: 'reply', label: REMINDER.call[locale] },
    ],
  })),
  bundle('friendly-call', 'Friendly call', 'call', (locale) => ({
    voice: 'female',
    opening: CALL.opening[locale],
    text: CALL.text[locale],
    keys: KEYS.map(({ say, ...key }) => ({ ...key, say: say[locale] })),
    goodbye: CALL.goodbye[locale],
    voicemail: '',
  })),
];
