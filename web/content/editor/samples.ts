/** What placeholders are shown with while people write: a value of theirs, in the format that was chosen. */
import type { Placeholder } from '../placeholders.ts';
import type { ChipText } from './text/extensions.ts';

/** Fields of one of a list, by the placeholder that says the same of a single claim. */
const ITEMS: Readonly<Record<string, string>> = {
  'item.reference': 'claim.reference',
  'item.product': 'product.name',
  'item.amount': 'claim.amount',
  'item.fees': 'claim.totalFees',
  'item.balance': 'claim.balance',
  'item.dueDate': 'claim.dueDate',
  'item.daysPastDue': 'claim.daysPastDue',
};

/** @returns what a placeholder is shown with: its example; its own name where there is none. @param locale of the message. */
export function chipTexts(placeholders: readonly Placeholder[], locale: string): ChipText {
  const examples = new Map(placeholders.map(({ tag, example }) => [tag, example]));
  return ({ tag, format, fallback }) => {
    const example = examples.get(tag) || examples.get(ITEMS[tag] ?? '') || '';
    if (example === '') return fallback || tag;
    if ((format === 'date' || format === 'longDate') && /^\d{4}-\d{2}-\d{2}$/.test(example)) {
      const dateStyle = format === 'date' ? 'medium' : 'long';
      return new Intl.DateTimeFormat(locale.replace('_', '-'), { dateStyle, timeZone: 'UTC' }).format(new Date(example));
    }
    return example;
  };
}
