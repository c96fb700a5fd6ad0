/** What staff read of the starter strategies, in every language: names and what they do, the tasks they create, how they end. */
import type { Locale } from '../../../core/locale.ts';

/** In the order in which a claim would meet them. */
export const STARTER_IDS = ['gentle-reminders', 'business-invoices', 'missed-agreements', 'calls-first', 'formal-notice'] as const;
export type StarterId = (typeof STARTER_IDS)[number];

export type StarterTask =
  | 'checkAgreement'
  | 'callAccountsPayable'
  | 'escalate'
  | 'callAboutAgreement'
  | 'decide'
  | 'callFirst'
  | 'callAgain'
  | 'handOver';

interface StarterTexts {
  readonly starters: Readonly<Record<StarterId, { readonly name: string; readonly about: string; readonly category: string }>>;
  readonly tasks: Readonly<Record<StarterTask, { readonly description: string; readonly note: string }>>;
  readonly ends: { readonly over: string; readonly handedOver: string };
}

const EN_US: StarterTexts = {
  starters: {
    'gentle-reminders': {
      name: 'Gentle consumer reminders',
      about: 'Three emails and a text message for people who are a few days late. Stops on a promise or a payment.',
      category: 'Consumers',
    },
    'business-invoices': {
      name: 'Business invoices',
      about: 'Emails before and after the due date, then calls accounts payable and escalates to a person.',
      category: 'Business',
    },
    'missed-agreements': {
      name: 'Missed promises and plans',
      about: 'For claims with a broken promise or instalment plan: asks for a new date, then has someone call.',
      category: 'Follow-up',
    },
    'calls-first': {
      name: 'High balances: call first',
      about: 'Agents call debtors who owe 1,000 or more before any message is sent. Smaller balances get messages only.',
      category: 'High balance',
    },
    'formal-notice': {
      name: 'Late stage: formal notice',
      about: 'Sends a formal notice 45 days after the due date and hands the account over to a person two weeks later.',
      category: 'Late stage',
    },
  },
  tasks: {
    checkAgreement: {
      description: 'Check the promise or payment',
      note: 'The debtor promised or paid something two weeks ago, and the claim is still open. Check what was agreed and what is missing.',
    },
    callAccountsPayable: {
      description: 'Call accounts payable',
      note: 'Ask whether the invoice has been approved and when it will be paid. Record the date as a promise.',
    },
    escalate: {
      description: 'Escalate the invoice',
      note: 'Neither emails nor a call led to a payment. Talk to the account manager and decide on the next step.',
    },
    callAboutAgreement: {
      description: 'Call about the missed agreement',
      note: 'Ask what kept the debtor from paying, and agree on an amount and a date that they can keep.',
    },
    decide: {
      description: 'Decide on the next step',
      note: 'The strategy has ended and the claim is still open. Read the account’s history and decide how to proceed.',
    },
    callFirst: {
      description: 'Call the debtor',
      note: 'First contact for a high balance. Ask whether the invoice arrived and how the debtor wants to settle it.',
    },
    callAgain: {
      description: 'Call the debtor again',
      note: 'There was no answer to our email and text message. Try another time of day than before.',
    },
    handOver: {
      description: 'Review after the formal notice',
      note: 'The two weeks of the formal notice have passed without payment or objection. Review the account before anything else happens.',
    },
  },
  ends: { over: 'All reminders have been sent', handedOver: 'A person takes over' },
};

const EN_GB: StarterTexts = {
  ...EN_US,
  tasks: {
    ...EN_US.tasks,
    callAboutAgreement: {
      description: 'Call about the missed agreement',
      note: 'Ask what kept the debtor from paying, and agree an amount and a date that they can keep.',
    },
  },
};

