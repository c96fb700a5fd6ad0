/** Scripts of a client that has written none. The first paragraph says neither who calls for whom nor why: anybody may have answered. */
import type { ScriptTopic } from '../../../core/callScripts.ts';
import type { Locale } from '../../../core/locale.ts';

type Scripts = Readonly<Record<ScriptTopic, string>>;

const EN_OPENING =
  'Hello, may I speak to {{ debtor.fullName }}? My name is {{ agent.name }}. Before I say what it’s about, I need to be sure I’m speaking to the right person. Could you confirm a few details?';
const EN: Scripts = {
  firstCall: `${EN_OPENING}

Thank you. I’m calling from {{ account.creditor }} about {{ claim.reference }}, which was due on {{ claim.dueDate }}. {{ account.balance }} is outstanding.

Did you receive the invoice? Can you pay the full amount today? If not, what can you pay, and when?

Let me repeat what we agreed: …`,
  followUp: `${EN_OPENING}

Thank you. I’m calling from {{ account.creditor }}. We’ve been in touch about your account before. {{ account.balance }} is still outstanding, {{ claim.daysPastDue }} days after it was due.

What has kept you from paying so far? What would help you to settle it?

Let me repeat what we agreed: …`,
  brokenPromise: `${EN_OPENING}

Thank you. I’m calling from {{ account.creditor }}. You told us you would pay, and we haven’t seen the payment yet. {{ account.balance }} is outstanding.

Have you paid in the meantime? If so: when, and with which reference? If not: what happened, and when can you pay for certain?

Let me repeat the new date and amount: …`,
  dispute: `${EN_OPENING}

Thank you. I’m calling from {{ account.creditor }}. You told us that something is wrong with {{ claim.reference }}. I’d like to understand it. I’m not calling to ask for payment of it.

What exactly do you dispute? Do you have a document that shows it? You can send it to us by email.

We’ll look into it and write to you. Until then we won’t pursue this claim.`,
  hardship: `${EN_OPENING}

Thank you. I’m calling from {{ account.creditor }}. You told us that it’s difficult to pay at the moment. We’d like to find something that works for you.

What has changed? What do you have left each month after rent and living costs? Are you getting advice from a free debt advice service?

We can wait for a while, or agree on smaller instalments. You don’t have to decide today.`,
  paymentArrangement: `${EN_OPENING}

Thank you. I’m calling from {{ account.creditor }} about your instalment plan. {{ account.balance }} is outstanding.

Can you keep up the instalments? If not: what amount, and what day of the month, would suit you better?

Let me repeat the dates and amounts: …`,
};

const DE_OPENING =
  'Guten Tag, spreche ich mit {{ debtor.fullName }}? Mein Name ist {{ agent.name }}. Bevor ich sage, worum es geht, muss ich sicher sein, dass ich mit der richtigen Person spreche. Können Sie mir bitte einige Angaben bestätigen?';
