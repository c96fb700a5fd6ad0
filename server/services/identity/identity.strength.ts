/**
 * How hard a password is to guess, by what guessers try first: the common passwords, the person's own words, keyboard walks, sequences,
 * repeats, dates, and any of these one after the other. The estimate follows zxcvbn (Wheeler, USENIX Security 2016): the cheapest way to
 * write the password as a row of such parts, in powers of ten of guesses.
 */

/** A password that takes fewer guesses than ten to this power is refused. */
const LEAST = 8;
/** What is looked at: whoever types more has typed enough. */
const LOOKED_AT = 72;
const LONGEST_WORD = 30;
const SHORTEST_WORD = 3;

/** Powers of ten: one character that belongs to nothing; a disguise (capitals, digits for letters, backwards); a part said once more. */
const CHARACTER = 1;
const DISGUISE = 0.3;
const AGAIN = 0.3;
const YEAR = 2;
const DATE = 4;

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
};
/** These stand for two letters. */
const DOUBLE = /[1!|]/g;

/** The product's names, and what its users' languages offer first; the lists below know English best. */
const EVERYDAY =
  `quittance inkasso incasso cobranza cobros recobro collections forderung rechnung debtor passwort kennwort wachtwoord geheim
  geheimnis contrasena clave secreto willkommen welkom bienvenido bienvenida hallo hola sommer winter herbst fruehling fruhling zomer lente
  verano invierno otono primavera januar februar maerz marz april juni juli august september oktober november dezember januari februari
  maart augustus december enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre montag dienstag mittwoch
  donnerstag freitag samstag sonntag maandag dinsdag woensdag donderdag vrijdag lunes martes miercoles jueves viernes schatz liebe familie
  teamo tequiero fussball voetbal futbol deutschland nederland espana madrid barcelona berlin hamburg muenchen amsterdam`.split(/\s+/);
/** How common these are taken to be. */
const EVERYDAY_RANK = 50;

type Neighbours = ReadonlyMap<string, readonly (string | null)[]>;

