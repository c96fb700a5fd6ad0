import { useFormat } from '../ui/format.ts';
import type { TextKey } from '../ui/texts.ts';
import { useTranslation } from '../ui/texts.ts';

/** @returns what says counts of records as a list: "notes (1), activity entries (12)", which is right for one and for many. */
export function useRecords(): (counts: readonly { readonly name: string; readonly count: number }[]) => string {
  const { t, exists } = useTranslation('privacy');
  const format = useFormat();
  return (counts) =>
    counts
      .map(({ name, count }) => {
        const key = `privacy:record.${name}`;
        return `${exists(key) ? t(key as TextKey<'privacy'>) : name} (${format.number(count)})`;
      })
      .join(', ');
}
