import type { LibraryTexts } from './keys.ts';

const HARDSHIP =
  'Is the full amount too much right now? Tell us on your page or reply to this email, and we’ll look for a way that works for you.';

export const EN_US: LibraryTexts = {
  greeting: '{{ debtor.salutation }},',
  help: {
    claim: [
      'Already paid? Thank you, there’s nothing more for you to do.',
      HARDSHIP,
      'Do you think something is wrong? Dispute the claim on your page or reply to this email with your reasons, and we’ll look into it.',
    ],
    hardship: [HARDSHIP],
    question: ['Any questions? Reply to this email, and we’ll get back to you.'],
  },
  designs: {
    welcome: {
      name: 'First letter from us',
      subject: 'We now look after {{ claim.reference }}',
      preheader: 'Who we are, what this is about and what you can do.',
      heading: 'We’re here to help you settle this',
      lines: [
        '{{ account.creditor }} is looking after the claim below. From now on, we’re your contact for it.',
        'On your page you can see what the amount is made of, pay, ask for instalments or tell us that something is wrong.',
      ],
      button: 'Go to your page',
    },
    'invoice-upcoming': {
      name: 'Invoice due soon',
      subject: 'Invoice {{ claim.reference }} is due on {{ claim.dueDate }}',
      preheader: 'A short note before the due date.',
      heading: 'Your invoice is due soon',
      lines: [
        'Invoice {{ claim.reference }} for {{ claim.balance }} is due on {{ claim.dueDate }}.',
        'Do you need a copy or a purchase order number on it? Reply to this email, and we’ll send it to you.',
      ],
      button: 'View details',
    },
    'invoice-due': {
      name: 'Invoice due',
      subject: 'Invoice {{ claim.reference }}: payment is due',
      preheader: 'Please check whether the payment has been scheduled.',
      heading: 'Your invoice is due',
      lines: [
        'We haven’t received payment for invoice {{ claim.reference }}, which was due on {{ claim.dueDate }}.',
        'Please check whether the payment has been scheduled, and let us know the date.',
      ],
      button: 'View and pay',
    },
    'invoice-overdue': {
      name: 'Invoices overdue',
      subject: 'Overdue invoices: {{ account.balance }}',
      preheader: 'All open invoices of your account at a glance.',
      heading: 'These invoices are open',
      lines: [
        'The balance of your account {{ account.reference }} is {{ account.balance }}. These invoices are still open:',
        'Please arrange payment, or tell us what’s holding it up. We’re happy to sort it out with your accounts department.',
      ],
      button: 'View and pay',
    },
    'reminder-friendly': {
      name: 'Friendly reminder',
      subject: 'Reminder: invoice {{ claim.reference }}',
      preheader: 'Perhaps it slipped your mind.',
      heading: 'A friendly reminder',
      lines: [
        'We haven’t received your payment of {{ claim.balance }} for invoice {{ claim.reference }} yet. It was due on {{ claim.dueDate }}.',
        'Perhaps it slipped your mind. You can see the details and pay on your page.',
      ],
      button: 'View and pay',
    },
    'reminder-second': {
      name: 'Second reminder',
      subject: 'Second reminder: {{ claim.balance }} outstanding',
      preheader: 'Please pay, or tell us when you can.',
      heading: 'Your payment is overdue',
      lines: [
        'Your invoice {{ claim.reference }} is now {{ claim.daysPastDue }} days overdue.',
        'Please pay the outstanding amount, or tell us on your page when you can.',
      ],
      button: 'Pay or tell us when',
    },
    'reminder-final': {
      name: 'Final reminder',
      subject: 'Final reminder: invoice {{ claim.reference }}',
      preheader: 'Please pay within 14 days, or contact us.',
      heading: 'Our final reminder',
      lines: [
        'Invoice {{ claim.reference }} is still unpaid, {{ claim.daysPastDue }} days after it was due. This is our final reminder.',
        'Please pay within the next 14 days, or contact us so that we can find a solution together.',
      ],
      button: 'Settle the invoice',
    },
    'formal-notice': {
      name: 'Formal notice',
      subject: 'Formal notice: {{ claim.reference }}',
      preheader: 'Please pay or respond within 14 days.',
      heading: 'Formal notice',
      lines: [
        'This is a formal notice. Despite our earlier messages, {{ claim.balance }} is outstanding for {{ claim.reference }}, which was due on {{ claim.dueDate }}.',
        'Please pay within 14 days, or tell us within that time if you dispute the claim and why. After that, a member of our team will review your account in person.',
      ],
      button: 'Pay or respond',
    },
    'plan-offer': {
      name: 'Instalment plan offer',
      subject: 'Pay {{ claim.reference }} in instalments',
      preheader: 'Choose an amount and a day that suit you.',
      heading: 'You can pay in instalments',
      lines: [
        'You don’t have to pay {{ claim.balance }} all at once. You can spread it over several instalments.',
        'Choose the amount and the day of the month on your page. You’ll see the whole plan before you agree to it.',
      ],
      button: 'Choose your instalments',
    },
    'plan-confirmed': {
      name: 'Instalment plan confirmed',
      subject: 'Your instalment plan for {{ claim.reference }}',
      preheader: 'All instalments with their dates.',
      heading: 'Your plan is set up',
      lines: [
        'Thank you for agreeing on a plan with us. These are your instalments:',
        'Please pay each one by its due date and quote {{ claim.paymentReference }}. As long as you keep to the plan, we won’t take further steps.',
      ],
      button: 'View your plan',
    },
    'promise-due': {
      name: 'Promised payment due soon',
      subject: 'Your payment for {{ claim.reference }} is due soon',
      preheader: 'A short note so it doesn’t slip your mind.',
      heading: 'A note about your payment',
      lines: [
        'You told us you’d pay soon. This is what we agreed on:',
        'Have you already arranged the payment? Then there’s nothing more to do. If the date no longer works, please tell us beforehand.',
      ],
      button: 'Pay or change the date',
    },
    'promise-missed': {
      name: 'Promised payment missed',
      subject: 'We haven’t received the payment we agreed on',
      preheader: 'Pay now, or tell us what has changed.',
      heading: 'Your payment hasn’t arrived',
      lines: [
        'We agreed on a payment for {{ claim.reference }} and haven’t received it yet.',
        'Plans can change. If the date or the amount no longer works for you, tell us on your page or reply to this email.',
      ],
      button: 'Pay or tell us more',
    },
    'settlement-offer': {
      name: 'Settlement offer',
      subject: 'An offer to settle {{ claim.reference }}',
      preheader: 'Pay less than the full amount and close the matter.',
      heading: 'Settle this for less',
      lines: [
        'We’d like to close this matter with you. If you pay in one sum, we’ll accept less than the outstanding amount.',
        'You’ll find the amount and how long the offer is open on your page. Once you’ve paid it, nothing more is owed for {{ claim.reference }}.',
      ],
      button: 'See the offer',
    },
    'mandate-request': {
      name: 'Direct debit request',
      subject: 'Pay by direct debit',
      preheader: 'Set it up once, and never miss a due date.',
      heading: 'Pay automatically',
      lines: [
        'With a direct debit mandate, we collect each payment on its due date. You don’t have to think about it, and we tell you before each debit.',
        'You set it up on your page in two minutes. You can withdraw it at any time, and your bank refunds a debit within eight weeks if you ask for it.',
      ],
      button: 'Set up direct debit',
    },
    'debit-failed': {
      name: 'Direct debit returned',
      subject: 'Your direct debit was returned',
      preheader: 'Please pay another way.',
      heading: 'We couldn’t collect your payment',
      lines: [
        'Your bank returned our direct debit for {{ claim.reference }}. The amount is open again.',
        'Please check your account, and pay on your page by card or bank transfer.',
      ],
      button: 'Pay another way',
    },
    'hardship-help': {
      name: 'Help with payment difficulties',
      subject: 'If paying is difficult right now',
      preheader: 'There are ways forward. Talk to us.',
      heading: 'We’ll find a way together',
      lines: [
        'Things can get tight for anyone: illness, losing a job, a separation. If that’s why you can’t pay, please tell us. We won’t judge.',
        'We can pause payments, agree on small instalments or put you in touch with a free debt advice service. What you tell us stays with us.',
      ],
      button: 'Tell us about your situation',
    },
    'dispute-received': {
      name: 'Dispute received',
      subject: 'We’re looking into {{ claim.reference }}',
      preheader: 'Your objection has arrived. This is what happens next.',
      heading: 'We’ve received your objection',
      lines: [
        'Thank you for telling us what’s wrong with {{ claim.reference }}. We’re checking it with the creditor.',
        'Until then you don’t have to pay the disputed amount, and you won’t get reminders for it. You can add documents on your page.',
      ],
      button: 'Add documents',
    },
    callback: {
      name: 'Callback offer',
      subject: 'When can we call you about {{ claim.reference }}?',
      preheader: 'Choose a time, and we’ll call you.',
      heading: 'Let’s talk',
      lines: [
        'Some things are easier to sort out on the phone. We’d like to talk to you about {{ claim.reference }}.',
        'Choose a time on your page, and we’ll call you then. Or reply to this email with the time that suits you best.',
      ],
      button: 'Choose a time',
    },
    'address-check': {
      name: 'Contact details check',
      subject: 'Are your contact details still right?',
      preheader: 'It takes a minute on your page.',
      heading: 'Are these details still right?',
      lines: [
        'We want our letters to reach you and nobody else. Please check your address and phone number.',
        'You can change them on your page. Has nothing changed? Then there’s nothing to do.',
      ],
      button: 'Check your details',
    },
    statement: {
      name: 'Account statement',
      subject: 'Your account statement: {{ account.balance }}',
      preheader: 'What’s open on your account today.',
      heading: 'Your account today',
      lines: [
        'Here’s what’s open on your account {{ account.reference }}, {{ account.balance }} in total:',
        'On your page you can see every payment and fee, and download the statement.',
      ],
      button: 'View your account',
    },
    'payment-received': {
      name: 'Payment received',
      subject: 'Thank you for your payment',
      preheader: 'Your payment has arrived. This is what remains.',
      heading: 'Thank you for your payment',
      lines: [
        'We’ve received your payment and credited it to your account. Here’s your new balance:',
        'You can pay the rest on your page whenever you like, also in parts.',
      ],
      button: 'View your account',
    },
    'paid-in-full': {
      name: 'Paid in full',
      subject: '{{ claim.reference }} is settled',
      preheader: 'All paid. Thank you.',
      heading: 'All paid. Thank you!',
      lines: [
        'You’ve paid {{ claim.reference }} in full. The matter is closed, and we won’t write to you about it again.',
        'You may want to keep this email for your records. You can still see all payments on your page.',
      ],
      button: 'View your payments',
    },
  },
};
