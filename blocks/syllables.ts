/** Counts syllables by spelling, per language: right for nearly all words, which is enough for an average over a text. */

export type Language = 'en' | 'de' | 'es' | 'nl';

/** Groups of vowels that are one syllable, longest first. */
const TOGETHER: Readonly<Record<Exclude<Language, 'en'>, RegExp>> = {
  de: /äu|au|ei|ai|ey|ay|eu|ie|aa|ee|oo|[aeiouyäöüáàâéèêëïôûœæ]/g,
  // A weak vowel (i, u) beside another one makes a diphthong; an accent on it keeps the two apart.
  es: /[iuü][aeoáéó][iuy](?![aeoáéó])|[iuü][aeoáéó]|[aeoáéó][iuüy](?![aeoáéó])|[iuü][iuüíú]|uy(?![aeoáéó])|[aeiouáéíóúü]|y(?![aeiouáéíóú])/g,
  nl: /eeuw|ieuw|aai|ooi|oei|aau|auw|ouw|ij|ei|ui|ou|au|eu|ie|oe|aa|ee|oo|uu|[aeiouyäëïöüáàâéèêíóú]/g,
};

/** @param word letters only; what has none (a number) counts as one. */
export function syllablesOf(word: string, language: Language): number {
  const low = word.toLowerCase().normalize('NFC');
  if (language === 'en') return Math.max(1, english(low));
  // In Spanish, the u of que, qui, gue and gui is silent; in German and Dutch, qu is a consonant.
  const spoken = language === 'es' ? low.replace(/([qg])u(?=[eiéí])/g, '$1') : low.replace(/qu/g, 'q');
  return Math.max(1, spoken.match(TOGETHER[language])?.length ?? 0);
}

/** The silent e and the endings of English. */
function english(word: string): number {
  const stem = word
    .replace(/['’]s?$/, '')
    .replace(/([^aeiouytd])ed$/, '$1')
    .replace(/([^aeiouy])ely$/, '$1ly')
    .replace(/([^aeiouylscxzg]|[^aeiouy]l[a-z]|[aeiouy][lgc]?t)es$/, '$1s')
    .replace(/([aeiouy][^aeiouylw]|[aeiouy]l|[^aeiouy][^aeiouyl])e$/, '$1');
  const groups = stem.match(/[aeiouy]+/g)?.length ?? 0;
  // Two vowels that are said apart: "situation" has four syllables, "area" three.
  const apart = stem.match(/ia(?!n$|l$)|i[ou](?<![tscx]io)(?!us)|eo(?!u)|ua(?!r)|(?<=[rd])ea$|[aeo]ing|ying/g)?.length ?? 0;
  return groups + apart;
}
