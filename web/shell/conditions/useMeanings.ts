import { useMemo } from 'react';
import { useTranslation } from '../../ui/texts.ts';

export interface Meanings {
  /** What a variable means, in a sentence; empty for a name that is none. */
  readonly variable: (name: string) => string;
  /** What a function of expressions means, in a sentence. */
  readonly function: (name: string) => string;
}

/** @returns what variables and functions of conditions mean. Their texts come with the first editor that offers them. */
export function useMeanings(): Meanings {
  const { find } = useTranslation('conditions');
  return useMemo(
    () => ({
      variable: (name) => {
        const [, owner, path] = /^(claim|account|product)\.meta\.(.+)$/.exec(name) ?? /^(strategy)\.(.+)$/.exec(name) ?? [];
        return (owner ? find(`own.${owner}`, { name: path }) : find(`variable.${name}`)) ?? '';
      },
      function: (name) => find(`function.${name}`) ?? '',
    }),
    [find],
  );
}
