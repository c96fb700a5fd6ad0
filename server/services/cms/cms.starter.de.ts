/** The starter strategies' messages in German. */
import type { StarterWords } from './cms.starter.words.ts';

export const DE_DE: StarterWords = {
  afterSalutation: ',',
  facts: { reference: 'Referenz', outstanding: 'Offener Betrag', due: 'Fällig am' },
  small: [
    'Sie haben schon bezahlt? Vielen Dank, dann müssen Sie nichts weiter tun.',
    'Sie können den vollen Betrag gerade nicht zahlen? Sagen Sie es uns auf Ihrer Seite oder antworten Sie auf diese E-Mail. Wir suchen mit Ihnen nach einer Lösung.',
    'Etwas stimmt nicht? Bestreiten Sie die Forderung auf Ihrer Seite oder antworten Sie auf diese E-Mail und nennen Sie uns Ihre Gründe. Wir prüfen sie.',
  ],
  sender: '{{ account.creditor }} schreibt Ihnen wegen {{ claim.reference }}',
  unsubscribe: 'Keine E-Mails mehr dazu',
  email: {
    reminder: {
      name: 'Freundliche Erinnerung',
      subject: 'Zahlungserinnerung: Rechnung {{ claim.reference }}',
      lines: [
        'für Ihre Rechnung {{ claim.reference }} über {{ claim.balance }} haben wir noch keine Zahlung erhalten. Sie war am {{ claim.dueDate }} fällig.',
        'Vielleicht haben Sie sie nur übersehen. Auf Ihrer Seite finden Sie alle Angaben und können gleich zahlen.',
      ],
      button: 'Ansehen und zahlen',
    },
    'second-reminder': {
      name: 'Zweite Erinnerung',
      subject: 'Zweite Erinnerung: {{ claim.balance }} sind offen',
      lines: [
        'Ihre Rechnung {{ claim.reference }} ist seit {{ claim.daysPastDue }} Tagen überfällig.',
        'Bitte zahlen Sie den offenen Betrag, oder teilen Sie uns auf Ihrer Seite mit, wann Sie zahlen können.',
      ],
      button: 'Zahlen oder Termin nennen',
    },
    'final-reminder': {
      name: 'Letzte Erinnerung',
      subject: 'Letzte Erinnerung: Rechnung {{ claim.reference }}',
      lines: [
        'Ihre Rechnung {{ claim.reference }} ist {{ claim.daysPastDue }} Tage nach Fälligkeit noch nicht bezahlt. Dies ist unsere letzte Erinnerung.',
        'Bitte zahlen Sie {{ claim.balance }} innerhalb der nächsten 14 Tage, oder melden Sie sich bei uns, damit wir gemeinsam eine Lösung finden.',
      ],
      button: 'Rechnung begleichen',
    },
    'invoice-upcoming': {
      name: 'Rechnung bald fällig',
      subject: 'Rechnung {{ claim.reference }} ist am {{ claim.dueDate }} fällig',
      lines: [
        'die Rechnung {{ claim.reference }} über {{ claim.balance }} ist am {{ claim.dueDate }} fällig.',
        'Brauchen Sie eine Kopie oder Ihre Bestellnummer auf der Rechnung? Antworten Sie einfach auf diese E-Mail.',
      ],
      button: 'Angaben ansehen',
    },
    'invoice-due': {
      name: 'Rechnung fällig',
      subject: 'Rechnung {{ claim.reference }}: Zahlung fällig',
      lines: [
        'zur Rechnung {{ claim.reference }}, fällig am {{ claim.dueDate }}, haben wir noch keinen Zahlungseingang.',
        'Bitte prüfen Sie, ob die Zahlung veranlasst ist, und nennen Sie uns das Datum.',
      ],
      button: 'Ansehen und zahlen',
    },
    'invoice-overdue': {
      name: 'Rechnung überfällig',
      subject: 'Überfällig: Rechnung {{ claim.reference }}, {{ claim.balance }}',
      lines: [
        'die Rechnung {{ claim.reference }} ist seit {{ claim.daysPastDue }} Tagen überfällig. Ihr Konto {{ account.reference }} weist einen offenen Saldo von {{ account.balance }} aus.',
        'Bitte veranlassen Sie die Zahlung, oder sagen Sie uns, was noch fehlt. Gern klären wir das direkt mit Ihrer Buchhaltung.',
      ],
      button: 'Ansehen und zahlen',
    },
    'agreement-missed': {
      name: 'Vereinbarte Zahlung ausgeblieben',
      subject: 'Die vereinbarte Zahlung ist nicht eingegangen',
      lines: [
        'zu {{ claim.reference }} hatten wir eine Zahlung vereinbart, die noch nicht eingegangen ist. Offen sind {{ claim.balance }}.',
        'Pläne können sich ändern. Passen Termin oder Betrag nicht mehr, dann sagen Sie es uns auf Ihrer Seite oder antworten Sie auf diese E-Mail.',
      ],
      button: 'Zahlen oder Bescheid geben',
    },
    'payment-options': {
      name: 'Zahlungsmöglichkeiten',
      subject: 'Wie wir {{ claim.reference }} gemeinsam klären können',
      lines: [
        'zu {{ claim.reference }} sind {{ claim.balance }} offen. Wir möchten mit Ihnen besprechen, wie Sie den Betrag begleichen können.',
        'Alle Angaben finden Sie auf Ihrer Seite. Sie sprechen lieber mit uns? Antworten Sie auf diese E-Mail mit einer passenden Uhrzeit, dann rufen wir Sie an.',
      ],
      button: 'Möglichkeiten ansehen',
    },
    'formal-notice': {
      name: 'Mahnung',
      subject: 'Mahnung: {{ claim.reference }}',
      lines: [
        'hiermit mahnen wir die offene Forderung {{ claim.reference }} an. Trotz unserer bisherigen Nachrichten sind {{ claim.balance }} offen; fällig war die Zahlung am {{ claim.dueDate }}.',
        'Ursprünglicher Betrag: {{ claim.amount }}. Gebühren: {{ claim.totalFees }}. Eingegangene Zahlungen sind bereits abgezogen.',
        'Bitte zahlen Sie innerhalb von 14 Tagen, oder teilen Sie uns in dieser Zeit mit, ob und warum Sie die Forderung bestreiten. Danach prüft eine Person aus unserem Team Ihr Konto.',
      ],
      button: 'Zahlen oder antworten',
    },
  },
  sms: {
    reminder: {
      name: 'Freundliche Erinnerung per SMS',
      text: '{{ account.creditor }}: Ihre Rechnung {{ claim.reference }} ({{ claim.balance }}) ist noch offen. Angaben, Zahlung, Fragen: {{ link.pay }} Abmelden mit STOP.',
    },
    'agreement-missed': {
      name: 'Vereinbarte Zahlung ausgeblieben, per SMS',
      text: '{{ account.creditor }}: Die vereinbarte Zahlung zu {{ claim.reference }} fehlt noch. Zahlen oder neuen Termin nennen: {{ link.pay }} Abmelden mit STOP.',
    },
    'call-back': {
      name: 'Gesprächsangebot per SMS',
      text: '{{ account.creditor }}: Wir möchten mit Ihnen über {{ claim.reference }} sprechen. Ihre Möglichkeiten: {{ link.pay }} Abmelden mit STOP.',
    },
    'formal-notice': {
      name: 'Mahnung per SMS',
      text: '{{ account.creditor }}: Mahnung zu {{ claim.reference }}, offen sind {{ claim.balance }}. Angaben, Zahlung, Widerspruch: {{ link.pay }} Abmelden mit STOP.',
    },
  },
};
