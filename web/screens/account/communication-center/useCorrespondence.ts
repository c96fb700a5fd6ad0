import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useListAddress } from '../../../shell/list/useListAddress.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { usePages } from '../../../shell/usePages.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import type { Sort } from '../../../ui/DataTable.tsx';
import { CorrespondenceDocument, ThreadDocument } from './cms.graphql.ts';
import { FILTERS, VIEW_SEARCH, viewOf } from './filters.ts';

const NEWS = [
  'communicationReceived',
  'communicationHandled',
  'communicationReopened',
  'communicationResolved',
  'communicationSent',
  'communicationBounced',
  'communicationUnknown',
  'fileStored',
  'fileRefused',
  'callAnswered',
  'callKeyPressed',
  'callEnded',
  'accountAssigned',
];
/** The newest message is first, whatever is asked for. */
const NEWEST: Sort = { key: '', descending: false };
/** Another list begins with its own first message. */
const PASSING = ['message', 'of'];

/** The messages that the address asks for, which of them is read, and what else was written with its debtor. */
export function useCorrespondence() {
  const { clientId } = useWorkspace();
  const [params] = useSearchParams();
  const view = viewOf(params);
  const list = useListAddress([], FILTERS[view], NEWEST, { base: VIEW_SEARCH[view], words: 'searchText', passing: PASSING });
  const pages = usePages(
    'cms',
    CorrespondenceDocument,
    (searchAfter: string | null) => ({ clientId, filter: list.filter, searchAfter }),
    ({ searchCorrespondence: page }) => ({ rows: page.results, next: page.searchAfter }),
  );
  useFreshScreen({ types: NEWS });

  const wanted = params.get('message');
  const listed = pages.rows.find((row) => row.id === wanted) ?? (wanted === null ? pages.rows[0] : undefined);
  const of = listed?.accountId ?? params.get('of');
  const { data } = useQuery('cms', ThreadDocument, of ? { clientId, accountId: of } : null, { reuse: true, keepPrevious: true });
  const thread = (data?.searchCorrespondence.results ?? []).filter((item) => item.accountId === of);
  const chosen = listed ?? thread.find((row) => row.id === wanted) ?? pages.rows[0];
  const place = pages.rows.findIndex((row) => row.id === chosen?.id);
  const choose = (item: { id: string; accountId: string } | undefined) => item && list.change({ message: [item.id], of: [item.accountId] });
  return {
    view,
    list,
    pages,
    chosen,
    thread,
    choose,
    /** The one after the chosen one. */
    next: pages.rows[place + 1],
    step: (by: number) => {
      choose(pages.rows[place + by]);
      if (place + by >= pages.rows.length - 5) pages.more();
    },
  };
}

export type Correspondence = ReturnType<typeof useCorrespondence>;
