import type { LibraryTexts } from './keys.ts';

const HARDSHIP =
  'Sie können den vollen Betrag gerade nicht zahlen? Sagen Sie es uns auf Ihrer Seite oder antworten Sie auf diese E-Mail. Wir suchen mit Ihnen nach einer Lösung.';

export const DE_DE: LibraryTexts = {
  greeting: '{{ debtor.salutation }},',
  help: {
    claim: [
      'Sie haben schon bezahlt? Vielen Dank, dann müssen Sie nichts weiter tun.',
      HARDSHIP,
      'Etwas stimmt nicht? Bestreiten Sie die Forderung auf Ihrer Seite oder antworten Sie auf diese E-Mail und nennen Sie uns Ihre Gründe. Wir prüfen sie.',
    ],
    hardship: [HARDSHIP],
    question: ['Haben Sie Fragen? Antworten Sie auf diese E-Mail, wir melden uns bei Ihnen.'],
  },
  designs: {
    welcome: {
      name: 'Erstes Anschreiben',
      subject: 'Wir sind jetzt für {{ claim.reference }} zuständig',
      preheader: 'Wer wir sind, worum es geht und was Sie tun können.',
      heading: 'Wir helfen Ihnen, das zu klären',
      lines: [
        '{{ account.creditor }} betreut die unten genannte Forderung. Ab jetzt sind wir dafür Ihr Ansprechpartner.',
        'Auf Ihrer Seite sehen Sie, wie sich der Betrag zusammensetzt. Dort können Sie zahlen, um Raten bitten oder uns sagen, dass etwas nicht stimmt.',
      ],
      button: 'Zu Ihrer Seite',
    },
    'invoice-upcoming': {
      name: 'Rechnung bald fällig',
      subject: 'Rechnung {{ claim.reference }} ist am {{ claim.dueDate }} fällig',
      preheader: 'Ein kurzer Hinweis vor der Fälligkeit.',
      heading: 'Ihre Rechnung ist bald fällig',
      lines: [
        'die Rechnung {{ claim.reference }} über {{ claim.balance }} ist am {{ claim.dueDate }} fällig.',
        'Brauchen Sie eine Kopie oder Ihre Bestellnummer auf der Rechnung? Antworten Sie einfach auf diese E-Mail.',
      ],
      button: 'Angaben ansehen',
    },
    'invoice-due': {
      name: 'Rechnung fällig',
      subject: 'Rechnung {{ claim.reference }}: Zahlung fällig',
      preheader: 'Bitte prüfen Sie, ob die Zahlung veranlasst ist.',
      heading: 'Ihre Rechnung ist fällig',
      lines: [
        'zur Rechnung {{ claim.reference }}, fällig am {{ claim.dueDate }}, haben wir noch keinen Zahlungseingang.',
        'Bitte prüfen Sie, ob die Zahlung veranlasst ist, und nennen Sie uns das Datum.',
      ],
      button: 'Ansehen und zahlen',
    },
    'invoice-overdue': {
      name: 'Rechnungen überfällig',
      subject: 'Überfällige Rechnungen: {{ account.balance }}',
      preheader: 'Alle offenen Rechnungen Ihres Kontos auf einen Blick.',
      heading: 'Diese Rechnungen sind offen',
      lines: [
        'Ihr Konto {{ account.reference }} weist einen offenen Saldo von {{ account.balance }} aus. Diese Rechnungen sind noch nicht bezahlt:',
        'Bitte veranlassen Sie die Zahlung, oder sagen Sie uns, was noch fehlt. Gern klären wir das direkt mit Ihrer Buchhaltung.',
      ],
      button: 'Ansehen und zahlen',
    },
    'reminder-friendly': {
      name: 'Freundliche Erinnerung',
      subject: 'Zahlungserinnerung: Rechnung {{ claim.reference }}',
      preheader: 'Vielleicht haben Sie sie nur übersehen.',
      heading: 'Eine freundliche Erinnerung',
      lines: [
        'für Ihre Rechnung {{ claim.reference }} über {{ claim.balance }} haben wir noch keine Zahlung erhalten. Sie war am {{ claim.dueDate }} fällig.',
        'Vielleicht haben Sie sie nur übersehen. Auf Ihrer Seite finden Sie alle Angaben und können gleich zahlen.',
      ],
      button: 'Ansehen und zahlen',
    },
    'reminder-second': {
      name: 'Zweite Erinnerung',
      subject: 'Zweite Erinnerung: {{ claim.balance }} sind offen',
      preheader: 'Bitte zahlen Sie, oder nennen Sie uns einen Termin.',
      heading: 'Ihre Zahlung ist überfällig',
      lines: [
        'Ihre Rechnung {{ claim.reference }} ist seit {{ claim.daysPastDue }} Tagen überfällig.',
        'Bitte zahlen Sie den offenen Betrag, oder teilen Sie uns auf Ihrer Seite mit, wann Sie zahlen können.',
      ],
      button: 'Zahlen oder Termin nennen',
    },
    'reminder-final': {
      name: 'Letzte Erinnerung',
      subject: 'Letzte Erinnerung: Rechnung {{ claim.reference }}',
      preheader: 'Bitte zahlen Sie innerhalb von 14 Tagen, oder melden Sie sich.',
      heading: 'Unsere letzte Erinnerung',
      lines: [
        'Ihre Rechnung {{ claim.reference }} ist {{ claim.daysPastDue }} Tage nach Fälligkeit noch nicht bezahlt. Dies ist unsere letzte Erinnerung.',
        'Bitte zahlen Sie innerhalb der nächsten 14 Tage, oder melden Sie sich bei uns, damit wir gemeinsam eine Lösung finden.',
      ],
      button: 'Rechnung begleichen',
    },
    'formal-notice': {
      name: 'Mahnung',
      subject: 'Mahnung: {{ claim.reference }}',
      preheader: 'Bitte zahlen oder antworten Sie innerhalb von 14 Tagen.',
      heading: 'Mahnung',
      lines: [
        'hiermit mahnen wir die offene Forderung {{ claim.reference }} an. Trotz unserer bisherigen Nachrichten sind {{ claim.balance }} offen; fällig war die Zahlung am {{ claim.dueDate }}.',
        'Bitte zahlen Sie innerhalb von 14 Tagen, oder teilen Sie uns in dieser Zeit mit, ob und warum Sie die Forderung bestreiten. Danach prüft eine Person aus unserem Team Ihr Konto.',
      ],
      button: 'Zahlen oder antworten',
    },
    'plan-offer': {
      name: 'Angebot zur Ratenzahlung',
      subject: '{{ claim.reference }} in Raten zahlen',
      preheader: 'Wählen Sie Betrag und Tag, wie es Ihnen passt.',
      heading: 'Sie können in Raten zahlen',
      lines: [
        'Sie müssen {{ claim.balance }} nicht auf einmal zahlen. Verteilen Sie den Betrag auf mehrere Raten.',
        'Höhe und Tag im Monat wählen Sie auf Ihrer Seite. Sie sehen den ganzen Plan, bevor Sie ihm zustimmen.',
      ],
      button: 'Raten wählen',
    },
    'plan-confirmed': {
      name: 'Ratenplan bestätigt',
      subject: 'Ihr Ratenplan zu {{ claim.reference }}',
      preheader: 'Alle Raten mit ihren Terminen.',
      heading: 'Ihr Ratenplan steht',
      lines: [
        'vielen Dank, dass Sie sich mit uns geeinigt haben. Das sind Ihre Raten:',
        'Bitte zahlen Sie jede Rate bis zu ihrem Termin und geben Sie {{ claim.paymentReference }} an. Solange Sie den Plan einhalten, unternehmen wir nichts weiter.',
      ],
      button: 'Ratenplan ansehen',
    },
    'promise-due': {
      name: 'Zugesagte Zahlung bald fällig',
      subject: 'Ihre Zahlung zu {{ claim.reference }} ist bald fällig',
      preheader: 'Ein kurzer Hinweis, damit nichts untergeht.',
      heading: 'Zu Ihrer Zahlung',
      lines: [
        'Sie haben uns zugesagt, bald zu zahlen. Das haben wir vereinbart:',
        'Haben Sie die Zahlung schon veranlasst? Dann müssen Sie nichts weiter tun. Passt der Termin nicht mehr, sagen Sie uns bitte vorher Bescheid.',
      ],
      button: 'Zahlen oder Termin ändern',
    },
    'promise-missed': {
      name: 'Zugesagte Zahlung ausgeblieben',
      subject: 'Die vereinbarte Zahlung ist nicht eingegangen',
      preheader: 'Zahlen Sie jetzt, oder sagen Sie uns, was sich geändert hat.',
      heading: 'Ihre Zahlung fehlt noch',
      lines: [
        'zu {{ claim.reference }} hatten wir eine Zahlung vereinbart, die noch nicht eingegangen ist.',
        'Pläne können sich ändern. Passen Termin oder Betrag nicht mehr, dann sagen Sie es uns auf Ihrer Seite oder antworten Sie auf diese E-Mail.',
      ],
      button: 'Zahlen oder Bescheid geben',
    },
    'settlement-offer': {
      name: 'Vergleichsangebot',
      subject: 'Ein Vergleichsangebot zu {{ claim.reference }}',
      preheader: 'Weniger zahlen und die Sache abschließen.',
      heading: 'Unser Vergleichsangebot',
      lines: [
        'wir möchten diese Sache mit Ihnen abschließen. Zahlen Sie in einer Summe, verzichten wir auf einen Teil des offenen Betrags.',
        'Auf Ihrer Seite sehen Sie den Vergleichsbetrag und wie lange das Angebot gilt. Mit Ihrer Zahlung ist {{ claim.reference }} vollständig erledigt.',
      ],
      button: 'Angebot ansehen',
    },
    'mandate-request': {
      name: 'Bitte um Lastschriftmandat',
      subject: 'Bequem per Lastschrift zahlen',
      preheader: 'Einmal einrichten, keinen Termin mehr verpassen.',
      heading: 'Zahlen Sie per Lastschrift',
      lines: [
        'mit einem Lastschriftmandat ziehen wir jede Zahlung an ihrem Termin ein. Sie müssen an nichts denken, und wir kündigen jede Abbuchung vorher an.',
        'Das Mandat erteilen Sie in zwei Minuten auf Ihrer Seite. Sie können es jederzeit widerrufen. Einen eingezogenen Betrag erstattet Ihre Bank auf Wunsch innerhalb von acht Wochen.',
      ],
      button: 'Lastschrift einrichten',
    },
    'debit-failed': {
      name: 'Rücklastschrift',
      subject: 'Ihre Lastschrift wurde zurückgegeben',
      preheader: 'Bitte zahlen Sie auf anderem Weg.',
      heading: 'Wir konnten nicht abbuchen',
      lines: [
        'Ihre Bank hat unsere Lastschrift zu {{ claim.reference }} zurückgegeben. Der Betrag ist wieder offen.',
        'Bitte prüfen Sie Ihr Bankkonto und zahlen Sie auf Ihrer Seite per Karte oder Überweisung.',
      ],
      button: 'Anders zahlen',
    },
    'hardship-help': {
      name: 'Hilfe bei Zahlungsschwierigkeiten',
      subject: 'Wenn das Zahlen gerade schwerfällt',
      preheader: 'Es gibt Wege. Sprechen Sie mit uns.',
      heading: 'Wir finden gemeinsam einen Weg',
      lines: [
        'eng werden kann es bei jedem: eine Krankheit, der Verlust der Arbeit, eine Trennung. Wenn Sie deshalb nicht zahlen können, sagen Sie es uns. Wir urteilen nicht.',
        'Wir können Zahlungen aussetzen, kleine Raten vereinbaren oder Ihnen eine kostenlose Schuldnerberatung nennen. Was Sie uns sagen, bleibt bei uns.',
      ],
      button: 'Situation schildern',
    },
    'dispute-received': {
      name: 'Widerspruch eingegangen',
      subject: 'Wir prüfen {{ claim.reference }}',
      preheader: 'Ihr Widerspruch ist da. So geht es weiter.',
      heading: 'Ihr Widerspruch ist eingegangen',
      lines: [
        'danke, dass Sie uns sagen, was an {{ claim.reference }} nicht stimmt. Wir klären das mit dem Gläubiger.',
        'Bis dahin müssen Sie den bestrittenen Betrag nicht zahlen und bekommen dazu keine Erinnerungen. Unterlagen können Sie auf Ihrer Seite nachreichen.',
      ],
      button: 'Unterlagen nachreichen',
    },
    callback: {
      name: 'Rückrufangebot',
      subject: 'Wann dürfen wir Sie zu {{ claim.reference }} anrufen?',
      preheader: 'Nennen Sie uns eine Uhrzeit, wir rufen Sie an.',
      heading: 'Sprechen wir darüber',
      lines: [
        'manches lässt sich am Telefon leichter klären. Wir möchten mit Ihnen über {{ claim.reference }} sprechen.',
        'Wählen Sie auf Ihrer Seite eine Uhrzeit, dann rufen wir Sie an. Oder antworten Sie auf diese E-Mail mit einer Zeit, die Ihnen passt.',
      ],
      button: 'Uhrzeit wählen',
    },
    'address-check': {
      name: 'Kontaktdaten prüfen',
      subject: 'Stimmen Ihre Kontaktdaten noch?',
      preheader: 'Auf Ihrer Seite dauert es eine Minute.',
      heading: 'Stimmen diese Angaben noch?',
      lines: [
        'unsere Post soll Sie erreichen und niemanden sonst. Bitte prüfen Sie Ihre Anschrift und Ihre Telefonnummer.',
        'Ändern können Sie beides auf Ihrer Seite. Hat sich nichts geändert? Dann müssen Sie nichts tun.',
      ],
      button: 'Angaben prüfen',
    },
    statement: {
      name: 'Kontoübersicht',
      subject: 'Ihre Kontoübersicht: {{ account.balance }}',
      preheader: 'Was heute auf Ihrem Konto offen ist.',
      heading: 'Ihr Konto heute',
      lines: [
        'das ist auf Ihrem Konto {{ account.reference }} offen. Zusammen sind es {{ account.balance }}.',
        'Auf Ihrer Seite sehen Sie jede Zahlung und jede Gebühr und können die Übersicht herunterladen.',
      ],
      button: 'Konto ansehen',
    },
    'payment-received': {
      name: 'Zahlung eingegangen',
      subject: 'Vielen Dank für Ihre Zahlung',
      preheader: 'Ihre Zahlung ist da. Das ist noch offen.',
      heading: 'Danke für Ihre Zahlung',
      lines: [
        'Ihre Zahlung ist eingegangen, und wir haben sie Ihrem Konto gutgeschrieben. So ist der Stand:',
        'Den Rest können Sie jederzeit auf Ihrer Seite zahlen, auch in Teilen.',
      ],
      button: 'Konto ansehen',
    },
    'paid-in-full': {
      name: 'Vollständig bezahlt',
      subject: '{{ claim.reference }} ist erledigt',
      preheader: 'Alles bezahlt. Vielen Dank.',
      heading: 'Alles bezahlt. Vielen Dank!',
      lines: [
        'Sie haben {{ claim.reference }} vollständig bezahlt. Die Sache ist abgeschlossen, und wir schreiben Ihnen dazu nicht mehr.',
        'Heben Sie diese E-Mail am besten auf. Ihre Zahlungen sehen Sie weiterhin auf Ihrer Seite.',
      ],
      button: 'Zahlungen ansehen',
    },
  },
};
