/** What of the correspondence is shown; it stands in the address. */

import { COMMUNICATION_METHODS, OUTCOME_DIRECTIONS } from '../../../../core/contactOutcomes.ts';
import { addDays, type CalendarDate, isoInstant } from '../../../../core/time.ts';
import { at } from '../../../../core/zone.ts';
import { useQuery } from '../../../shell/api.ts';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { dayRange, type ListFilter } from '../../../ui/listFilters.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { type CorrespondenceQueryVariables, TemplatesDocument } from './cms.graphql.ts';

export const VIEWS = ['all', 'waiting', 'unmatched'] as const;
/** What became of messages that were sent. */
export const DELIVERIES = ['delivered', 'opened', 'clicked', 'bounced'] as const;
export type View = (typeof VIEWS)[number];

const KINDS = {
  channel: 'several',
  direction: 'one',
  waits: 'one',
  user: 'several',
  template: 'several',
  delivery: 'one',
  when: 'days',
  account: 'several',
} as const satisfies Readonly<Record<string, ListFilter['kind']>>;
type FilterName = keyof typeof KINDS;
export const FILTERS = Object.keys(KINDS) as FilterName[];

export const viewOf = (search: URLSearchParams): View => VIEWS.find((each) => each === search.get('view')) ?? 'all';

function useChannels() {
  const words = useOutcomeWords();
  return COMMUNICATION_METHODS.map((value) => ({ value, label: words.method(value) }));
}
function useDirections() {
  const { t } = useTranslation('messages');
  return OUTCOME_DIRECTIONS.map((value) => ({ value, label: t(`center.${value}`) }));
}
function useDeliveries() {
  const { t } = useTranslation(['messages', 'home']);
  return DELIVERIES.map((value) => ({ value, label: t(`home:contact.${value}`) }));
}
function useYesNo() {
  const { t } = useTranslation('lists');
  return (['yes', 'no'] as const).map((value) => ({ value, label: t(value) }));
}
const useMembers = () => useStaff().members.map((member) => ({ value: member.id, label: member.name || member.email }));
function useTemplates() {
  const { clientId } = useWorkspace();
  const sees = useCan('cms', 'viewContent');
  const { data } = useQuery('cms', TemplatesDocument, sees ? { clientId } : null, { reuse: true });
  return (data?.getTemplateBundleList ?? []).map((bundle) => ({ value: bundle.fileName, label: bundle.displayName }));
}
const OPTIONS: Partial<Record<FilterName, NonNullable<ListFilter['useOptions']>>> = {
  channel: useChannels,
  direction: useDirections,
  waits: useYesNo,
  user: useMembers,
  template: useTemplates,
  delivery: useDeliveries,
};

/** @param account the one that the address names, with what it is called: a message's own button chooses it. @returns the filters with their words. */
export function useCorrespondenceFilters(account: { id: string; name: string } | null): ListFilter[] {
  const { t } = useTranslation('messages');
  const seesContent = useCan('cms', 'viewContent');
  return FILTERS.filter((name) => (name !== 'template' || seesContent) && (name !== 'account' || account !== null)).map((name) => ({
    name,
    label: t(`center.filter.${name}`),
    kind: KINDS[name],
    useOptions: name === 'account' ? () => (account ? [{ value: account.id, label: account.name }] : []) : OPTIONS[name],
  }));
}

/** @param zone the client's: days begin there. @returns the filter of searchCorrespondence. Values that cannot be are left out. */
export function filterOf(search: URLSearchParams, zone: string): NonNullable<CorrespondenceQueryVariables['filter']> {
  const several = (name: FilterName) => (search.has(name) ? search.getAll(name) : null);
  const days = dayRange(search.get('when'));
  const midnight = (day: CalendarDate | null, plus: number) => day && isoInstant(at(addDays(day, plus), { hour: 0, minute: 0 }, zone));
  const [from, to] = [midnight(days.from, 0), midnight(days.to, 1)];
  const waits = search.get('waits');
  const channels = COMMUNICATION_METHODS.filter((each) => search.getAll('channel').includes(each));
  return {
    accountId: search.get('account') || null,
    channels: channels.length > 0 ? channels : null,
    direction: OUTCOME_DIRECTIONS.find((each) => each === search.get('direction')) ?? null,
    waiting: viewOf(search) === 'waiting' || waits === 'yes' ? true : waits === 'no' ? false : null,
    userIds: several('user'),
    bundleName: search.get('template'),
    delivery: DELIVERIES.find((each) => each === search.get('delivery')) ?? null,
    createdAtRange: from || to ? { from, to } : null,
    searchText: search.get('search') || null,
  };
}

/** @returns whether anything but the view is chosen. */
export const isFiltered = (search: URLSearchParams) => ['search', ...FILTERS].some((name) => search.has(name));
