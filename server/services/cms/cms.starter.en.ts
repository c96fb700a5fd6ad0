/** The starter strategies' messages in English. */
import type { StarterWords } from './cms.starter.words.ts';

export const EN_US: StarterWords = {
  afterSalutation: ',',
  facts: { reference: 'Reference', outstanding: 'Outstanding', due: 'Due date' },
  small: [
    'Already paid? Thank you, there’s nothing more for you to do.',
    'Is the full amount too much right now? Tell us on your page or reply to this email, and we’ll look for a way that works for you.',
    'Do you think something is wrong? Dispute the claim on your page or reply to this email with your reasons, and we’ll look into it.',
  ],
  sender: '{{ account.creditor }} sent you this email about {{ claim.reference }}',
  unsubscribe: 'Stop emails about this',
  email: {
    reminder: {
      name: 'Friendly reminder',
      subject: 'Reminder: invoice {{ claim.reference }}',
      lines: [
        'We haven’t received your payment of {{ claim.balance }} for invoice {{ claim.reference }} yet. It was due on {{ claim.dueDate }}.',
        'Perhaps it slipped your mind. You can see the details and pay on your page.',
      ],
      button: 'View and pay',
    },
    'second-reminder': {
      name: 'Second reminder',
      subject: 'Second reminder: {{ claim.balance }} outstanding',
      lines: [
        'Your invoice {{ claim.reference }} is now {{ claim.daysPastDue }} days overdue.',
        'Please pay the outstanding amount, or tell us on your page when you can.',
      ],
      button: 'Pay or tell us when',
    },
    'final-reminder': {
      name: 'Final reminder',
      subject: 'Final reminder: invoice {{ claim.reference }}',
      lines: [
        'Invoice {{ claim.reference }} is still unpaid, {{ claim.daysPastDue }} days after it was due. This is our final reminder.',
        'Please pay {{ claim.balance }} within the next 14 days, or contact us so that we can find a solution together.',
      ],
      button: 'Settle the invoice',
    },
    'invoice-upcoming': {
      name: 'Invoice due soon',
      subject: 'Invoice {{ claim.reference }} is due on {{ claim.dueDate }}',
      lines: [
        'Invoice {{ claim.reference }} for {{ claim.balance }} is due on {{ claim.dueDate }}.',
        'Do you need a copy or a purchase order number on it? Reply to this email, and we’ll send it to you.',
      ],
      button: 'View details',
    },
    'invoice-due': {
      name: 'Invoice due',
      subject: 'Invoice {{ claim.reference }}: payment is due',
      lines: [
        'We haven’t received payment for invoice {{ claim.reference }}, which was due on {{ claim.dueDate }}.',
        'Please check whether the payment has been scheduled, and let us know the date.',
      ],
      button: 'View and pay',
    },
    'invoice-overdue': {
      name: 'Invoice overdue',
      subject: 'Overdue: invoice {{ claim.reference }}, {{ claim.balance }}',
      lines: [
        'Invoice {{ claim.reference }} is now {{ claim.daysPastDue }} days overdue. The balance of your account {{ account.reference }} is {{ account.balance }}.',
        'Please arrange payment, or tell us what is holding it up. We’re happy to sort it out with your accounts department.',
      ],
      button: 'View and pay',
    },
    'agreement-missed': {
      name: 'Agreed payment missed',
      subject: 'We haven’t received the payment we agreed on',
      lines: [
        'We agreed on a payment for {{ claim.reference }} and haven’t received it yet. {{ claim.balance }} is outstanding.',
        'Plans can change. If the date or the amount no longer works for you, tell us on your page or reply to this email.',
      ],
      button: 'Pay or tell us more',
    },
    'payment-options': {
      name: 'Payment options',
      subject: 'Let’s find a way to settle {{ claim.reference }}',
      lines: [
        '{{ claim.balance }} is outstanding for {{ claim.reference }}. We’d like to talk to you about how you can settle it.',
        'You’ll find the details on your page. Would you rather talk to us? Reply to this email with a time that suits you, and we’ll call you.',
      ],
      button: 'See your options',
    },
    'formal-notice': {
      name: 'Formal notice',
      subject: 'Formal notice: {{ claim.reference }}',
      lines: [
        'This is a formal notice. Despite our earlier messages, {{ claim.balance }} is outstanding for {{ claim.reference }}, which was due on {{ claim.dueDate }}.',
        'Original amount: {{ claim.amount }}. Fees: {{ claim.totalFees }}. Payments we have received are already deducted.',
        'Please pay within 14 days, or tell us within that time if you dispute the claim and why. After that, a member of our team will review your account in person.',
      ],
      button: 'Pay or respond',
    },
  },
  sms: {
    reminder: {
      name: 'Friendly reminder by text',
      text: '{{ account.creditor }}: your invoice {{ claim.reference }} ({{ claim.balance }}) is unpaid. Details, payment, questions: {{ link.pay }} Reply STOP to opt out.',
    },
    'agreement-missed': {
      name: 'Agreed payment missed, by text',
      text: '{{ account.creditor }}: we have not received the payment agreed for {{ claim.reference }}. Pay or suggest another date: {{ link.pay }} Reply STOP to opt out.',
    },
    'call-back': {
      name: 'Call-back offer by text',
      text: '{{ account.creditor }}: we would like to talk to you about {{ claim.reference }}. See your options: {{ link.pay }} Reply STOP to opt out.',
    },
    'formal-notice': {
      name: 'Formal notice by text',
      text: '{{ account.creditor }}: formal notice for {{ claim.reference }}, {{ claim.balance }} outstanding. Details, payment, objection: {{ link.pay }} Reply STOP to opt out.',
    },
  },
};

export const EN_GB: StarterWords = {
  ...EN_US,
  email: {
    ...EN_US.email,
    'agreement-missed': {
      ...EN_US.email['agreement-missed'],
      subject: 'We haven’t received the payment we agreed',
      lines: [
        'We agreed a payment for {{ claim.reference }} and haven’t received it yet. {{ claim.balance }} is outstanding.',
        'Plans can change. If the date or the amount no longer works for you, tell us on your page or reply to this email.',
      ],
    },
    'payment-options': {
      ...EN_US.email['payment-options'],
      lines: [
        '{{ claim.balance }} is outstanding for {{ claim.reference }}. We’d like to talk to you about how you can settle it.',
        'You’ll find the details on your page. Would you rather speak to us? Reply to this email with a time that suits you, and we’ll ring you.',
      ],
    },
  },
};
