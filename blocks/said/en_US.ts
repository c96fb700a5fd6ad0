import type { Said } from './keys.ts';

export const EN_US: Said = {
  words: {
    reference: 'Reference',
    product: 'Product',
    amount: 'Amount',
    outstanding: 'Outstanding',
    fees: 'Fees',
    dueDate: 'Due date',
    number: 'No.',
    agreedAmount: 'Agreed amount',
    agreedDay: 'Agreed date',
  },
  starts: {
    'text.text': ['{{ debtor.salutation }},', 'We’re writing about {{ claim.reference }}.'],
    'heading.text': 'About {{ claim.reference }}',
    'button.label': 'View details',
    'payButton.label': 'View and pay',
    'picture.text': ['Questions? Reply to this email, and we’ll help you.'],
    'amount.label': 'Outstanding',
    'amount.note': ['Original amount {{ claim.amount }}, fees {{ claim.totalFees }}. Payments we have received are already deducted.'],
    'signature.text': ['Kind regards,\n{{ account.creditor }}'],
    'legalFooter.sender': ['{{ account.creditor }} sent you this email about {{ claim.reference }}.'],
    'legalFooter.unsubscribe': 'Stop emails about this',
  },
};
