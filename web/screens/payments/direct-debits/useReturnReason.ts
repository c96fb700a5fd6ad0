import { useTranslation } from '../../../ui/texts.ts';

/** @returns what says why a debit came back. */
export function useReturnReason(): (code: string | null) => string {
  const { t, exists } = useTranslation('events');
  return (code) => (code === null ? '' : exists(`returnReason.${code}`) ? t(`returnReason.${code}` as never) : code);
}
