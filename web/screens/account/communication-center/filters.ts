/** What of the correspondence is shown: a view and filters, as they stand in the address and as the search takes them. */
import { CORRESPONDENCE_CHANNELS, OUTCOME_DIRECTIONS } from '../../../../core/contactOutcomes.ts';
import { CALL_STATES } from '../../../../core/spokenCall.ts';
import { useQuery } from '../../../shell/api.ts';
import { type ListFilterEntries, useMemberOptions, useYesNoOptions, withoutFilters } from '../../../shell/list/filters.ts';
import { useOutcomeWords } from '../../../shell/outcomes.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { momentRange } from '../../../ui/momentRange.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { type CorrespondenceQueryVariables, TemplatesDocument } from './cms.graphql.ts';

export type Search = NonNullable<CorrespondenceQueryVariables['filter']>;

export const VIEWS = ['all', 'waiting', 'unmatched'] as const;
export type View = (typeof VIEWS)[number];
/** What became of messages that were sent. */
const DELIVERIES = ['delivered', 'opened', 'clicked', 'bounced'] as const;

function useChannels() {
  const words = useOutcomeWords();
  return CORRESPONDENCE_CHANNELS.map((value) => ({ value, label: words.method(value) }));
}
function useDirections() {
  const { t } = useTranslation('messages');
  return OUTCOME_DIRECTIONS.map((value) => ({ value, label: t(`center.${value}`) }));
}
function useDeliveries() {
  const { t } = useTranslation(['messages', 'home']);
  return DELIVERIES.map((value) => ({ value, label: t(`home:contact.${value}`) }));
}
function useCallStates() {
  const { t } = useTranslation('messages');
  return CALL_STATES.map((value) => ({ value, label: t(`center.call.${value}`) }));
}
function useTemplates() {
  const { clientId } = useWorkspace();
  const sees = useCan('cms', 'viewContent');
  const { data } = useQuery('cms', TemplatesDocument, sees ? { clientId } : null, { reuse: true });
  return (data?.getTemplateBundleList ?? []).map((bundle) => ({ value: bundle.fileName, label: bundle.displayName }));
}
const channelsIn = (all: readonly string[]) => CORRESPONDENCE_CHANNELS.filter((each) => all.includes(each));

/** Filters that can be added: a new one is one entry here and its text. */
const ALL: ListFilterEntries<Search> = {
  channel: {
    kind: 'several',
    useOptions: useChannels,
    search: ({ all }) => (channelsIn(all).length > 0 ? { channels: channelsIn(all) } : {}),
  },
  direction: {
    kind: 'one',
    useOptions: useDirections,
    search: ({ first }) => ({ direction: OUTCOME_DIRECTIONS.find((each) => each === first) ?? null }),
  },
  waits: { kind: 'one', useOptions: useYesNoOptions, search: ({ isYes }) => ({ waiting: isYes }) },
  user: { kind: 'several', useOptions: useMemberOptions, search: ({ all }) => ({ userIds: all }) },
  template: { kind: 'several', isSingle: true, useOptions: useTemplates, search: ({ first }) => ({ bundleName: first }) },
  delivery: {
    kind: 'one',
    useOptions: useDeliveries,
    search: ({ first }) => ({ delivery: DELIVERIES.find((each) => each === first) ?? null }),
  },
  call: {
    kind: 'several',
    useOptions: useCallStates,
    search: ({ all }) => ({ callResults: CALL_STATES.filter((each) => all.includes(each)) }),
  },
  when: { kind: 'days', search: ({ first, zone }) => ({ createdAtRange: momentRange(first, zone) }) },
  // A message's own button chooses it; the screen knows what it is called.
  account: { kind: 'several', search: ({ first }) => ({ accountId: first }) },
};

/** What each view offers: where everything waits, that is not asked for. Messages that match no account are few. */
export const FILTERS: Readonly<Record<View, ListFilterEntries<Search>>> = {
  all: ALL,
  waiting: withoutFilters(ALL, 'waits'),
  unmatched: {},
};

/** What each view asks for before anything narrows it down. */
export const VIEW_SEARCH: Readonly<Record<View, Search>> = { all: {}, waiting: { waiting: true }, unmatched: {} };

export const viewOf = (params: URLSearchParams): View => VIEWS.find((each) => each === params.get('view')) ?? 'all';
