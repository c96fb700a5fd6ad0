import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../ui/states.tsx';
import { useTranslation } from '../ui/texts.ts';
import { titleOf } from './title.ts';

/** The address names a client that is not one of the user's; which of the two it is, it does not say. @param own a client they work for. */
export default function NoClient({ own }: { own: string }) {
  const { t } = useTranslation(['later', 'shell']);
  return (
    <main id="content" tabIndex={-1}>
      <title>{titleOf(t('shell:product'), [t('later:noClient.title')])}</title>
      <EmptyState
        icon={<IconLock size={22} />}
        title={t('later:noClient.title')}
        detail={t('later:noClient.detail')}
        action={
          <Button component={Link} to={`/${own}/`} replace variant="default" size="sm">
            {t('later:noClient.own')}
          </Button>
        }
      />
    </main>
  );
}
