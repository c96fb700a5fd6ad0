import { ADDRESS } from '../../../blocks/words.ts';
import { inSource, type Placeholder } from '../placeholders.ts';

/** @returns placeholders that hold an address, as a link writes them. */
export const linkChoices = (placeholders: readonly Placeholder[]): string[] =>
  placeholders.filter(({ group }) => group === 'link').map(inSource);

/** @returns whether something can lead there; nothing yet is no mistake. */
export const isAddress = (text: string): boolean => text === '' || ADDRESS.test(text);
