/** What became of the rows of a partner's file, as a file that the partner can be sent. */
import { englishOf } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { money } from '../../../core/money.ts';
import { defineListExport } from '../../platform/listExport.ts';
import { readReturn, readRowsOf } from './exchange/return.logic.ts';

const PAGE = 2_000;
type Row = Awaited<ReturnType<typeof readRowsOf>>['items'][number];

defineListExport<{ returnId?: Uuid; outcome?: string }, Row, 'partner'>({
  name: 'partner-return-rows',
  permission: { domain: 'partner', action: 'exchangeFiles' },
  service: 'partner',
  takes: { returnId: 'ID', outcome: 'String' },
  columns: {
    row: { kind: 'number', value: (row) => row.rowNumber },
    kind: { kind: 'words', value: (row) => row.kind },
    claim: { kind: 'text', value: (row) => row.externalClaimRef },
    reference: { kind: 'text', value: (row) => row.reference },
    amount: { kind: 'money', value: (row) => (row.amount === null || row.currency === null ? null : money(row.amount, row.currency)) },
    outcome: { kind: 'words', value: (row) => row.outcome },
    reason: { kind: 'reasons', value: (row) => (row.words ? [{ reason: englishOf(row.words), words: row.words }] : null) },
    values: { kind: 'text', value: (row) => row.cells?.join(' · ') },
  },
  check: async (tx, { returnId }) => void (await readReturn(tx, returnId ?? '')),
  rows: async function* (tx, { returnId = '', outcome }) {
    for (let after = 0; ; ) {
      const { items } = await readRowsOf(tx, returnId as Uuid, outcome ?? null, PAGE, after);
      const last = items.at(-1);
      if (!last) return;
      yield items;
      after = last.rowNumber;
    }
  },
});
