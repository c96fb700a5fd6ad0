import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCan } from '../../ui/permission.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { paths } from '../paths.ts';
import { useWorkspace } from '../workspace.ts';

/** The way out is all there is to do here, and comes after the form has opened. */
const focus = (link: HTMLAnchorElement | null) => link?.focus();

/** No trigger is declared, so none can be fired; whoever may declare one finds the way. */
export function NoTriggers() {
  const { t } = useTranslation('triggers');
  const { clientId } = useWorkspace();
  const opens = useCan('backoffice-spa', 'view-events');
  const declares = useCan('strategy', 'editStrategies') && opens;
  return (
    <EmptyState
      icon={<IconBolt size={22} />}
      title={t('fire.none')}
      detail={t('fire.noneDetail')}
      action={
        declares && (
          <Button component={Link} to={paths.triggers(clientId)} variant="default" size="sm" data-autofocus ref={focus}>
            {t('fire.declare')}
          </Button>
        )
      }
    />
  );
}