const DE_DE: StarterTexts = {
  starters: {
    'gentle-reminders': {
      name: 'Freundliche Erinnerungen für Privatkunden',
      about: 'Drei E-Mails und eine SMS für Personen, die wenige Tage im Rückstand sind. Endet bei Zusage oder Zahlung.',
      category: 'Privatkunden',
    },
    'business-invoices': {
      name: 'Rechnungen an Geschäftskunden',
      about: 'Schreibt vor und nach Fälligkeit, lässt dann die Buchhaltung anrufen und übergibt an eine Person.',
      category: 'Geschäftskunden',
    },
    'missed-agreements': {
      name: 'Nicht eingehaltene Zusagen und Ratenpläne',
      about:
        'Für Forderungen mit einer nicht eingehaltenen Zusage oder einem nicht eingehaltenen Ratenplan: bittet um einen neuen Termin, danach folgt ein Anruf.',
      category: 'Nachfassen',
    },
    'calls-first': {
      name: 'Hohe Beträge: zuerst anrufen',
      about:
        'Ab einem offenen Betrag von 1.000 ruft zuerst ein Mitarbeiter an, bevor eine Nachricht gesendet wird. Bei kleineren Beträgen werden nur Nachrichten gesendet.',
      category: 'Hohe Beträge',
    },
    'formal-notice': {
      name: 'Späte Phase: Mahnung',
      about: 'Sendet 45 Tage nach Fälligkeit eine Mahnung und übergibt das Konto zwei Wochen später an eine Person.',
      category: 'Späte Phase',
    },
  },
  tasks: {
    checkAgreement: {
      description: 'Zusage oder Zahlung prüfen',
      note: 'Vor zwei Wochen wurde eine Zahlung zugesagt oder geleistet, die Forderung ist noch offen. Bitte prüfen, was vereinbart war und was fehlt.',
    },
    callAccountsPayable: {
      description: 'Buchhaltung anrufen',
      note: 'Nachfragen, ob die Rechnung freigegeben ist und wann sie bezahlt wird. Den Termin als Zahlungszusage erfassen.',
    },
    escalate: {
      description: 'Rechnung eskalieren',
      note: 'Weder E-Mails noch ein Anruf haben zu einer Zahlung geführt. Mit dem Kundenbetreuer sprechen und das weitere Vorgehen festlegen.',
    },
    callAboutAgreement: {
      description: 'Wegen nicht eingehaltener Vereinbarung anrufen',
      note: 'Nach dem Grund fragen und einen Betrag und Termin vereinbaren, den der Schuldner einhalten kann.',
    },
    decide: {
      description: 'Weiteres Vorgehen festlegen',
      note: 'Die Strategie ist zu Ende und die Forderung noch offen. Den Verlauf des Kontos lesen und entscheiden, wie es weitergeht.',
    },
    callFirst: {
      description: 'Schuldner anrufen',
      note: 'Erster Kontakt bei hohem Betrag. Fragen, ob die Rechnung angekommen ist und wie sie beglichen werden soll.',
    },
    callAgain: {
      description: 'Schuldner erneut anrufen',
      note: 'E-Mail und SMS blieben ohne Antwort. Zu einer anderen Tageszeit versuchen als bisher.',
    },
    handOver: {
      description: 'Nach der Mahnung prüfen',
      note: 'Die zwei Wochen der Mahnung sind ohne Zahlung oder Widerspruch vergangen. Das Konto persönlich prüfen, bevor etwas Weiteres geschieht.',
    },
  },
  ends: { over: 'Alle Erinnerungen sind gesendet', handedOver: 'Eine Person übernimmt' },
};

const ES_ES: StarterTexts = {
  starters: {
    'gentle-reminders': {
      name: 'Recordatorios amistosos para particulares',
      about: 'Tres correos y un SMS para quienes llevan pocos días de retraso. Se detiene con una promesa o un pago.',
      category: 'Particulares',
    },
    'business-invoices': {
      name: 'Facturas a empresas',
      about: 'Escribe antes y después del vencimiento, luego llama a contabilidad y pasa la cuenta a una persona.',
      category: 'Empresas',
    },
    'missed-agreements': {
      name: 'Promesas y planes incumplidos',
      about: 'Para deudas con una promesa o un plan de pagos incumplido: pide una nueva fecha y después encarga una llamada.',
      category: 'Seguimiento',
    },
    'calls-first': {
      name: 'Saldos altos: primero la llamada',
      about: 'Un agente llama a quien debe 1.000 o más antes de enviar ningún mensaje. Los saldos menores solo reciben mensajes.',
      category: 'Saldos altos',
    },
    'formal-notice': {
      name: 'Fase tardía: requerimiento de pago',
      about: 'Envía un requerimiento 45 días después del vencimiento y dos semanas más tarde pasa la cuenta a una persona.',
      category: 'Fase tardía',
    },
  },
  tasks: {
    checkAgreement: {
      description: 'Comprobar la promesa o el pago',
      note: 'Hace dos semanas hubo una promesa o un pago y la deuda sigue abierta. Compruebe qué se acordó y qué falta.',
    },
    callAccountsPayable: {
      description: 'Llamar a contabilidad',
      note: 'Pregunte si la factura está aprobada y cuándo se pagará. Registre la fecha como promesa de pago.',
    },
    escalate: {
      description: 'Escalar la factura',
      note: 'Ni los correos ni la llamada han dado lugar a un pago. Hable con el gestor de la cuenta y decida el siguiente paso.',
    },
    callAboutAgreement: {
      description: 'Llamar por el acuerdo incumplido',
      note: 'Pregunte qué impidió el pago y acuerde un importe y una fecha que se puedan cumplir.',
    },
    decide: {
      description: 'Decidir el siguiente paso',
      note: 'La estrategia ha terminado y la deuda sigue abierta. Lea la cronología de la cuenta y decida cómo continuar.',
    },
    callFirst: {
      description: 'Llamar al deudor',
      note: 'Primer contacto por un saldo alto. Pregunte si recibió la factura y cómo quiere saldarla.',
    },
    callAgain: {
      description: 'Volver a llamar al deudor',
      note: 'No hubo respuesta al correo ni al SMS. Pruebe a una hora distinta de la anterior.',
    },
    handOver: {
      description: 'Revisar tras el requerimiento',
      note: 'Han pasado las dos semanas del requerimiento sin pago ni oposición. Revise la cuenta en persona antes de dar otro paso.',
    },
  },
  ends: { over: 'Se han enviado todos los recordatorios', handedOver: 'Continúa una persona' },
};

