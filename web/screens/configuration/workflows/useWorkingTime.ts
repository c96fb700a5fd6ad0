import { useTranslation } from '../../../ui/texts.ts';

/** @returns a deadline in words: days of 24 hours, then hours and minutes; empty for none. */
export function useWorkingTime() {
  const { t } = useTranslation('workflows');
  return (deadline: { readonly hours: number; readonly minutes: number } | null): string => {
    if (!deadline) return '';
    const [days, hours, { minutes }] = [Math.floor(deadline.hours / 24), deadline.hours % 24, deadline];
    return [
      days > 0 && t('time.days', { count: days, number: days }),
      hours > 0 && t('time.hours', { count: hours, number: hours }),
      minutes > 0 && t('time.minutes', { count: minutes, number: minutes }),
    ]
      .filter(Boolean)
      .join(' ');
  };
}
