/** What is wrong with a content: for the editor beside its place, and as one refusal. */
import { faultOfFields } from '../../../core/collectFaults.ts';
import { englishOf, type Fault, type SaidWords, words } from '../../../core/fault.ts';
import type { PlaceholderPlace } from './cms.liquid.ts';
import type { EventFields } from './cms.placeholders.events.ts';

/** One problem: its words in English, and apart from any language. */
export interface TemplateProblem extends SaidWords {
  readonly locale: string | null;
  readonly field: string;
  readonly message: string;
  readonly placeholders: string[];
  readonly places: PlaceholderPlace[];
}

/** @returns a problem of a content. @param locale null: of the bundle as a whole. @param places of placeholders that nobody knows. */
export function problemOf(locale: string | null, field: string, said: SaidWords, places: PlaceholderPlace[] = []): TemplateProblem {
  return { locale, field, message: englishOf(said), ...said, placeholders: [...new Set(places.map((place) => place.placeholder))], places };
}

/** @returns what says that events of a message don't have a field it uses; nothing where all do. */
export function lackingProblem(
  locale: string,
  field: string,
  { placeholder, line, column }: PlaceholderPlace,
  events: readonly EventFields[],
): TemplateProblem[] {
  if (!placeholder.startsWith('reaction.')) return [];
  const name = placeholder.slice('reaction.'.length);
  const lacking = events.filter(({ fields }) => fields !== null && !fields.includes(name)).map(({ eventType }) => eventType);
  if (lacking.length === 0) return [];
  const values = { language: locale, placeholder, line, column, events: lacking.join(', ') };
  const said = words(field === 'subject' ? 'placeholderLackingSubject' : 'placeholderLacking', values);
  return [{ ...problemOf(locale, field, said), placeholders: [placeholder] }];
}

/** @returns what a template's own fault says, with the language in which it stands. */
export function wordsIn(locale: string, { words: said }: Fault): SaidWords {
  return said.key === 'templateUnreadable' ? words('templateWrong', { language: locale, reason: said.values.reason ?? '' }) : said;
}

/** @returns what says that nobody knows a placeholder, and where it stands. */
export function unknownPlace(field: string, language: string, { placeholder, line, column }: PlaceholderPlace): SaidWords {
  return words(field === 'subject' ? 'placeholderUnknownSubject' : 'placeholderUnknown', { language, placeholder, line, column });
}

/** The editor shows places itself; a refusal names each of them. */
function wordsOf({ field, locale, key, values, places }: TemplateProblem): SaidWords[] {
  return places.length > 0 ? places.map((place) => unknownPlace(field, locale ?? '', place)) : [{ key, values }];
}

/**
 * Refuses a content that has problems, naming every one. @param fieldOf where a problem stands in the input.
 * @throws Fault INVALID_INPUT
 */
export function refuseProblems(problems: readonly TemplateProblem[], fieldOf: (problem: TemplateProblem) => string): void {
  const refusal = faultOfFields(problems.flatMap((problem) => wordsOf(problem).map((words) => ({ field: fieldOf(problem), words }))));
  if (refusal) throw refusal;
}
