/** The demo's portfolio: an energy supplier's open invoices, as a file that the product imports like any other. */
import { addDays, type CalendarDate } from '../../core/time.ts';
import { type Random, randomFrom } from './people.ts';

const FIRST = [
  'Hannah',
  'Aksel',
  'Marta',
  'Jonas',
  'Elif',
  'Pieter',
  'Sofía',
  'Noah',
  'Ingrid',
  'Tomáš',
  'Claire',
  'Rafael',
  'Greta',
  'Amira',
  'Lukas',
  'Fatma',
  'Nils',
  'Olga',
  'Emre',
  'Lena',
  'Matteo',
  'Zofia',
  'Samuel',
  'Yara',
  'Henrik',
  'Ayşe',
  'Karl',
  'Inés',
  'Ole',
  'Mila',
  'Björn',
  'Chloé',
];
const WOMEN = new Set('Hannah Marta Elif Sofía Ingrid Claire Greta Amira Fatma Olga Lena Zofia Yara Ayşe Inés Mila Chloé'.split(' '));
const LAST = [
  'Brandt',
  'Lindqvist',
  'Kowalczyk',
  'Weber',
  'Yılmaz',
  'de Vries',
  'Herrera',
  'Fischer',
  'Solheim',
  'Novák',
  'Dubois',
  'Costa',
  'Mayer',
  'Haddad',
  'Schneider',
  'Demir',
  'Petersen',
  'Ivanova',
  'Kaya',
  'Hoffmann',
  'Ricci',
  'Wiśniewska',
  'Keller',
  'Nassar',
  'Larsen',
  'Öztürk',
  'Wagner',
  'Romero',
  'Jansen',
  'Schulz',
  'Åberg',
  "O'Neill",
];
const FIRMS = ['Bäckerei', 'Autohaus', 'Praxis', 'Café', 'Druckerei', 'Spedition', 'Gärtnerei', 'Tischlerei'];
/** Postal code, city, a street there, and its highest house number. */
const CITIES = [
  ['10437', 'Berlin', 'Stargarder Straße', 80],
  ['20357', 'Hamburg', 'Schulterblatt', 140],
  ['50823', 'Köln', 'Venloer Straße', 400],
  ['80799', 'München', 'Türkenstraße', 100],
  ['01099', 'Dresden', 'Louisenstraße', 90],
  ['04229', 'Leipzig', 'Karl-Heine-Straße', 100],
  ['28203', 'Bremen', 'Ostertorsteinweg', 100],
  ['70197', 'Stuttgart', 'Schwabstraße', 180],
  ['24105', 'Kiel', 'Holtenauer Straße', 200],
  ['18057', 'Rostock', 'Doberaner Straße', 150],
] as const;
const PRODUCTS = [
  ['ELEC', 'Electricity', 60],
  ['GAS', 'Gas', 90],
  ['HEAT', 'Heat', 110],
] as const;

/** How a debtor of the demo behaves; decided once per account so that history hangs together. */
export interface Behaviour {
  readonly email: string | null;
  /** Chance to open an e-mail, to click it, to pay after a contact; each 0 to 1. */
  readonly opens: number;
  readonly clicks: number;
  readonly pays: number;
  readonly promises: number;
  readonly splits: number;
  readonly disputes: number;
}

export interface DemoPortfolio {
  /** What the creditor hands over, by the Monday after the invoices are due: CSV with a header, UTF-8, semicolons, German numbers and dates. */
  readonly deliveries: ReadonlyMap<CalendarDate, string>;
  readonly behaviours: ReadonlyMap<string, Behaviour>;
}

