/** What the sidebar opens: loaded when first opened, so that the first screen does without it. */
import { type MantineColorScheme, Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { LOCALES } from '../../core/locale.ts';
import { LANGUAGE_NAMES, setLocale, tagOf } from './i18n/i18n.ts';
import type { EntryName } from './menu.ts';
import type { Route } from './routes.ts';
import { storeClient, storeRoute, useWorkspace } from './workspace.ts';

const THEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** The screens of one entry, such as Configuration. */
export function GroupMenu(props: { target: ReactElement; group: EntryName; routes: readonly Route[]; here: (path: string) => boolean }) {
  const { t } = useTranslation('shell');
  const { clientId } = useWorkspace();
  return (
    <Menu defaultOpened position="right-start" offset={8} width={220}>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(`group.${props.group}`)}</Menu.Label>
        {props.routes.map((route) => (
          <Menu.Item key={route.name} component={Link} to={`/${clientId}/${route.path}`} fw={props.here(route.path) ? 600 : undefined}>
            {t(`screen.${route.name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Changes the client one works in; role, configuration and everything shown are loaded anew. */
export function ClientMenu(props: { target: ReactElement }) {
  const navigate = useNavigate();
  const { clientId, clients } = useWorkspace();
  function change(to: string) {
    if (to === clientId) return;
    storeClient(to);
    navigate(`/${to}/`);
  }
  return (
    <Menu defaultOpened position="top-start" width={204}>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown mah={380} style={{ overflowY: 'auto' }}>
        {clients.map((client) => (
          <Menu.Item
            key={client.clientId}
            onClick={() => change(client.clientId)}
            rightSection={client.clientId === clientId && <IconCheck size={15} />}
          >
            {client.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What belongs to the person: theme, language, sign-out. */
export function UserMenu(props: { target: ReactElement }) {
  const { t, i18n } = useTranslation('shell');
  const navigate = useNavigate();
  const { user, access } = useWorkspace();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // Specification 1, section 2.5: with the i18n flag on and the home page off; every language but British English.
  const languages = access.isOn('i18n') && !access.isOn('HOME_PAGE') ? LOCALES.filter((locale) => locale !== 'en_GB') : [];
  function leave() {
    storeRoute(null);
    navigate('/logout', { state: { reason: 'signedOut' } });
  }
  return (
    <Menu defaultOpened position="top-start" width={240}>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('sidebar.theme')}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('sidebar.theme')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
          data={THEMES.map((value) => ({ value, label: t(`sidebar.themes.${value}`) }))}
        />
        {languages.length > 0 && (
          <>
            <Menu.Label>{t('sidebar.language')}</Menu.Label>
            <div style={{ maxHeight: 250, overflowY: 'auto' }}>
              {languages.map((locale) => (
                <Menu.Item
                  key={locale}
                  lang={tagOf(locale)}
                  onClick={() => void setLocale(locale)}
                  rightSection={i18n.language === locale && <IconCheck size={15} />}
                >
                  {LANGUAGE_NAMES[locale]}
                </Menu.Item>
              ))}
            </div>
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={leave}>
          {t('sidebar.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
