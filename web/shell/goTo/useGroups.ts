import { IconArrowRight, IconBolt, IconHistory } from '@tabler/icons-react';
import { useStore } from '../../ui/store.ts';
import { useTranslation } from '../../ui/texts.ts';
import { lastViewed } from '../lastViewed.ts';
import { visibleMenu } from '../menu.ts';
import { offers } from '../offers.ts';
import { paths } from '../paths.ts';
import { ROUTES } from '../routes.ts';
import { useWorkspace } from '../workspace.ts';
import type { Found } from './finder.ts';
import type { Group, Row } from './row.ts';
import type { Mode } from './sources.ts';

/** Accounts viewed last that are shown before anything is typed, and beside what is found. */
const RECENT = 5;

/** @param text what is typed, trimmed. @param exact the account or claim of that reference. @returns the groups in order, none of them empty. */
export function useGroups(mode: Mode, text: string, found: Found<Row>, exact: Row | undefined): Group[] {
  const { t } = useTranslation(['shell', 'goTo']);
  const { clientId, access, user } = useWorkspace();
  const offered = useStore(offers);
  const fits = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  const hits = (name: string) => found.hits[name] ?? [];

  const find: Row[] =
    text === ''
      ? []
      : [
          {
            key: 'find',
            label: exact
              ? t('goTo:enterExact', { text: exact.label, detail: exact.detail ?? '' })
              : t(mode === 'account' ? 'goTo:enterAccount' : 'goTo:enterClaim', { text }),
            icon: exact?.icon ?? IconArrowRight,
          },
        ];
  const accounts = hits('accounts');
  const recent = lastViewed(clientId, user.id)
    .map(
      ({ accountId, name }): Row => ({
        key: `account ${accountId}`,
        label: name,
        icon: IconHistory,
        to: paths.account(clientId, accountId),
      }),
    )
    .filter((row) => fits(row.label) && !accounts.some(({ key }) => key === row.key))
    .slice(0, RECENT);
  const actions = offered
    .filter(({ label }) => fits(label))
    .map(({ name, label, run }): Row => ({ key: `action ${name}`, label, icon: IconBolt, run }));
  const screens = visibleMenu(ROUTES, access)
    .flatMap((section) => section.entries)
    .flatMap((entry) =>
      entry.routes.map((route) => ({
        isSetting: entry.group === 'configuration',
        row: { key: `screen ${route.name}`, label: t(`screen.${route.name}`), icon: entry.icon, to: `/${clientId}/${route.path}` } as Row,
      })),
    )
    .filter(({ row }) => fits(row.label));
  const groups: Group[] = [
    { name: 'find', rows: find },
    { name: 'recent', rows: recent },
    { name: 'accounts', rows: accounts },
    { name: 'claims', rows: hits('claims') },
    { name: 'actions', rows: actions },
    { name: 'strategies', rows: hits('strategies') },
    { name: 'templates', rows: hits('templates') },
    { name: 'screens', rows: screens.filter(({ isSetting }) => !isSetting).map(({ row }) => row) },
    { name: 'settings', rows: screens.filter(({ isSetting }) => isSetting).map(({ row }) => row) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}