/** @param today the day the history ends @param accounts how many accounts @returns the files and how their people behave. */
export function demoPortfolio(seed: number, accounts: number, today: CalendarDate, historyDays: number): DemoPortfolio {
  const random = randomFrom(seed);
  const lines = new Map<CalendarDate, string[]>();
  const behaviours = new Map<string, Behaviour>();
  const start = addDays(today, -historyDays);
  for (let index = 0; index < accounts; index++) {
    const person = debtor(random, index);
    behaviours.set(person.ref, person.behaviour);
    const [code, name, base] = random.pick(PRODUCTS);
    const claims = random.chance(0.55) ? 1 : random.between(2, 4);
    const firstDue = random.between(8, historyDays + 25);
    for (let n = 0; n < claims; n++) {
      const due = addDays(today, -Math.max(4, firstDue - n * 31));
      const cents = base * 100 + random.between(-3500, 48_000) + (person.company ? random.between(20_000, 300_000) : 0);
      const claimRef = String(7_000_000 + index * 10 + n).padStart(10, '0');
      const cells = [
        ...person.cells,
        claimRef,
        code,
        name,
        german(Math.max(990, cents)),
        dotted(due),
        `${code}-${due.slice(0, 4)}`,
        person.segment,
        `Z${String(100_000 + index * 7)}`,
      ];
      const monday = mondayAfter(due < start ? start : due, today);
      lines.set(monday, [
        ...(lines.get(monday) ?? []),
        cells.map((cell) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';'),
      ]);
    }
  }
  return { deliveries: new Map([...lines].map(([day, rows]) => [day, `${[HEADER, ...rows].join('\r\n')}\r\n`])), behaviours };
}

const HEADER =
  'Kundennummer;Anrede;Vorname;Nachname;Firma;Geburtsdatum;E-Mail;Mobil;Straße;Hausnr;PLZ;Ort;Sprache;Rechnung;Produktcode;Produkt;Betrag;Fällig;Portfolio;Segment;Zähler';

/** The Monday after a day, but never after today. */
function mondayAfter(day: CalendarDate, today: CalendarDate): CalendarDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const monday = addDays(day, (8 - weekday) % 7 || 7);
  return monday > today ? today : monday;
}

function debtor(random: Random, index: number) {
  const company = random.chance(0.12);
  const [first, last] = [random.pick(FIRST), random.pick(LAST)];
  const [zip, city, street, highest] = random.pick(CITIES);
  const ref = `${String(9000 - (index % 8000)).padStart(4, '0')}-${letters(index)}`;
  const firm = company ? `${random.pick(FIRMS)} ${last} ${random.pick(['GmbH', 'KG', 'e. K.'])}` : '';
  const mail = random.chance(0.9) ? `${ascii(first[0] ?? '')}.${ascii(last)}${index}@post.example` : null;
  const mobile = random.chance(0.8) ? `+4915${random.between(1, 9)}${String(random.between(0, 99_999_999)).padStart(8, '0')}` : '';
  const birthday = company
    ? ''
    : dotted(
        `${random.between(1948, 2004)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}` as CalendarDate,
      );
  const segment = random.pick(['A1', 'A2', 'B1', 'B2', 'C3']);
  const willing = { A1: 0.3, A2: 0.2, B1: 0.13, B2: 0.09, C3: 0.04 }[segment] ?? 0.1;
  const behaviour: Behaviour = {
    email: mail,
    opens: 0.35 + random.next() * 0.4,
    clicks: 0.15 + random.next() * 0.3,
    pays: willing,
    promises: willing / 2.5,
    splits: willing / 3,
    disputes: 0.012,
  };
  const locale = random.chance(0.85) ? 'de_DE' : 'en_US';
  return {
    ref,
    company,
    segment,
    behaviour,
    cells: [
      ref,
      company ? '' : WOMEN.has(first) ? 'Frau' : 'Herr',
      company ? '' : first,
      company ? '' : last,
      firm,
      birthday,
      mail ?? '',
      mobile,
      street,
      String(random.between(1, highest)),
      zip,
      city,
      locale,
    ],
  };
}

const german = (cents: number) =>
  `${Math.trunc(cents / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '.')},${String(cents % 100).padStart(2, '0')}`;
const dotted = (date: CalendarDate) => date.split('-').reverse().join('.');
const ascii = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
const letters = (index: number) =>
  Array.from({ length: 5 }, (_, place) =>
    String.fromCharCode((65 + ((Math.floor(index * 7919 + 13 * 26 ** place) / 26 ** place) % 26)) | 0),
  ).join('');