const NL_NL: StarterTexts = {
  starters: {
    'gentle-reminders': {
      name: 'Vriendelijke herinneringen voor consumenten',
      about: 'Drie e-mails en een sms voor mensen die enkele dagen te laat zijn. Stopt bij een toezegging of betaling.',
      category: 'Consumenten',
    },
    'business-invoices': {
      name: 'Zakelijke facturen',
      about:
        'Stuurt berichten voor en na de vervaldatum, laat daarna de crediteurenadministratie bellen en draagt het dossier over aan een medewerker.',
      category: 'Zakelijk',
    },
    'missed-agreements': {
      name: 'Niet-nagekomen toezeggingen en regelingen',
      about:
        'Voor vorderingen met een niet-nagekomen toezegging of betalingsregeling: vraagt om een nieuwe datum, daarna belt een medewerker.',
      category: 'Opvolging',
    },
    'calls-first': {
      name: 'Hoge saldi: eerst bellen',
      about:
        'Bij 1.000 of meer belt eerst een medewerker, voordat er een bericht wordt verzonden. Kleinere saldi krijgen alleen berichten.',
      category: 'Hoge saldi',
    },
    'formal-notice': {
      name: 'Late fase: aanmaning',
      about: 'Stuurt 45 dagen na de vervaldatum een aanmaning en draagt het dossier twee weken later over aan een medewerker.',
      category: 'Late fase',
    },
  },
  tasks: {
    checkAgreement: {
      description: 'Toezegging of betaling controleren',
      note: 'Twee weken geleden is een betaling toegezegd of gedaan en de vordering staat nog open. Controleer wat is afgesproken en wat ontbreekt.',
    },
    callAccountsPayable: {
      description: 'Crediteurenadministratie bellen',
      note: 'Vraag of de factuur is goedgekeurd en wanneer die wordt betaald. Leg de datum vast als toezegging.',
    },
    escalate: {
      description: 'Factuur escaleren',
      note: 'E-mails en een telefoongesprek hebben niet tot betaling geleid. Overleg met de accountmanager en bepaal de volgende stap.',
    },
    callAboutAgreement: {
      description: 'Bellen over de niet-nagekomen afspraak',
      note: 'Vraag waarom de betaling uitbleef en spreek een bedrag en datum af die haalbaar zijn.',
    },
    decide: {
      description: 'Volgende stap bepalen',
      note: 'De strategie is afgelopen en de vordering staat nog open. Lees de tijdlijn van het dossier en bepaal hoe u verdergaat.',
    },
    callFirst: {
      description: 'Debiteur bellen',
      note: 'Eerste contact bij een hoog saldo. Vraag of de factuur is ontvangen en hoe de debiteur die wil voldoen.',
    },
    callAgain: {
      description: 'Debiteur opnieuw bellen',
      note: 'Op e-mail en sms kwam geen antwoord. Probeer het op een ander tijdstip dan de vorige keer.',
    },
    handOver: {
      description: 'Beoordelen na de aanmaning',
      note: 'De twee weken van de aanmaning zijn voorbij zonder betaling of betwisting. Beoordeel het dossier persoonlijk voordat er iets anders gebeurt.',
    },
  },
  ends: { over: 'Alle herinneringen zijn verzonden', handedOver: 'Een medewerker neemt het over' },
};

export const STARTER_TEXTS: Readonly<Record<Locale, StarterTexts>> = {
  en_US: EN_US,
  en_GB: EN_GB,
  de_DE: DE_DE,
  es_ES: ES_ES,
  nl_NL: NL_NL,
};
