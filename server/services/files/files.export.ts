/** The list of an account's files as a file; their bytes are fetched one by one. */
import type { Uuid } from '../../../core/id.ts';
import { defineListExport } from '../../platform/listExport.ts';
import { pagesOf } from '../../platform/pages.ts';
import { requireAccount } from '../account/ground/lookup.logic.ts';
import { staffNames } from '../backoffice/backoffice.user.list.logic.ts';
import { type AddOnFile, listAddOnFiles } from './files.logic.ts';

const PAGE = 100;

defineListExport<{ accountId?: Uuid }, AddOnFile & { readonly by: string }, 'account'>({
  name: 'files',
  permission: { domain: 'account', action: 'viewFiles' },
  service: 'files',
  takes: { accountId: 'ID' },
  columns: {
    name: { kind: 'text', value: (file) => file.name },
    documentType: { kind: 'words', value: (file) => file.documentType },
    tags: { kind: 'text', value: (file) => file.tags.join(', ') },
    claim: { kind: 'text', value: (file) => file.externalClaimRef },
    product: { kind: 'text', value: (file) => file.productReference },
    mimeType: { kind: 'text', value: (file) => file.mimeType },
    size: { kind: 'number', value: (file) => file.size },
    status: { kind: 'words', value: (file) => file.status },
    by: { kind: 'words', value: (file) => file.by },
    when: { kind: 'moment', value: (file) => file.createdAt },
  },
  check: async (tx, { accountId }) => void (await requireAccount(tx, accountId ?? '')),
  rows: async function* (tx, { accountId = '' }) {
    const names: ReadonlyMap<string, string> = await staffNames(tx);
    for await (const files of pagesOf(async (offset) => (await listAddOnFiles(tx, { accountId, limit: PAGE, offset })).items))
      yield files.map((file) => ({ ...file, by: file.source === 'staff' ? (names.get(file.uploadedBy) ?? 'staff') : file.source }));
  },
});
