/** The demo's WhatsApp template and automated call, German and English. */
import type { SpokenCall } from '../../core/spokenCall.ts';
import type { WhatsappTemplate } from '../../core/whatsapp.ts';
import type { BundleInput } from '../services/cms/cms.bundle.logic.ts';

const REMINDER: Readonly<Record<'de_DE' | 'en_US', WhatsappTemplate>> = {
  de_DE: {
    category: 'UTILITY',
    header: { kind: 'text', text: 'Rechnung {{ claim.reference }}' },
    body: 'Guten Tag {{ debtor.fullName }}, von dieser Rechnung sind noch {{ claim.balance }} offen. Sie können sie auf Ihrer Seite ansehen und bezahlen.',
    footer: 'Nordlicht Energie',
    buttons: [
      { kind: 'url', label: 'Ansehen und bezahlen', address: '{{ link.pay }}' },
      { kind: 'reply', label: 'Bitte rufen Sie an' },
    ],
  },
  en_US: {
    category: 'UTILITY',
    header: { kind: 'text', text: 'Invoice {{ claim.reference }}' },
    body: 'Hello {{ debtor.fullName }}, {{ claim.balance }} of this invoice is unpaid. You can view and pay it on your page.',
    footer: 'Nordlicht Energie',
    buttons: [
      { kind: 'url', label: 'View and pay', address: '{{ link.pay }}' },
      { kind: 'reply', label: 'Please call me' },
    ],
  },
};

const CALL: Readonly<Record<'de_DE' | 'en_US', SpokenCall>> = {
  de_DE: {
    voice: 'female',
    opening: 'Guten Tag, hier ist {{ account.creditor }}. Wenn Sie {{ debtor.fullName }} sind, drücken Sie bitte die 1. Wenn nicht, die 2.',
    text: 'Danke. Ihre Rechnung {{ claim.reference }} über {{ claim.balance }} ist noch offen. Wir finden gern eine Lösung mit Ihnen.',
    keys: [
      { key: '1', does: 'sendLink', say: 'Für den Link zu Ihrer Seite per SMS drücken Sie die 1.' },
      { key: '2', does: 'callback', say: 'Wenn wir Sie zurückrufen sollen, die 2.' },
      { key: '3', does: 'repeat', say: 'Um alles noch einmal zu hören, die 3.' },
      { key: '9', does: 'optOut', say: 'Wenn Sie keine Anrufe mehr wünschen, die 9.' },
    ],
    goodbye: 'Vielen Dank und auf Wiederhören.',
    voicemail: '',
  },
  en_US: {
    voice: 'female',
    opening: 'Hello, this is {{ account.creditor }}. If you are {{ debtor.fullName }}, please press 1. If not, press 2.',
    text: 'Thank you. Your invoice {{ claim.reference }} for {{ claim.balance }} is unpaid. We’d like to find a solution with you.',
    keys: [
      { key: '1', does: 'sendLink', say: 'To get the link to your page by text message, press 1.' },
      { key: '2', does: 'callback', say: 'To be called back, press 2.' },
      { key: '3', does: 'repeat', say: 'To hear this again, press 3.' },
      { key: '9', does: 'optOut', say: 'If you don’t want any more calls, press 9.' },
    ],
    goodbye: 'Thank you and goodbye.',
    voicemail: '',
  },
};

const contents = (format: 'whatsapp' | 'call', said: Readonly<Record<string, object>>) =>
  Object.entries(said).map(([locale, content]) => ({ locale, format, content: JSON.stringify(content) }));

export const DEMO_CHANNEL_BUNDLES: readonly BundleInput[] = [
  {
    fileName: 'whatsapp-reminder',
    displayName: 'WhatsApp reminder',
    contentTemplateType: 'whatsapp',
    contentTags: ['REMINDERS'],
    contentTemplates: contents('whatsapp', REMINDER),
  },
  {
    fileName: 'friendly-call',
    displayName: 'Friendly call',
    contentTemplateType: 'call',
    contentTags: ['REMINDERS'],
    contentTemplates: contents('call', CALL),
  },
];
