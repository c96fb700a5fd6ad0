/** What the sidebar opens: loaded when first opened, so that the first screen does without it. */
import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconCookie, IconExternalLink, IconHelp, IconLogout, IconShieldLock } from '@tabler/icons-react';
import { type ReactElement, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { LOCALES } from '../../core/locale.ts';
import type { ScreenName } from '../../core/screens.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { later } from '../ui/later.ts';
import { breakLocks, useLocks } from '../ui/locks.ts';
import { useTranslation } from '../ui/texts.ts';
import { toastError, toastSuccess } from '../ui/toasts.ts';
import { useInCall } from './call.ts';
import { choose } from './consent/consent.ts';
import { LANGUAGE_NAMES, setLocale, tagOf } from './i18n/i18n.ts';
import type { Route } from './route.ts';
import type { EntryName } from './screens.ts';
import { settings } from './settings.ts';
import { CLIENT_MENU_HEIGHT, LANGUAGE_MENU_HEIGHT } from './sizes.ts';
import { useOwnAvailability } from './tasks/useOwnAvailability.ts';
import { storeClient, storeRoute, useWorkspace } from './workspace.ts';

const SecurityDialog = later(() => import('../screens/auth/security/SecurityDialog.tsx'));

const THEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** The screens of one entry, such as Configuration. */
export function GroupMenu(props: { target: ReactElement; group: EntryName; routes: readonly Route[]; here: ScreenName | undefined }) {
  const { t } = useTranslation('shell');
  const { clientId } = useWorkspace();
  return (
    <Menu defaultOpened position="right-start" offset={8} width={220}>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(`group.${props.group}`)}</Menu.Label>
        {props.routes.map((route) => (
          <Menu.Item key={route.name} component={Link} to={`/${clientId}/${route.path}`} fw={props.here === route.name ? 600 : undefined}>
            {t(`screen.${route.name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * Changes the client one works in; role, configuration and everything shown are loaded anew. Asks first while a screen holds something
 * that would be lost.
 */
export function ClientMenu(props: { target: ReactElement }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { clientId, clients } = useWorkspace();
  const locks = useLocks();
  const inCall = useInCall();
  const [wanted, setWanted] = useState<{ clientId: string; name: string } | null>(null);
  function change(to: string) {
    storeClient(to);
    navigate(`/${to}/`);
  }
  return (
    <>
      <Menu defaultOpened={!inCall} disabled={inCall} position="top-start" width={204}>
        <Menu.Target>{props.target}</Menu.Target>
        <Menu.Dropdown mah={CLIENT_MENU_HEIGHT} style={{ overflowY: 'auto' }}>
          {clients.map((client) => (
            <Menu.Item
              key={client.clientId}
              onClick={() => {
                if (client.clientId === clientId) return;
                if (locks > 0) setWanted(client);
                else change(client.clientId);
              }}
              rightSection={client.clientId === clientId && <IconCheck size={15} />}
            >
              {client.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={wanted !== null}
        danger
        title={t('locks.title')}
        detail={t('locks.detail', { count: locks, name: wanted?.name ?? '' })}
        confirm={t('locks.confirm')}
        onClose={() => setWanted(null)}
        onConfirm={() => {
          breakLocks();
          if (wanted) change(wanted.clientId);
          return undefined;
        }}
      />
    </>
  );
}

/** What belongs to the person: theme, language, security, cookies, help, sign-out. */
export function UserMenu(props: { target: ReactElement }) {
  const { t, language } = useTranslation('shell');
  const navigate = useNavigate();
  const { user, access } = useWorkspace();
  const inCall = useInCall();
  const { away, say } = useOwnAvailability();
  const [securing, setSecuring] = useState(false);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // Specification 1, section 2.5: with the i18n flag on and the home page off; every language but British English.
  const languages = access.isOn('i18n') && !access.isOn('HOME_PAGE') ? LOCALES.filter((locale) => locale !== 'en_GB') : [];
  function leave() {
    storeRoute(null);
    navigate('/logout', { state: { reason: 'signedOut' } });
  }
  return (
    <>
      <Menu defaultOpened position="top-start" width={240}>
        <Menu.Target>{props.target}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          <Menu.Divider />
          {away !== undefined && (
            <>
              <Menu.Label>{t('availability.tasks')}</Menu.Label>
              {([false, true] as const).map((value) => (
                <Menu.RadioItem
                  key={String(value)}
                  value={String(value)}
                  checked={away === value}
                  closeMenuOnClick
                  onChange={() =>
                    void say(value ? 'unavailable' : 'available').then(
                      () => toastSuccess(t(value ? 'availability.nowAway' : 'availability.nowHere')),
                      (error: unknown) => toastError(error),
                    )
                  }
                >
                  {t(value ? 'availability.away' : 'availability.here')}
                </Menu.RadioItem>
              ))}
            </>
          )}
          <Menu.Label>{t('sidebar.theme')}</Menu.Label>
          {THEMES.map((theme) => (
            <Menu.RadioItem key={theme} value={theme} checked={colorScheme === theme} onChange={() => setColorScheme(theme)}>
              {t(`sidebar.themes.${theme}`)}
            </Menu.RadioItem>
          ))}
          {languages.length > 0 && (
            <>
              <Menu.Label>{t('sidebar.language')}</Menu.Label>
              <div style={{ maxHeight: LANGUAGE_MENU_HEIGHT, overflowY: 'auto' }}>
                {languages.map((locale) => (
                  <Menu.RadioItem
                    key={locale}
                    value={locale}
                    lang={tagOf(locale)}
                    checked={language === locale}
                    closeMenuOnClick
                    onChange={() => void setLocale(locale)}
                  >
                    {LANGUAGE_NAMES[locale]}
                  </Menu.RadioItem>
                ))}
              </div>
            </>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconShieldLock size={16} />} onClick={() => setSecuring(true)}>
            {t('sidebar.security')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCookie size={16} />} onClick={() => choose(true)}>
            {t('sidebar.cookies')}
          </Menu.Item>
          {settings.helpUrl !== null && (
            <Menu.Item
              component="a"
              href={settings.helpUrl}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconHelp size={16} />}
              rightSection={<IconExternalLink size={14} />}
            >
              {t('sidebar.help')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={16} />} disabled={inCall} onClick={leave}>
            {t(inCall ? 'sidebar.signOutInCall' : 'sidebar.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{securing && <SecurityDialog onClose={() => setSecuring(false)} />}</Suspense>
    </>
  );
}