const DE: Scripts = {
  firstCall: `${DE_OPENING}

Vielen Dank. Ich rufe für {{ account.creditor }} an. Es geht um {{ claim.reference }}, fällig am {{ claim.dueDate }}. Offen sind {{ account.balance }}.

Haben Sie die Rechnung erhalten? Können Sie den Betrag heute vollständig zahlen? Wenn nicht: Was können Sie zahlen, und wann?

Ich fasse zusammen, was wir vereinbart haben: …`,
  followUp: `${DE_OPENING}

Vielen Dank. Ich rufe für {{ account.creditor }} an. Wir hatten schon Kontakt zu Ihrem Konto. Offen sind noch {{ account.balance }}, {{ claim.daysPastDue }} Tage nach Fälligkeit.

Was hat Sie bisher an der Zahlung gehindert? Was würde Ihnen helfen?

Ich fasse zusammen, was wir vereinbart haben: …`,
  brokenPromise: `${DE_OPENING}

Vielen Dank. Ich rufe für {{ account.creditor }} an. Sie hatten eine Zahlung zugesagt, die bei uns noch nicht eingegangen ist. Offen sind {{ account.balance }}.

Haben Sie inzwischen gezahlt? Wenn ja: wann und mit welchem Verwendungszweck? Wenn nicht: Was ist dazwischengekommen, und wann können Sie sicher zahlen?

Ich wiederhole den neuen Termin und den Betrag: …`,
  dispute: `${DE_OPENING}

Vielen Dank. Ich rufe für {{ account.creditor }} an. Sie haben uns mitgeteilt, dass mit {{ claim.reference }} etwas nicht stimmt. Ich möchte das verstehen; um eine Zahlung dafür bitte ich heute nicht.

Was genau bestreiten Sie? Haben Sie einen Beleg? Sie können ihn uns per E-Mail senden.

Wir prüfen das und schreiben Ihnen. Bis dahin verfolgen wir diese Forderung nicht weiter.`,
  hardship: `${DE_OPENING}

Vielen Dank. Ich rufe für {{ account.creditor }} an. Sie haben uns geschrieben, dass Ihnen die Zahlung gerade schwerfällt. Wir möchten eine Lösung finden, die für Sie tragbar ist.

Was hat sich verändert? Was bleibt Ihnen im Monat nach Miete und Lebenshaltung? Werden Sie von einer Schuldnerberatung unterstützt?

Wir können eine Zeit lang warten oder kleinere Raten vereinbaren. Sie müssen heute nichts entscheiden.`,
  paymentArrangement: `${DE_OPENING}

Vielen Dank. Ich rufe für {{ account.creditor }} an. Es geht um Ihren Ratenplan. Offen sind {{ account.balance }}.

Können Sie die Raten weiter zahlen? Wenn nicht: Welcher Betrag und welcher Tag im Monat passen Ihnen besser?

Ich wiederhole Termine und Beträge: …`,
};

const ES_OPENING =
  'Buenos días, ¿hablo con {{ debtor.fullName }}? Me llamo {{ agent.name }}. Antes de decirle de qué se trata, debo asegurarme de que hablo con la persona correcta. ¿Puede confirmarme unos datos?';
const ES: Scripts = {
  firstCall: `${ES_OPENING}

Gracias. Llamo de parte de {{ account.creditor }}. Le llamo por {{ claim.reference }}, que venció el {{ claim.dueDate }}. Quedan {{ account.balance }} pendientes.

¿Recibió la factura? ¿Puede pagar hoy el importe completo? Si no, ¿cuánto puede pagar y cuándo?

Repito lo que hemos acordado: …`,
  followUp: `${ES_OPENING}

Gracias. Llamo de parte de {{ account.creditor }}. Ya hemos hablado de su cuenta. Siguen pendientes {{ account.balance }}, {{ claim.daysPastDue }} días después del vencimiento.

¿Qué le ha impedido pagar hasta ahora? ¿Qué le ayudaría?

Repito lo que hemos acordado: …`,
  brokenPromise: `${ES_OPENING}

Gracias. Llamo de parte de {{ account.creditor }}. Nos dijo que iba a pagar y todavía no hemos recibido el pago. Quedan {{ account.balance }} pendientes.

¿Ha pagado entretanto? Si es así, ¿cuándo y con qué referencia? Si no, ¿qué ha pasado y cuándo puede pagar con seguridad?

Repito la nueva fecha y el importe: …`,
  dispute: `${ES_OPENING}

Gracias. Llamo de parte de {{ account.creditor }}. Nos comunicó que algo no es correcto en {{ claim.reference }}. Quiero entenderlo; hoy no le pido que lo pague.

¿Qué es exactamente lo que no reconoce? ¿Tiene algún documento? Puede enviárnoslo por correo electrónico.

Lo revisaremos y le escribiremos. Hasta entonces no reclamaremos esta deuda.`,
  hardship: `${ES_OPENING}

Gracias. Llamo de parte de {{ account.creditor }}. Nos dijo que ahora le resulta difícil pagar. Queremos encontrar una solución que pueda asumir.

¿Qué ha cambiado? ¿Cuánto le queda al mes después del alquiler y los gastos básicos? ¿Le asesora algún servicio gratuito?

Podemos esperar un tiempo o acordar cuotas más pequeñas. No tiene que decidir nada hoy.`,
  paymentArrangement: `${ES_OPENING}

Gracias. Llamo de parte de {{ account.creditor }}. Le llamo por su plan de pagos. Quedan {{ account.balance }} pendientes.

¿Puede seguir pagando las cuotas? Si no, ¿qué importe y qué día del mes le convendrían más?

Repito las fechas y los importes: …`,
};

