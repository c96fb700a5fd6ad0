/** The correspondence as a file. */
import { defineListExport } from '../../platform/listExport.ts';
import { staffNames } from '../backoffice/backoffice.user.list.logic.ts';
import { type CorrespondenceFilter, searchCorrespondence } from './cms.correspondence.logic.ts';

interface Wanted {
  readonly filter?: CorrespondenceFilter;
}

type Shown = Awaited<ReturnType<typeof searchCorrespondence>>['results'][number] & { readonly author: string | undefined };

/** Messages that one look brings: the most a page holds. */
const PAGE = 100;

defineListExport<Wanted, Shown, 'cms'>({
  name: 'communications',
  permission: { domain: 'cms', action: 'viewCommunications' },
  service: 'cms',
  takes: { filter: 'CorrespondenceFilter' },
  columns: {
    when: { kind: 'moment', value: (row) => row.createdAt },
    channel: { kind: 'words', value: (row) => row.channel },
    direction: { kind: 'words', value: (row) => row.direction },
    account: { kind: 'text', value: (row) => row.externalAccountRef },
    debtor: { kind: 'text', value: (row) => row.debtorName },
    claim: { kind: 'text', value: (row) => row.externalClaimRef },
    sender: { kind: 'text', value: (row) => row.sender },
    recipient: { kind: 'text', value: (row) => row.recipient },
    template: { kind: 'text', value: (row) => row.bundleName },
    subject: { kind: 'text', value: (row) => row.subject },
    text: { kind: 'text', value: (row) => row.excerpt },
    author: { kind: 'text', value: (row) => row.author },
    waits: { kind: 'words', value: (row) => (row.waiting ? 'waits' : null) },
    opened: { kind: 'moment', value: (row) => row.openedAt },
    bounced: { kind: 'moment', value: (row) => row.bouncedAt },
    handled: { kind: 'moment', value: (row) => row.handledAt },
    callResult: { kind: 'words', value: (row) => row.call?.result },
    keys: { kind: 'text', value: (row) => row.call?.keys.map(({ key }) => key).join(' ') },
    resolution: { kind: 'words', value: (row) => row.resolution?.resolution },
  },
  check: async (tx, { filter = {} }) => void (await searchCorrespondence(tx, filter, { size: 1 })),
  rows: async function* (tx, { filter = {} }) {
    const names = await staffNames(tx);
    let searchAfter: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof searchCorrespondence>> = await searchCorrespondence(tx, filter, { size: PAGE, searchAfter });
      yield page.results.map((row) => ({ ...row, author: row.userId === null ? undefined : names.get(row.userId) }));
      searchAfter = page.searchAfter;
    } while (searchAfter !== null);
  },
});
