/** What was imported, and the rows that were not, as files. The rejected rows in the columns of their own file: import.export.ts. */
import type { Uuid } from '../../../core/id.ts';
import { defineListExport } from '../../platform/listExport.ts';
import { pagesOf } from '../../platform/pages.ts';
import { type ImportRow, listImports, listRejections, readImport, reasonsOf } from './import.logic.ts';

const PAGE = 1_000;

defineListExport<Record<string, never>, ImportRow, 'account'>({
  name: 'imports',
  permission: { domain: 'account', action: 'viewImports' },
  service: 'import',
  takes: {},
  columns: {
    file: { kind: 'text', value: (run) => run.fileName },
    status: { kind: 'words', value: (run) => run.status },
    rows: { kind: 'number', value: (run) => (run.status === 'uploaded' ? run.rowsTotal : run.rowsDone) },
    created: { kind: 'number', value: (run) => run.summary?.created },
    changed: { kind: 'number', value: (run) => run.summary?.changed },
    unchanged: { kind: 'number', value: (run) => run.summary?.unchanged },
    rejected: { kind: 'number', value: (run) => run.summary?.rejected },
    mapping: { kind: 'text', value: (run) => run.mappingName },
    when: { kind: 'moment', value: (run) => run.createdAt },
    error: { kind: 'reasons', value: (run) => (run.lastError === null ? null : [{ reason: run.lastError, words: run.errorWords }]) },
  },
  rows: (tx) => pagesOf(async (offset) => (await listImports(tx, PAGE, offset)).items),
});

type Rejection = Awaited<ReturnType<typeof listRejections>>['items'][number];

defineListExport<{ importId?: Uuid }, Rejection, 'account'>({
  name: 'import-rejections',
  permission: { domain: 'account', action: 'viewImports' },
  service: 'import',
  takes: { importId: 'ID' },
  columns: {
    row: { kind: 'number', value: (item) => item.rowNumber },
    field: { kind: 'words', value: (item) => item.field },
    reason: { kind: 'reasons', value: reasonsOf },
    values: { kind: 'text', value: (item) => item.row.join(' · ') },
  },
  check: async (tx, { importId }) => void (await readImport(tx, importId ?? '')),
  rows: async function* (tx, { importId = '' }) {
    for (let after = 0; ; ) {
      const { items } = await listRejections(tx, importId, PAGE, after);
      const last = items.at(-1);
      if (!last) return;
      yield items;
      after = last.rowNumber;
    }
  },
});
