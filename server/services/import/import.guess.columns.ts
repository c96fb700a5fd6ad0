/** Which columns of a file of claims fill which fields where no column bears a field's very name: by words, values and neighbours. */

import { looksLikeAmount, looksLikeDate } from './import.values.ts';
import { type Concept, conceptsOf } from './import.words.ts';

/** What is known about a column. */
interface Column {
  readonly index: number;
  readonly concepts: ReadonlySet<Concept>;
  /** Whether it has values at all. */
  readonly has: boolean;
  readonly isDate: boolean;
  readonly isAmount: boolean;
  readonly isEmail: boolean;
  /** No value comes twice. */
  readonly isUnique: boolean;
  /** Values that could tell accounts apart: not one for all rows, and longer than a number of months or a grade. */
  readonly isTelling: boolean;
  /** Words without figures: names and places. */
  readonly isWords: boolean;
  readonly isReference: boolean;
}

type Rule = readonly [field: string, score: (column: Column, all: readonly Column[]) => number];

/** A score of 0: the column does not mean the field. */
const RULES: readonly Rule[] = [
  ['debtor.email', (c) => (c.isEmail ? 3 : has(c, 'email') && !c.has ? 2 : 0)],
  ['debtor.birthday', (c) => (has(c, 'birth') && dated(c) ? 2 : 0)],
  ['claim.dueDate', (c) => (has(c, 'due') && dated(c) && !has(c, 'amount') && (c.isDate || has(c, 'date')) && !has(c, 'paid') ? 3 : 0)],
  [
    'claim.date',
    (c) => {
      if (!dated(c) || has(c, 'due', 'paid', 'birth') || !(c.isDate || has(c, 'date'))) return 0;
      return has(c, 'claim') ? 3 : has(c, 'date') && c.concepts.size === 1 ? 2 : 0;
    },
  ],
  [
    'claim.amount',
    (c) => {
      if (c.isDate || c.isEmail || (c.has && !c.isAmount) || has(c, 'paid', 'other', 'date', 'id', 'name')) return 0;
      // What is asked for a service is the debt only where nothing else is.
      if (has(c, 'fee')) return c.isReference ? 0 : has(c, 'amount', 'due', 'open') || c.has ? 1 : 0;
      if (has(c, 'open')) return has(c, 'amount') ? 6 : 5;
      if (has(c, 'amount', 'due') && has(c, 'amount') && has(c, 'due')) return 5;
      if (has(c, 'amount')) return has(c, 'claim') ? 4 : 3;
      // "due" or "debt" over figures is an amount.
      return c.isAmount && (has(c, 'due') || has(c, 'claim')) && !c.isReference ? 2 : 0;
    },
  ],
  ['claim.currency', (c) => (has(c, 'currency') && !has(c, 'amount') ? 2 : 0)],
  ['debtor.firstName', (c) => (has(c, 'first') && named(c) ? 2 : 0)],
  ['debtor.lastName', (c) => (has(c, 'last') && named(c) ? 2 : 0)],
  ['debtor.companyName', (c) => (has(c, 'legal') && !has(c, 'id', 'name', 'party') && (c.isWords || !c.has) ? 1 : 0)],
  [
    'debtor.name',
    (c) => {
      if (has(c, 'id', 'first', 'last', 'other', 'email') || c.isDate || c.isEmail) return 0;
      if (has(c, 'name')) return has(c, 'party', 'legal') ? 3 : c.concepts.size === 1 ? 2 : 0;
      return has(c, 'party') && c.concepts.size === 1 && c.has && c.isWords ? 2 : 0;
    },
  ],
  [
    'account.ref',
    (c, all) => {
      if (!referable(c) || has(c, 'claim', 'name', 'legal', 'date', 'open', 'currency', 'other')) return 0;
      if (has(c, 'party')) return has(c, 'id') ? 5 : c.has && c.isWords ? 0 : 3;
      // A bare number beside a name is the debtor's.
      return has(c, 'id') &&
        c.concepts.size === 1 &&
        [c.index - 1, c.index + 1].some((at) => all[at] && has(all[at], 'name', 'party', 'last', 'first'))
        ? 2
        : 0;
    },
  ],
  [
    'claim.ref',
    (c, all) => {
      if (!referable(c) || has(c, 'party', 'name', 'date', 'amount', 'open', 'other', 'paid') || (c.has && !c.isUnique)) return 0;
      if (has(c, 'claim')) return has(c, 'id') ? 5 : c.isReference || !c.has ? 3 : 0;
      if (has(c, 'fee') && has(c, 'id')) return 4;
      const beside = [all[c.index - 1], all[c.index + 1]].some(
        (each) => each && (each.isDate || has(each, 'date', 'due', 'amount', 'open')),
      );
      return has(c, 'id') && c.concepts.size === 1 ? (beside ? 3 : 2) : 0;
    },
  ],
  ['debtor.landline', (c) => (has(c, 'phone') && !c.isDate && !c.isEmail ? 2 : 0)],
  ['debtor.postalCode', (c) => (has(c, 'postal') && !c.isDate ? 2 : 0)],
  ['debtor.city', (c) => (has(c, 'city') && !has(c, 'id', 'postal') && named(c) ? 2 : 0)],
  ['debtor.country', (c) => (has(c, 'country') && named(c) ? 2 : 0)],
  ['debtor.addressLine1', (c) => (has(c, 'street') && !has(c, 'email', 'city', 'postal', 'country') ? 2 : 0)],
];

