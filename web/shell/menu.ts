/** The sidebar: its sections, entries and icons. An entry shows once its route stands in routes.ts and its module is visible to the user. */
import {
  type Icon,
  IconArrowsTransferDown,
  IconBinaryTree2,
  IconBolt,
  IconBuildingBank,
  IconChartHistogram,
  IconChecklist,
  IconFileImport,
  IconFileInvoice,
  IconHeadset,
  IconInbox,
  IconLayoutDashboard,
  IconMessage2Check,
  IconMessages,
  IconPlayerPlay,
  IconRoute,
  IconRubberStamp,
  IconSettings,
  IconSparkles,
  IconTemplate,
  IconUsers,
} from '@tabler/icons-react';
import { type Access, isInSidebar } from './landing.ts';
import type { Route } from './route.ts';
import type { RouteName } from './routeName.ts';

export type EntryName = 'ai' | 'content' | 'configuration' | 'partners' | 'reports';

/** An entry opens its route, or with `children` a panel of several. */
export type Entry = { readonly icon: Icon } & (
  | { readonly route: RouteName }
  | { readonly group: EntryName; readonly children: readonly RouteName[] }
);

export interface Section {
  readonly title: 'collect' | 'automate' | 'manage' | null;
  readonly entries: readonly Entry[];
}

export const MENU: readonly Section[] = [
  { title: null, entries: [{ route: 'home', icon: IconLayoutDashboard }] },
  {
    title: 'collect',
    entries: [
      { route: 'tasks', icon: IconChecklist },
      { route: 'accounts', icon: IconUsers },
      { route: 'claims', icon: IconFileInvoice },
      { route: 'communications', icon: IconMessages },
      { route: 'conversationReviews', icon: IconMessage2Check },
      { route: 'collectorWorkspace', icon: IconHeadset },
      { route: 'inbox', icon: IconInbox },
      { route: 'bank', icon: IconBuildingBank },
      { route: 'directDebits', icon: IconArrowsTransferDown },
      { route: 'approvals', icon: IconRubberStamp },
      { route: 'import', icon: IconFileImport },
    ],
  },
  {
    title: 'automate',
    entries: [
      { route: 'strategies', icon: IconRoute },
      { route: 'decisionTrees', icon: IconBinaryTree2 },
      { route: 'reactions', icon: IconBolt },
      { route: 'simulator', icon: IconPlayerPlay },
      { group: 'ai', icon: IconSparkles, children: ['aiOverview', 'aiInsights'] },
    ],
  },
  {
    title: 'manage',
    entries: [
      {
        group: 'content',
        icon: IconTemplate,
        children: [
          'emailBuilder',
          'messagingBuilder',
          'letterBuilder',
          'robocallBuilder',
          'landingPageBuilder',
          'lpClient',
          'callScripts',
          'globalPlaceholders',
          'playground',
        ],
      },
      { group: 'partners', icon: IconBuildingBank, children: ['partners', 'transactions'] },
      { group: 'reports', icon: IconChartHistogram, children: ['liveBoard', 'dashboard', 'reports'] },
      {
        group: 'configuration',
        icon: IconSettings,
        children: [
          'general',
          'operations',
          'contactRules',
          'portalSettings',
          'paymentSettings',
          'privacy',
          'metadata',
          'schedule',
          'users',
          'userAudit',
          'webhooks',
          'queues',
          'workflows',
          'roles',
        ],
      },
    ],
  },
];

/** The routes of the sidebar from top to bottom; the first that may be opened is where people land. */
export function menuRoutes(routes: readonly Route[]): Route[] {
  const names = MENU.flatMap((section) => section.entries.flatMap((entry) => ('route' in entry ? [entry.route] : entry.children)));
  return names.flatMap((name) => routes.find((route) => route.name === name) ?? []);
}

export interface VisibleEntry {
  readonly icon: Icon;
  /** Null for an entry that opens its one route. */
  readonly group: EntryName | null;
  readonly routes: readonly Route[];
}

/** @returns the sections with what exists and may be opened; empty entries and sections are left out. */
export function visibleMenu(routes: readonly Route[], access: Access): { title: Section['title']; entries: VisibleEntry[] }[] {
  const open = (name: RouteName) => routes.filter((route) => route.name === name && isInSidebar(route, access));
  return MENU.map((section) => ({
    title: section.title,
    entries: section.entries
      .map((entry): VisibleEntry => {
        if ('route' in entry) return { icon: entry.icon, group: null, routes: open(entry.route) };
        return { icon: entry.icon, group: entry.group, routes: entry.children.flatMap(open) };
      })
      .filter((entry) => entry.routes.length > 0),
  })).filter((section) => section.entries.length > 0);
}
