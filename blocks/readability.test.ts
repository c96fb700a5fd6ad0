import { describe, expect, it } from 'vitest';
import { readability } from './readability.ts';
import { type Language, syllablesOf } from './syllables.ts';

describe('syllables', () => {
  it.each<[Language, Record<string, number>]>([
    [
      'en',
      {
        the: 1,
        please: 1,
        pay: 1,
        invoice: 2,
        reminder: 3,
        received: 2,
        outstanding: 3,
        payment: 2,
        details: 2,
        settle: 2,
        times: 1,
        agreed: 2,
        wanted: 2,
        solution: 3,
        situation: 4,
        paying: 2,
        balance: 2,
        haven: 2,
        area: 3,
        due: 1,
        overdue: 3,
        contact: 2,
        possible: 3,
        like: 1,
        completely: 3,
      },
    ],
    [
      'de',
      {
        Rechnung: 2,
        bitte: 2,
        zahlen: 2,
        Betrag: 2,
        überfällig: 4,
        Forderung: 3,
        Zahlungserinnerung: 6,
        Sie: 1,
        gemeinsam: 3,
        freuen: 2,
        Ihre: 2,
        innerhalb: 3,
        melden: 2,
        neuen: 2,
        Quittung: 2,
        Gläubiger: 3,
        seit: 1,
      },
    ],
    [
      'es',
      {
        factura: 3,
        pago: 2,
        vencimiento: 4,
        recibido: 4,
        cuenta: 2,
        que: 1,
        quizá: 2,
        días: 2,
        todavía: 4,
        gracias: 2,
        estudio: 3,
        pague: 2,
        ciudad: 2,
        muy: 1,
        hoy: 1,
        oye: 2,
        ayuda: 3,
        importe: 3,
        peor: 2,
        solución: 3,
      },
    ],
    [
      'nl',
      {
        factuur: 2,
        betalen: 3,
        openstaande: 4,
        herinnering: 4,
        u: 1,
        wij: 1,
        kunt: 1,
        bedrag: 2,
        nieuwe: 2,
        sneeuw: 1,
        vordering: 3,
        termijn: 2,
        mooie: 2,
        geen: 1,
        coördinatie: 5,
        vervallen: 3,
      },
    ],
  ])('are counted in %s', (language, words) => {
    expect(Object.fromEntries(Object.keys(words).map((word) => [word, syllablesOf(word, language)]))).toEqual(words);
  });
});

describe('readability', () => {
  it.each([
    // Eight words in one sentence, each of one syllable: the formulas' own figures.
    ['en_US', 'The cat sat on the mat all day.', 100],
    // Nine words, 15 syllables: 206.835 - 84.6 * 15 / 9 - 1.015 * 9.
    ['en_US', 'The outstanding balance of the invoice is now overdue.', 57],
    // Ten words, 19 syllables: 180 - 58.5 * 19 / 10 - 10.
    ['de_DE', 'Bitte zahlen Sie den offenen Betrag innerhalb von vierzehn Tagen.', 59],
    // Nine words, 17 syllables: 206.84 - 60 * 17 / 9 - 1.02 * 9.
    ['es_ES', 'Le rogamos que pague el importe pendiente este mes.', 84],
    // Nine words, 18 syllables: 206.84 - 77 * 2 - 0.93 * 9.
    ['nl_NL', 'We verzoeken u het openstaande bedrag vandaag te betalen.', 44],
  ])('in %s scores “%s” as its formula says', (locale, text, score) => {
    expect(readability(text, locale)?.score).toBe(score);
  });

  it.each([
    [
      'en_GB',
      'We have not had your payment yet. Did you forget? You can pay on your page. It takes a minute.',
      'Notwithstanding previous correspondence, remuneration of the aforementioned outstanding obligation remains unaccomplished, necessitating immediate consideration.',
    ],
    [
      'de_DE',
      'Ihre Zahlung ist noch nicht da. Haben Sie sie nur übersehen? Auf Ihrer Seite können Sie gleich zahlen.',
      'Unbeschadet vorangegangener Zahlungsaufforderungen ist die Begleichung der gegenständlichen Hauptforderung einschließlich Verzugszinsen bislang unterblieben.',
    ],
    [
      'es_ES',
      'Aún no nos llega su pago. ¿Se le ha pasado? En su web puede ver la deuda y pagar ya.',
      'Independientemente de las comunicaciones precedentes, permanece incumplida la obligación contractual correspondiente a la contraprestación anteriormente especificada.',
    ],
    [
      'nl_NL',
      'Uw geld is er nog niet. Bent u het vergeten? Op uw pagina kunt u nu alles zien en snel betalen.',
      'Niettegenstaande voorafgaande betalingsherinneringen is de voldoening van bovengenoemde hoofdverplichting inclusief vertragingsrente achterwege gebleven.',
    ],
  ])('in %s tells plain words from officialese, by years and by the sentence', (locale, plain, official) => {
    const [easy, hard] = [readability(plain, locale)!, readability(official, locale)!];
    expect(easy.score).toBeGreaterThan(70);
    expect(hard.score).toBeLessThan(30);
    expect([easy.age < 15, hard.age]).toEqual([true, 23]);
    expect(easy.hardest).toEqual([]);
    expect(readability(`${plain}\n${official}`, locale)!.hardest).toEqual([official]);
  });

  it('counts a placeholder as a word, and says nothing of a few words', () => {
    expect(readability('Pay {{ claim.balance }} now', 'en_US')).toBeNull();
    expect(readability('', 'en_US')).toBeNull();
    expect(readability('Please pay {{ claim.balance }} on your page by the end of next week.', 'en_US')!.score).toBeGreaterThan(70);
  });
});