interface Known {
  /** Common passwords and words, by how common: the first is 1. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly keyboards: readonly Neighbours[];
}

let known: Promise<Known> | null = null;

/** Reads the lists with the first password that is judged, so that no start waits for them. */
async function load(): Promise<Known> {
  const { dictionary, adjacencyGraphs } = await import('@zxcvbn-ts/language-common');
  // @ts-expect-error The package brings no types; this is one text.
  const encoded: string = (await import('fxa-common-password-list/src/encoded-passwords.js')).default;
  const ranks = new Map<string, number>();
  for (const [index, word] of dictionary['passwords-common'].entries()) ranks.set(word.toLowerCase(), index + 1);
  // Mozilla's list says what is common, from eight characters on, and not in which order: a line has one digit of base 36, how many
  // characters it shares with the one before, and the rest of it. Its package would search it from end to end.
  const lines = encoded.trim().split('\n');
  let word = '';
  for (const line of lines) {
    word = word.slice(0, Number.parseInt(line.charAt(0), 36)) + line.slice(1);
    if (!ranks.has(word)) ranks.set(word, lines.length);
  }
  // Words of diceware are drawn by lot: each is as likely as every other.
  const { length } = dictionary['diceware-common'];
  for (const word of dictionary['diceware-common']) ranks.set(word, Math.min(ranks.get(word) ?? length, length));
  for (const word of EVERYDAY) ranks.set(word, Math.min(ranks.get(word) ?? EVERYDAY_RANK, EVERYDAY_RANK));
  const keyboards = [adjacencyGraphs.qwerty, adjacencyGraphs.qwertz, adjacencyGraphs.azerty, adjacencyGraphs.keypad].map(
    (graph) => new Map(Object.entries(graph)),
  );
  return { ranks, keyboards };
}

/**
 * @param ownWords what somebody who knows the person would try: address, names, numbers, the names of their clients.
 * @returns whether the password is too easy to guess.
 */
export async function isEasyToGuess(password: string, ownWords: readonly string[] = []): Promise<boolean> {
  known ??= load();
  return guessesOf(password, ownWords, await known) < LEAST;
}

/** @returns the guesses as a power of ten. */
function guessesOf(password: string, ownWords: readonly string[], { ranks, keyboards }: Known): number {
  const text = password.normalize('NFKC').slice(0, LOOKED_AT);
  const lower = plain(text);
  const own = new Set(ownWords.flatMap(partsOf));
  const rankOf = (word: string) => (own.has(word) ? 1 : ranks.get(word));
  const letters = lower.replace(/[0345789@$+]/g, (char) => LEET[char] ?? char);
  const spellings = [...new Set([lower, letters.replace(DOUBLE, 'i'), letters.replace(DOUBLE, 'l')])];
  const best: number[] = [0];
  const reach = (to: number, cost: number) => {
    best[to] = Math.min(best[to] ?? Number.POSITIVE_INFINITY, cost);
  };
  for (let at = 0; at < lower.length; at++) {
    const so = best[at]!;
    reach(at + 1, so + CHARACTER);
    for (let end = at + SHORTEST_WORD; end <= Math.min(lower.length, at + LONGEST_WORD); end++) {
      const capitals = lower.slice(at, end) === text.slice(at, end) ? 0 : DISGUISE;
      for (const [index, spelling] of spellings.entries()) {
        const word = spelling.slice(at, end);
        const leet = index > 0 && word !== lower.slice(at, end) ? DISGUISE : 0;
        const rank = rankOf(word);
        if (rank !== undefined) reach(end, so + Math.log10(rank + 1) + capitals + leet);
        const backwards = rankOf([...word].reverse().join(''));
        if (backwards !== undefined) reach(end, so + Math.log10(backwards + 1) + capitals + leet + DISGUISE);
      }
      // The same once more: "abcabc", "!!!!".
      const size = end - at;
      if (size <= at && lower.slice(at, end) === lower.slice(at - size, at)) reach(end, so + AGAIN);
    }
    for (const size of [1, 2]) if (at >= size && lower.slice(at, at + size) === lower.slice(at - size, at)) reach(at + size, so + AGAIN);
    for (const end of sequenceEnds(lower, at)) reach(end, so + CHARACTER + Math.log10(end - at));
    for (const keyboard of keyboards) for (const [end, turns] of walkEnds(keyboard, lower, at)) reach(end, so + 1.5 + turns * 0.7);
    const rest = lower.slice(at);
    if (/^(19|20)\d\d/.test(rest)) reach(at + 4, so + YEAR);
    const date = /^(\d{1,2})[.\-/ ]?(\d{1,2})[.\-/ ]?((19|20)?\d\d)/.exec(rest);
    if (date && Number(date[1]) <= 31 && Number(date[2]) <= 31) reach(at + date[0].length, so + DATE);
  }
  return best[lower.length] ?? 0;
}

/** Lower case without accents. Each character stays one, so that places in the two texts are the same. */
function plain(text: string): string {
  return text.replace(/./gs, (char) => char.normalize('NFD')[0]!.toLowerCase()[0] ?? char);
}

/** @returns a phrase as it is, without what is not a letter or digit, and its words. */
function partsOf(phrase: string): string[] {
  const lower = plain(phrase.normalize('NFKC').trim());
  const words = lower.split(/[^\p{L}\p{N}]+/u);
  return [lower, words.join(''), ...words].filter((word) => word.length >= SHORTEST_WORD);
}

/** @returns where runs that go up or down one by one ("abcd", "9876") may end: after three or more. */
function sequenceEnds(text: string, at: number): number[] {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
  // After 9 comes 0, as on the keyboard.
  const follows = (index: number) =>
    text.charCodeAt(index) - text.charCodeAt(index - 1) === step ||
    (step === 1 && text.slice(index - 1, index + 1) === '90') ||
    (step === -1 && text.slice(index - 1, index + 1) === '09');
  if (Math.abs(step) !== 1) return [];
  const ends: number[] = [];
  for (let index = at + 2; index < text.length && follows(index); index++) ends.push(index + 1);
  return ends;
}

/** @returns where walks over neighbouring keys may end, after four or more, and how often they turned. */
function walkEnds(keyboard: Neighbours, text: string, at: number): [end: number, turns: number][] {
  const ends: [number, number][] = [];
  let [direction, turns] = [-1, 0];
  for (let index = at + 1; index < text.length; index++) {
    const next = (keyboard.get(text[index - 1]!) ?? []).findIndex((keys) => keys?.includes(text[index]!));
    if (next < 0) break;
    if (next !== direction) turns += 1;
    direction = next;
    if (index - at >= 3) ends.push([index + 1, turns]);
  }
  return ends;
}
