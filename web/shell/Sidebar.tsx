import { IconBuilding, IconSearch, IconSelector } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { Avatar } from '../ui/Avatar.tsx';
import { useFormat } from '../ui/format.ts';
import { keyLabel, useHotkeys } from '../ui/hotkeys.ts';
import { later, useStands } from '../ui/later.ts';
import { Opens } from '../ui/Opens.tsx';
import { useCan } from '../ui/permission.tsx';
import { useTranslation } from '../ui/texts.ts';
import { QueueSizeDocument } from './account.graphql.ts';
import { useQuery } from './api.ts';
import { useInCall } from './call.ts';
import { setSidebarCount, useSidebarCounts } from './counts.ts';
import { isDialerOn } from './landing.ts';
import { Mark } from './Mark.tsx';
import { entryOf, type VisibleEntry, visibleMenu } from './menu.ts';
import { Bell } from './notifications/Bell.tsx';
import { ROUTES } from './routes.ts';
import classes from './Sidebar.module.css';
import { useRoute } from './useRoute.ts';
import { useWorkspace } from './workspace.ts';

const AgentStatus = later(async () => ({ default: (await import('./AgentStatus.tsx')).AgentStatus }));
const SidebarCounts = later(() => import('./SidebarCounts.tsx'));
const GoTo = later(() => import('./goTo/GoTo.tsx'));
const GroupMenu = later(async () => ({ default: (await import('./Sidebar.menus.tsx')).GroupMenu }));
const ClientMenu = later(async () => ({ default: (await import('./Sidebar.menus.tsx')).ClientMenu }));
const UserMenu = later(async () => ({ default: (await import('./Sidebar.menus.tsx')).UserMenu }));

const focusNow = (field: HTMLInputElement | null) => field?.focus();

/** The column on the left (specification 1, section 2.5): where one can go, in which client one works, who one is. */
export function Sidebar() {
  const { t } = useTranslation('shell');
  const { access } = useWorkspace();
  const [going, setGoing] = useState(false);
  const typed = useRef('');
  const go = () => {
    if (!going) typed.current = '';
    setGoing(true);
  };
  // At once: what it leads to may take a while to draw, and until the window is gone no shortcut would act.
  const close = () => flushSync(() => setGoing(false));
  useHotkeys({ 'mod+k': go });
  useQueueSize();
  const stands = useStands();
  const sections = visibleMenu(ROUTES, access);
  if (sections.length === 0) return null;

  return (
    <nav className={classes.sidebar} aria-label={t('sidebar.label')}>
      <a className={classes.skip} href="#content">
        {t('sidebar.skip')}
      </a>
      <Link to="/" className={classes.brand}>
        <Mark />
        {t('product')}
      </Link>
      <button type="button" className={classes.entry} onClick={go}>
        <IconSearch size={18} />
        <span className={classes.words}>{t('goTo.open')}</span>
        <kbd className={classes.key}>{keyLabel('mod+k')}</kbd>
      </button>
      <div className={classes.sections}>
        {sections.map((section) => (
          <div key={section.title ?? 'top'} className={classes.section}>
            {section.title !== null && <h2>{t(`section.${section.title}`)}</h2>}
            {section.entries.map((entry) => (
              <MenuEntry key={entry.group ?? entry.routes[0]!.name} entry={entry} />
            ))}
          </div>
        ))}
      </div>
      <div className={classes.footer}>
        <Suspense>{isDialerOn(access) && <AgentStatus />}</Suspense>
        <Client />
        <Bell />
        <User />
      </div>
      <Suspense>{stands && <SidebarCounts />}</Suspense>
      <Suspense
        fallback={
          // Whoever types on right after the shortcut loses no letter, and none of them is a shortcut of the screen below.
          <input
            ref={focusNow}
            className={classes.typed}
            aria-label={t('goTo.open')}
            onChange={(event) => {
              typed.current = event.currentTarget.value;
            }}
          />
        }
      >
        {going && <GoTo typed={typed} onClose={close} />}
      </Suspense>
    </nav>
  );
}

/** How many tasks wait for the user stands beside the queue from the start. */
function useQueueSize(): void {
  const { clientId } = useWorkspace();
  const may = useCan('account-task', 'listOwnTasks');
  const { data } = useQuery('account', QueueSizeDocument, may ? { clientId } : null, { keepPrevious: true });
  const total = data?.getOwnCaseManagementTaskList.total;
  useEffect(() => setSidebarCount('tasks', total ?? null), [total]);
}

function MenuEntry(props: { entry: VisibleEntry }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const counts = useSidebarCounts();
  const { clientId } = useWorkspace();
  const { icon: Icon, group, routes } = props.entry;
  const marked = entryOf(useRoute());
  const here = routes.some((route) => route.name === marked);
  const first = routes[0]!;

  if (group === null) {
    const count = counts[first.name];
    return (
      <Link to={`/${clientId}/${first.path}`} className={classes.entry} aria-current={here ? 'page' : undefined}>
        <Icon size={18} />
        <span className={classes.words}>{t(`screen.${first.name}`)}</span>
        {count !== undefined && <span className={classes.count}>{format.number(count)}</span>}
      </Link>
    );
  }
  const button = (
    <button type="button" className={classes.entry} data-here={here || undefined}>
      <Icon size={18} />
      <span className={classes.words}>{t(`group.${group}`)}</span>
    </button>
  );
  return <Opens button={button} menu={(target) => <GroupMenu target={target} group={group} routes={routes} here={marked} />} />;
}

/** The client one works in; with several, a click offers them. */
function Client() {
  const { t } = useTranslation('shell');
  const { clientId, clients, configuration } = useWorkspace();
  const inCall = useInCall();
  const name = clients.find((client) => client.clientId === clientId)?.name ?? clientId;
  const several = clients.length > 1;
  const button = (
    <button
      type="button"
      className={classes.entry}
      disabled={!several || inCall}
      title={inCall ? t('sidebar.clientInCall') : undefined}
      aria-label={t('sidebar.client', { name })}
    >
      <IconBuilding size={18} />
      <span className={classes.words}>{name}</span>
      {configuration.useMocks && <span className={classes.count}>{t('sidebar.sample')}</span>}
      {several && <IconSelector size={15} />}
    </button>
  );
  return <Opens button={button} menu={(target) => <ClientMenu target={target} />} />;
}

/** Who is signed in. */
function User() {
  const { t } = useTranslation('shell');
  const { user } = useWorkspace();
  const button = (
    <button type="button" className={classes.entry} aria-label={t('sidebar.user', { name: user.name })}>
      <Avatar name={user.name} size={20} />
      <span className={classes.words}>{user.name}</span>
      <IconSelector size={15} />
    </button>
  );
  return <Opens button={button} menu={(target) => <UserMenu target={target} />} />;
}