const NL_OPENING =
  'Goedendag, spreek ik met {{ debtor.fullName }}? U spreekt met {{ agent.name }}. Voordat ik zeg waar het over gaat, moet ik zeker weten dat ik de juiste persoon spreek. Wilt u een paar gegevens bevestigen?';
const NL: Scripts = {
  firstCall: `${NL_OPENING}

Dank u wel. Ik bel namens {{ account.creditor }}. Het gaat om {{ claim.reference }}, met vervaldatum {{ claim.dueDate }}. Er staat {{ account.balance }} open.

Hebt u de factuur ontvangen? Kunt u het bedrag vandaag volledig betalen? Zo niet: wat kunt u betalen, en wanneer?

Ik herhaal wat we hebben afgesproken: …`,
  followUp: `${NL_OPENING}

Dank u wel. Ik bel namens {{ account.creditor }}. We hebben eerder contact gehad over uw dossier. Er staat nog {{ account.balance }} open, {{ claim.daysPastDue }} dagen na de vervaldatum.

Waardoor is betalen tot nu toe niet gelukt? Wat zou u helpen?

Ik herhaal wat we hebben afgesproken: …`,
  brokenPromise: `${NL_OPENING}

Dank u wel. Ik bel namens {{ account.creditor }}. U had een betaling toegezegd die we nog niet hebben ontvangen. Er staat {{ account.balance }} open.

Hebt u inmiddels betaald? Zo ja: wanneer en met welk kenmerk? Zo niet: wat kwam ertussen, en wanneer kunt u zeker betalen?

Ik herhaal de nieuwe datum en het bedrag: …`,
  dispute: `${NL_OPENING}

Dank u wel. Ik bel namens {{ account.creditor }}. U hebt laten weten dat er iets niet klopt aan {{ claim.reference }}. Ik wil dat graag begrijpen; ik vraag u vandaag niet om te betalen.

Wat betwist u precies? Hebt u een document waaruit dat blijkt? U kunt het ons per e-mail sturen.

We zoeken het uit en laten u schriftelijk weten wat de uitkomst is. Tot die tijd ondernemen we voor deze vordering geen verdere stappen.`,
  hardship: `${NL_OPENING}

Dank u wel. Ik bel namens {{ account.creditor }}. U hebt laten weten dat betalen nu moeilijk is. We zoeken graag een oplossing die voor u haalbaar is.

Wat is er veranderd? Wat houdt u per maand over na huur en levensonderhoud? Krijgt u hulp van een schuldhulpverlener?

We kunnen een tijdje wachten of kleinere termijnen afspreken. U hoeft vandaag niets te beslissen.`,
  paymentArrangement: `${NL_OPENING}

Dank u wel. Ik bel namens {{ account.creditor }}. Het gaat om uw betalingsregeling. Er staat {{ account.balance }} open.

Kunt u de termijnen blijven betalen? Zo niet: welk bedrag en welke dag van de maand komen u beter uit?

Ik herhaal de datums en bedragen: …`,
};

export const DEFAULT_SCRIPTS: Readonly<Record<Locale, Scripts>> = { en_US: EN, en_GB: EN, de_DE: DE, es_ES: ES, nl_NL: NL };
