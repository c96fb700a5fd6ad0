/** Reads a name that a file writes in one cell: whether it is a company's, and which part of a person's is what. No word is lost. */

/** Legal forms and words that end a company's name. None of them is a common surname: Bank, Church and Best are left alone. */
const COMPANY_ENDS = new Set(
  `gmbh mbh ag kg kgaa ohg gbr ug ev ek eg stiftung ltd limited llp lp llc inc incorporated corp corporation company co plc pllc
  trust trustee trustees foundation holdings holding group partnership partners associates association assoc society services solutions
  industries enterprises properties realty university council sa sl slu sau srl sas sarl spa bv nv vof cv oy oyj ab as aps
  fundación asociación sociedad vereniging verein`.split(/\s+/),
);
const COMPANY_BEGINS = new Set(['stichting', 'fundación', 'fundacion', 'asociación', 'asociacion', 'vereniging', 'firma']);
const AND_SONS = /&\s*(sons?|söhne|co|cie|hijos|zonen|zn|bros|brothers|partners?)\b/iu;
/** Begin a surname, or stand between its words. */
const PARTICLES = new Set(
  'de del della der den di da do dos das du la las le los van von vom zu zum zur ter ten te af av el al bin ibn y e'.split(' '),
);
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'esq', 'md', 'phd']);
const TITLES = new Set(['dr', 'prof', 'professor', 'med', 'ing', 'dipl', 'mag', 'habil', 'rer', 'nat', 'jur']);

/** Forms of address, by the gender that they say. */
const ADDRESS = {
  M: new Set(['herr', 'herrn', 'hr', 'mr', 'mister', 'sr', 'señor', 'dhr', 'heer']),
  F: new Set(['frau', 'fr', 'mrs', 'ms', 'miss', 'sra', 'srta', 'señora', 'mevr', 'mevrouw', 'mw']),
} as const;

/** A word without its points and marks: "B.V." is bv. */
const bare = (word: string) => word.toLowerCase().replace(/[.,'’]/g, '');
const isInitial = (word: string) => /^\p{L}\.?$/u.test(word);
const wordsOf = (name: string) => name.trim().split(/\s+/).filter(Boolean);

/** @returns whether a name is a company's by its legal form or kind: "Weber GmbH & Co. KG", "THE ROSSI FAMILY TRUST". */
export function isCompanyName(name: string): boolean {
  // A form with points may be written apart; without them "ROSSI S A" is somebody with two initials.
  const words = wordsOf(name.replace(/(\p{L}\.)\s+(\p{L}\.)$/u, '$1$2')).map(bare);
  return words.length > 1 && (COMPANY_ENDS.has(words.at(-1)!) || COMPANY_BEGINS.has(words[0]!) || AND_SONS.test(name));
}

export interface PersonName {
  readonly title?: string;
  readonly firstName?: string;
  readonly lastName: string;
}

/**
 * "Anna Weber", "Weber, Anna", "Dr. Anna von Weber", and as rolls write it: "ROSSI T", "ROSSI MARIA T".
 * @param name of a person, not empty. @returns its parts, with every word of it.
 */
export function readPersonName(name: string): PersonName {
  const [before = '', after = ''] = split(name.trim(), ',');
  const isSuffix = wordsOf(after).length > 0 && wordsOf(after).every((word) => SUFFIXES.has(bare(word)));
  if (after !== '' && !isSuffix) return { firstName: after, lastName: before };
  const words = wordsOf(`${before} ${after}`);
  let titles = 0;
  while (titles < words.length - 1 && TITLES.has(bare(words[titles]!))) titles += 1;
  const rest = words.slice(titles);
  const from = surnameFirst(rest) ? 0 : surnameAt(rest);
  const until = from === 0 && surnameFirst(rest) ? surnameEnd(rest) : rest.length;
  const first = [...rest.slice(0, from), ...rest.slice(until)];
  return {
    ...(titles > 0 && { title: words.slice(0, titles).join(' ') }),
    ...(first.length > 0 && { firstName: first.join(' ') }),
    lastName: rest.slice(from, until).join(' '),
  };
}

function split(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  const [before, after] = at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return before === '' || after === '' ? [text.replaceAll(sign, ' ').trim(), ''] : [before, after];
}

/** Whether the surname comes first: an initial ends the name, and none begins it. */
const surnameFirst = (words: readonly string[]) => words.length > 1 && isInitial(words.at(-1)!) && !isInitial(words[0]!);

/** @returns where a surname that comes first ends: after its particles and the word that they belong to. */
function surnameEnd(words: readonly string[]): number {
  let at = 0;
  while (at < words.length - 2 && PARTICLES.has(bare(words[at]!)) && !isInitial(words[at]!)) at += 1;
  return at + 1;
}

/** @returns where a surname that comes last begins: at its first particle, else at the last word, before a suffix. */
function surnameAt(words: readonly string[]): number {
  let last = words.length - 1;
  while (last > 1 && SUFFIXES.has(bare(words[last]!))) last -= 1;
  const particle = words.findIndex((word, index) => index < last && PARTICLES.has(bare(word)) && !isInitial(word));
  return particle < 0 ? last : particle;
}

/**
 * Creditors write the form of address where a title belongs: "Herr", "Frau Dr.".
 * @param title of a person. @returns the title alone ("" without one), and the gender that the form of address said.
 */
export function readTitle(title: string): { readonly title: string; readonly gender: 'M' | 'F' | null } {
  const words = wordsOf(title);
  const says = (gender: 'M' | 'F') => words.some((word) => ADDRESS[gender].has(bare(word)));
  const rest = words.filter((word) => !ADDRESS.M.has(bare(word)) && !ADDRESS.F.has(bare(word)));
  const [isMan, isWoman] = [says('M'), says('F')];
  return { title: rest.join(' '), gender: isMan === isWoman ? null : isMan ? 'M' : 'F' };
}
