import type { Said } from './keys.ts';

export const DE_DE: Said = {
  words: {
    reference: 'Referenz',
    product: 'Produkt',
    amount: 'Betrag',
    outstanding: 'Offen',
    fees: 'Gebühren',
    dueDate: 'Fällig am',
    number: 'Nr.',
    agreedAmount: 'Vereinbarter Betrag',
    agreedDay: 'Vereinbart für den',
  },
  starts: {
    'text.text': ['{{ debtor.salutation }},', 'wir schreiben Ihnen wegen {{ claim.reference }}.'],
    'heading.text': 'Zu {{ claim.reference }}',
    'button.label': 'Angaben ansehen',
    'payButton.label': 'Ansehen und zahlen',
    'picture.text': ['Haben Sie Fragen? Antworten Sie auf diese E-Mail, wir helfen Ihnen gern.'],
    'amount.label': 'Offener Betrag',
    'amount.note': [
      'Ursprünglicher Betrag {{ claim.amount }}, Gebühren {{ claim.totalFees }}. Eingegangene Zahlungen sind bereits abgezogen.',
    ],
    'signature.text': ['Mit freundlichen Grüßen\n{{ account.creditor }}'],
    'legalFooter.sender': ['{{ account.creditor }} schreibt Ihnen wegen {{ claim.reference }}.'],
    'legalFooter.unsubscribe': 'Keine E-Mails mehr dazu',
  },
};
