/** What a machine must not read in a text: characters that people can't see, and the links with which debtors act. */
import { withoutHidden } from '../../../core/hiddenText.ts';

/**
 * Links to a debtor's page, and those in their messages that lead there or take their consent back: whoever opens one acts as the debtor, which is
 * confirmed by nobody.
 */
const ACTING = /https?:\/\/[^\s/"'<>()[\]]{1,255}\/(?:p\/[0-9a-f]{8}-|t\/[cu]\/)[^\s"'<>()[\]]+/gi;

/** @returns the text in which what was hidden is said to have been there (a single joiner or soft hyphen goes without a word), without such links. */
export const shown = (text: string): string => withoutHidden(text, said).replace(ACTING, '[link to the debtor’s page]');

const said = (count: number) => `[${count} hidden character${count === 1 ? '' : 's'}]`;

/** @returns the same in every text of a value, names of fields among them. */
export function shownIn(value: unknown): unknown {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return value.map(shownIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [shown(name), shownIn(each)]));
}
