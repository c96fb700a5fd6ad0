/** Says a fault's key and values in the reader's language. */
import type { FaultValue, FaultWords } from '../../core/fault.ts';
import type { Translation, Values } from './texts.ts';

type Speech = Pick<Translation<['faults', 'roleNames']>, 'find'>;

/**
 * @param speech of the areas faults and roleNames. @returns the words, filled in; null where the product has no text for their key. A value that
 * is itself a key with values is said too, and a built-in role goes by its name.
 */
export function sayWords(words: FaultWords | undefined, speech: Speech): string | null {
  const { find } = speech;
  if (!words || find(`faults:${words.key}`) === null) return null;
  const filled = (name: string, value: FaultValue) => {
    if (typeof value === 'object') return sayWords(value, speech) ?? value.key;
    return name === 'role' ? (find(`roleNames:builtIn.${value}`) ?? value) : value;
  };
  const values: Values = Object.fromEntries(Object.entries(words.values).map(([name, value]) => [name, filled(name, value)]));
  return find(`faults:${words.key}`, values);
}
