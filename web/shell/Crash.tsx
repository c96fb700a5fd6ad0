import { Button } from '@mantine/core';
import { EmptyState } from '../ui/states.tsx';
import { useTranslation } from '../ui/texts.ts';

/** What shows instead of a screen that failed; the rest of the product stays. */
export function Crash() {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      title={t('crash.title')}
      detail={t('crash.detail')}
      action={<Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>}
    />
  );
}
