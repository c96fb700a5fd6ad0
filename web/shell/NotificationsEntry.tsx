import { IconBell } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/format.ts';
import { later } from '../ui/later.ts';
import { closeDrawer, openDrawer, useOpenDrawer } from './drawers.ts';
import { useUnseen } from './notifications/useUnseen.ts';
import classes from './Sidebar.module.css';

const NotificationsDrawer = later(() => import('./notifications/NotificationsDrawer.tsx'));

/** The bell with how many are new; opens the drawer. */
export function NotificationsEntry() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const unseen = useUnseen();
  const open = useOpenDrawer() === 'notifications';
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        aria-label={unseen > 0 ? t('sidebar.unseen', { count: unseen, number: format.number(unseen) }) : t('sidebar.notifications')}
        onClick={() => openDrawer('notifications')}
      >
        <IconBell size={18} />
        <span className={classes.words}>{t('sidebar.notifications')}</span>
        {unseen > 0 && <span className={classes.count}>{format.number(unseen)}</span>}
      </button>
      <Suspense>{open && <NotificationsDrawer onClose={() => closeDrawer('notifications')} />}</Suspense>
    </>
  );
}
