import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/format.ts';

/** @returns what says counts of records as a list: "3 notes, 12 activity entries". */
export function useRecords(): (counts: readonly { readonly name: string; readonly count: number }[]) => string {
  const { t, i18n } = useTranslation('privacy');
  const format = useFormat();
  return (counts) =>
    counts
      .map(({ name, count }) => {
        const key = `privacy:record.${name}`;
        return `${format.number(count)} ${i18n.exists(key) ? t(key as ParseKeys<'privacy'>) : name}`;
      })
      .join(', ');
}
