import type { Said } from './keys.ts';

export const NL_NL: Said = {
  words: {
    reference: 'Kenmerk',
    product: 'Product',
    amount: 'Bedrag',
    outstanding: 'Openstaand',
    fees: 'Kosten',
    dueDate: 'Vervaldatum',
    number: 'Nr.',
    agreedAmount: 'Afgesproken bedrag',
    agreedDay: 'Afgesproken datum',
  },
  starts: {
    'text.text': ['{{ debtor.salutation }},', 'We schrijven u over {{ claim.reference }}.'],
    'heading.text': 'Over {{ claim.reference }}',
    'button.label': 'Details bekijken',
    'payButton.label': 'Bekijken en betalen',
    'picture.text': ['Hebt u vragen? Beantwoord deze e-mail, dan helpen we u verder.'],
    'amount.label': 'Openstaand bedrag',
    'amount.note': ['Oorspronkelijk bedrag {{ claim.amount }}, kosten {{ claim.totalFees }}. Ontvangen betalingen zijn al afgetrokken.'],
    'signature.text': ['Met vriendelijke groet,\n{{ account.creditor }}'],
    'legalFooter.sender': ['{{ account.creditor }} schrijft u over {{ claim.reference }}.'],
    'legalFooter.unsubscribe': 'Geen e-mails meer hierover',
  },
};
