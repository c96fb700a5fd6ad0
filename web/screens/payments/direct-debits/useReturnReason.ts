import { useTranslation } from '../../../ui/texts.ts';

/** @returns what says why a debit came back. */
export function useReturnReason(): (code: string | null) => string {
  const { find } = useTranslation('events');
  return (code) => (code === null ? '' : (find(`events:returnReason.${code}`) ?? code));
}
