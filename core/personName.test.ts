import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCompanyName, readPersonName, readTitle } from './personName.ts';

describe('names in one cell', () => {
  it.each([
    ['Anna Weber', { firstName: 'Anna', lastName: 'Weber' }],
    ['Weber, Anna', { firstName: 'Anna', lastName: 'Weber' }],
    ['Weber', { lastName: 'Weber' }],
    ['ROSSI T', { firstName: 'T', lastName: 'ROSSI' }],
    ['ROSSI T.', { firstName: 'T.', lastName: 'ROSSI' }],
    ['ROSSI MARIA T', { firstName: 'MARIA T', lastName: 'ROSSI' }],
    ['T ROSSI', { firstName: 'T', lastName: 'ROSSI' }],
    ['J. R. Tolkien', { firstName: 'J. R.', lastName: 'Tolkien' }],
    ['DE LA CRUZ M', { firstName: 'M', lastName: 'DE LA CRUZ' }],
    ['VAN DER BERG JAN T', { firstName: 'JAN T', lastName: 'VAN DER BERG' }],
    ['Jan van der Berg', { firstName: 'Jan', lastName: 'van der Berg' }],
    ['von Weber', { lastName: 'von Weber' }],
    ['María de la Cruz', { firstName: 'María', lastName: 'de la Cruz' }],
    ['Dr. Anna von Weber', { title: 'Dr.', firstName: 'Anna', lastName: 'von Weber' }],
    ['Prof. Dr. med. Weber', { title: 'Prof. Dr. med.', lastName: 'Weber' }],
    ['John Smith Jr.', { firstName: 'John', lastName: 'Smith Jr.' }],
    ['John Smith, Jr.', { firstName: 'John', lastName: 'Smith Jr.' }],
    ['Charlotte Church', { firstName: 'Charlotte', lastName: 'Church' }],
    [',Weber', { lastName: 'Weber' }],
    ['ROSSI S A', { firstName: 'S A', lastName: 'ROSSI' }],
    ['A B', { firstName: 'A', lastName: 'B' }],
  ])('%s', (name, parts) => {
    expect(isCompanyName(name)).toBe(false);
    expect(readPersonName(name)).toEqual(parts);
  });

  it.each([
    'THE ROSSI FAMILY TRUST',
    'ROSSI T TRUST',
    'NORTHERN HEATING LTD',
    'Northern Heating Ltd.',
    'Weber GmbH',
    'Weber GmbH & Co. KG',
    'Sportfreunde e.V.',
    'Nord Energie AG',
    'Hijos de Cruz S.L.',
    'Hijos de Cruz S. A.',
    'Bakkerij Jansen B.V.',
    'Stichting Wonen',
    'Miller & Sons',
    'ACME HOLDINGS',
    'Smith Services LLC',
  ])('%s is a company', (name) => expect(isCompanyName(name)).toBe(true));

  const word = fc.oneof(
    fc.constantFrom('Anna', 'ROSSI', 'T', 'T.', 'de', 'la', 'van', 'der', 'Jr.', 'Dr.', 'Müller', "O'Neil", 'Weber-Klein', 'y'),
    fc.stringMatching(/^[A-Za-zÄÖÜäöüß]{1,8}$/),
  );
  const name = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 7 }), fc.nat(7))
    .map(([words, comma]) => words.map((each, index) => (index === comma ? `${each},` : each)).join(' '));
  const words = (text: string) =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .sort();

  it('keep every word, and always give a last name', () => {
    fc.assert(
      fc.property(name, (given) => {
        const { title = '', firstName = '', lastName } = readPersonName(given);
        expect(words(`${title} ${firstName} ${lastName}`)).toEqual(words(given));
        expect(lastName).not.toBe('');
      }),
    );
  });

  it('never take an initial for the last name where it ends a longer one', () => {
    fc.assert(
      // A title before a single letter is a title: "Dr A" has no other last name.
      fc.property(
        fc.stringMatching(/^[A-Z][a-z]{1,9}$/).filter((word) => !/^(dr|prof|professor|med|ing|dipl|mag|habil|rer|nat|jur)$/i.test(word)),
        fc.stringMatching(/^[A-Z]\.?$/),
        (surname, initial) => {
          expect(readPersonName(`${surname} ${initial}`)).toEqual({ firstName: initial, lastName: surname });
        },
      ),
    );
  });
});

it.each([
  ['Herr', '', 'M'],
  ['Frau Dr.', 'Dr.', 'F'],
  ['Mrs.', '', 'F'],
  ['Prof. Dr.', 'Prof. Dr.', null],
  ['Frau/Herr', 'Frau/Herr', null],
  ['Herr Frau', '', null],
  ['', '', null],
])('reads the title %j as %j of gender %s', (written, title, gender) => {
  expect(readTitle(written)).toEqual({ title, gender });
});
