import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/format.ts';

/** @returns what says counts of records as a list: "notes (1), activity entries (12)", which is right for one and for many. */
export function useRecords(): (counts: readonly { readonly name: string; readonly count: number }[]) => string {
  const { t, i18n } = useTranslation('privacy');
  const format = useFormat();
  return (counts) =>
    counts
      .map(({ name, count }) => {
        const key = `privacy:record.${name}`;
        return `${i18n.exists(key) ? t(key as ParseKeys<'privacy'>) : name} (${format.number(count)})`;
      })
      .join(', ');
}