/** Where the words say nothing, values do: what no name says is only taken when a single column could be meant, or the first reference. */
const BY_VALUES: readonly Rule[] = [
  ['claim.ref', (c) => (c.isReference && c.isUnique && c.concepts.size === 0 ? 1 : 0)],
  ['account.ref', (c) => (c.isReference && c.isTelling && !c.isUnique && [...c.concepts].every((each) => each === 'id') ? 1 : 0)],
  ['claim.amount', (c, all) => (c.concepts.size === 0 && withCents(c) && all.filter(withCents).length === 1 ? 1 : 0)],
  ['claim.dueDate', (c, all) => (c.isDate && c.concepts.size === 0 && all.filter(({ isDate }) => isDate).length === 1 ? 1 : 0)],
];

const has = (column: Column, ...concepts: Concept[]) => concepts.some((concept) => column.concepts.has(concept));
/** Words, where there are values: a country that is a number is a key of somebody's own. */
const named = (column: Column) => column.isWords || !column.has;
const dated = (column: Column) => column.isDate || !column.has;
const referable = (column: Column) => !column.isDate && !column.isEmail && !(column.isAmount && !column.isReference);
const withCents = (column: Column) => column.isAmount && !column.isReference;

/**
 * @param names of the columns. @param values of each, without empty ones. @param taken columns and fields that are mapped already.
 * @returns the field of each column that means one, and whether several columns could be the amount.
 */
export function guessColumns(
  names: readonly string[],
  values: readonly (readonly string[])[],
  taken: { readonly columns: ReadonlySet<number>; readonly fields: ReadonlySet<string> },
): { fields: Map<number, string>; amounts: number } {
  const all = names.map((name, index) => describe(name, index, values[index] ?? []));
  const fields = new Map<number, string>();
  const filled = new Set(taken.fields);
  let amounts = 0;
  for (const rules of [RULES, BY_VALUES])
    for (const [field, score] of rules) {
      if (filled.has(field)) continue;
      const open = all.filter(({ index }) => !taken.columns.has(index) && !fields.has(index));
      const scored = open.map((column) => ({ column, score: score(column, all) })).filter((each) => each.score > 0);
      if (field === 'claim.amount') amounts = Math.max(amounts, scored.length);
      const best = scored.sort((a, b) => b.score - a.score)[0];
      if (!best) continue;
      fields.set(best.column.index, field);
      filled.add(field);
    }
  return { fields, amounts };
}

function describe(name: string, index: number, values: readonly string[]): Column {
  const most = (test: (value: string) => boolean) => values.length > 0 && values.filter(test).length >= values.length * 0.8;
  const isDate = most(looksLikeDate);
  const isAmount = !isDate && most(looksLikeAmount);
  const cents = values.some((value) => /[.,]\d{1,2}\D*$/.test(value) && !/\.0$/.test(value));
  return {
    index,
    concepts: new Set(conceptsOf(name)),
    has: values.length > 0,
    isDate,
    isAmount,
    isEmail: most((value) => /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(value.trim())),
    isUnique: new Set(values).size === values.length,
    isTelling: new Set(values).size > 1 && most((value) => value.trim().length > 2),
    isWords: most((value) => !/\d/.test(value)),
    isReference: !isDate && !cents && most((value) => /^[\p{L}\d][\p{L}\d._/-]*$/u.test(value.trim()) && /\d/.test(value)),
  };
}
