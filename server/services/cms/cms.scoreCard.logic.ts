/** Score cards of a client that has written none: what is asked about a call or a message, by language (docs/decisions/reviews.md). */
import type { Locale } from '../../../core/locale.ts';
import type { Criterion } from '../../../engine/work/scoreCard.ts';

export type ReviewedChannel = 'call' | 'message';

export interface AskedCriterion extends Criterion {
  readonly name: string;
  /** What the reviewer answers with yes, partly, no or not applicable; yes is always good. */
  readonly question: string;
}

const RULES = {
  rightParty: { weight: 5, isCritical: true, channels: ['call', 'message'] },
  noPressure: { weight: 5, isCritical: true, channels: ['call', 'message'] },
  correctFacts: { weight: 4, isCritical: false, channels: ['call', 'message'] },
  hardship: { weight: 4, isCritical: false, channels: ['call', 'message'] },
  nextStep: { weight: 3, isCritical: false, channels: ['call', 'message'] },
  note: { weight: 3, isCritical: false, channels: ['call'] },
  answered: { weight: 3, isCritical: false, channels: ['message'] },
  tone: { weight: 2, isCritical: false, channels: ['call', 'message'] },
} as const satisfies Record<string, Omit<Criterion, 'id'> & { channels: readonly ReviewedChannel[] }>;

type Words = Readonly<Record<keyof typeof RULES, readonly [name: string, question: string]>>;

const EN: Words = {
  rightParty: ['Right party', 'Was the debt mentioned only to the debtor or someone allowed to act for them?'],
  noPressure: ['No threats or misleading statements', 'Was everything said true, lawful and free of threats?'],
  correctFacts: ['Correct facts', 'Did amounts, due dates and the creditor’s name match the account?'],
  hardship: ['Hardship and disputes', 'Was hardship or a dispute that the debtor raised taken up?'],
  nextStep: ['Clear next step', 'Does the debtor know what happens next, and by when?'],
  note: ['Note', 'Does the note say what was agreed?'],
  answered: ['Questions answered', 'Were all of the debtor’s questions answered?'],
  tone: ['Tone', 'Was the tone respectful and easy to understand?'],
};

const DE: Words = {
  rightParty: ['Identitätsprüfung', 'Wurde die Forderung nur gegenüber dem Schuldner oder einer bevollmächtigten Person erwähnt?'],
  noPressure: ['Keine Drohungen, nichts Irreführendes', 'War alles wahr, zulässig und frei von Drohungen?'],
  correctFacts: ['Richtige Angaben', 'Stimmten Beträge, Fälligkeiten und Gläubiger mit dem Konto überein?'],
  hardship: ['Zahlungsschwierigkeiten und Widersprüche', 'Wurde auf Zahlungsschwierigkeiten oder einen Widerspruch eingegangen?'],
  nextStep: ['Nächster Schritt', 'Weiß der Schuldner, wie es weitergeht und bis wann?'],
  note: ['Notiz', 'Steht in der Notiz, was vereinbart wurde?'],
  answered: ['Fragen beantwortet', 'Wurden alle Fragen des Schuldners beantwortet?'],
  tone: ['Ton', 'War der Ton respektvoll und verständlich?'],
};

const ES: Words = {
  rightParty: ['Persona correcta', '¿Se habló de la deuda solo con el deudor o con alguien autorizado?'],
  noPressure: ['Sin amenazas ni engaños', '¿Todo lo que se dijo era cierto, lícito y sin amenazas?'],
  correctFacts: ['Datos correctos', '¿Coincidían los importes, los vencimientos y el acreedor con la cuenta?'],
  hardship: ['Dificultades y disputas', '¿Se atendieron las dificultades o la disputa que planteó el deudor?'],
  nextStep: ['Próximo paso claro', '¿Sabe el deudor qué pasará ahora y en qué plazo?'],
  note: ['Nota', '¿Dice la nota qué se acordó?'],
  answered: ['Preguntas respondidas', '¿Se respondieron todas las preguntas del deudor?'],
  tone: ['Tono', '¿Fue el tono respetuoso y fácil de entender?'],
};

const NL: Words = {
  rightParty: ['Juiste persoon', 'Is de schuld alleen besproken met de debiteur of een gemachtigde?'],
  noPressure: ['Geen dreigementen of misleiding', 'Was alles waar, toegestaan en vrij van dreigementen?'],
  correctFacts: ['Juiste gegevens', 'Klopten bedragen, vervaldatums en schuldeiser met het dossier?'],
  hardship: ['Betalingsproblemen en betwistingen', 'Is er ingegaan op betalingsproblemen of een betwisting?'],
  nextStep: ['Duidelijke vervolgstap', 'Weet de debiteur wat er nu gebeurt en wanneer?'],
  note: ['Notitie', 'Staat in de notitie wat er is afgesproken?'],
  answered: ['Vragen beantwoord', 'Zijn alle vragen van de debiteur beantwoord?'],
  tone: ['Toon', 'Was de toon respectvol en begrijpelijk?'],
};

const WORDS: Readonly<Record<Locale, Words>> = { en_US: EN, en_GB: EN, de_DE: DE, es_ES: ES, nl_NL: NL };

/** @returns the product's card for a channel, the heaviest criteria first, in the client's language. */
export function defaultScoreCard(channel: ReviewedChannel, locale: Locale): AskedCriterion[] {
  return (Object.keys(RULES) as (keyof typeof RULES)[])
    .filter((id) => RULES[id].channels.some((each) => each === channel))
    .map((id) => {
      const { weight, isCritical } = RULES[id];
      const [name, question] = WORDS[locale][id];
      return { id, weight, isCritical, name, question };
    });
}
