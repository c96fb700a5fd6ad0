/** The sidebar: the screens of screens.ts in their sections and groups. An entry shows once its module is visible to the user. */
import { type Icon, IconBuildings, IconChartHistogram, IconSettings, IconSparkles, IconTemplate } from '@tabler/icons-react';
import type { ScreenName } from '../../core/screens.ts';
import { type Access, isInSidebar } from './landing.ts';
import type { Route } from './route.ts';
import { type EntryName, type SectionName, SHOWN } from './screens.ts';

/** An entry opens its one screen, or that of a group a panel of several. */
export interface Entry {
  readonly icon: Icon;
  readonly group: EntryName | null;
  readonly children: readonly ScreenName[];
}

export interface Section {
  readonly title: Exclude<SectionName, 'top'> | null;
  readonly entries: readonly Entry[];
}

/** The groups of a section are below its own screens. */
const GROUPS: readonly (readonly [section: SectionName, group: EntryName, icon: Icon])[] = [
  ['automate', 'ai', IconSparkles],
  ['manage', 'content', IconTemplate],
  ['manage', 'partners', IconBuildings],
  ['manage', 'reports', IconChartHistogram],
  ['manage', 'configuration', IconSettings],
];

export const MENU: readonly Section[] = (['top', 'collect', 'automate', 'manage'] as const).map((section) => ({
  title: section === 'top' ? null : section,
  entries: [
    ...Object.entries(SHOWN[section]).map(([name, { icon }]) => ({ group: null, icon, children: [name as ScreenName] })),
    ...GROUPS.filter(([place]) => place === section).map(([, group, icon]) => ({
      group,
      icon,
      children: Object.keys(SHOWN[group]) as ScreenName[],
    })),
  ],
}));

/** The screens of the sidebar from top to bottom. */
const NAMES = MENU.flatMap((section) => section.entries.flatMap((entry) => entry.children));

/** The routes of the sidebar from top to bottom; the first that may be opened is where people land. */
export function menuRoutes(routes: readonly Route[]): Route[] {
  return NAMES.flatMap((name) => routes.find((route) => route.name === name) ?? []);
}

/** @returns the screen whose entry the sidebar marks while the route's screen is open. */
export function entryOf(route: Pick<Route, 'name' | 'under'> | undefined): ScreenName | undefined {
  return route?.under ?? route?.name;
}

export interface VisibleEntry {
  readonly icon: Icon;
  /** Null for an entry that opens its one route. */
  readonly group: EntryName | null;
  readonly routes: readonly Route[];
}

/** @returns the sections with what exists and may be opened; empty entries and sections are left out. */
export function visibleMenu(routes: readonly Route[], access: Access): { title: Section['title']; entries: VisibleEntry[] }[] {
  const open = (name: ScreenName) => routes.filter((route) => route.name === name && isInSidebar(route, access));
  return MENU.map((section) => ({
    title: section.title,
    entries: section.entries
      .map(({ icon, group, children }): VisibleEntry => ({ icon, group, routes: children.flatMap(open) }))
      .filter((entry) => entry.routes.length > 0),
  })).filter((section) => section.entries.length > 0);
}
