import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useFormat } from '../../ui/format.ts';
import { later } from '../../ui/later.ts';
import { useTranslation } from '../../ui/texts.ts';
import { closeDrawer, openDrawer, useOpenDrawer } from '../drawers.ts';
import classes from '../Sidebar.module.css';
import { useHasNotifications, useUnseen } from './useUnseen.ts';

const NotificationsDrawer = later(() => import('./NotificationsDrawer.tsx'));

/** The sidebar's way to the notifications, with how many are new; nothing for whoever has none. */
export function Bell() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const unseen = useUnseen();
  const isOpen = useOpenDrawer() === 'notifications';
  if (!useHasNotifications()) return null;
  return (
    <>
      <button type="button" className={classes.entry} onClick={() => openDrawer('notifications')}>
        <IconBell size={18} />
        <span className={classes.words}>{t('sidebar.notifications')}</span>
        {unseen > 0 && (
          <span className={classes.count}>
            <VisuallyHidden>, </VisuallyHidden>
            {format.number(unseen)}
            <VisuallyHidden> {t('sidebar.notificationsNew')}</VisuallyHidden>
          </span>
        )}
      </button>
      <Suspense>{isOpen && <NotificationsDrawer onClose={() => closeDrawer('notifications')} />}</Suspense>
    </>
  );
}
