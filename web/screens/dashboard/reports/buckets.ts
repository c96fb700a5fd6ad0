import { useCallback } from 'react';
import { useTranslation } from '../../../ui/texts.ts';

/** Days past due, the youngest first, as the server names them. */
export const BUCKETS = ['notDue', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'over180'] as const;
/** Where a balance may go. */
export const TARGETS = ['paid', ...BUCKETS] as const;

/** @returns how old a bucket is, the youngest 0; -1 of what is none. */
export const placeOf = (bucket: string) => (BUCKETS as readonly string[]).indexOf(bucket);

/** @returns what names a bucket. */
export function useBucketName(): (bucket: string) => string {
  const { t } = useTranslation('reports');
  return useCallback((bucket) => t(`bucket.${TARGETS.find((each) => each === bucket) ?? 'notDue'}`), [t]);
}
