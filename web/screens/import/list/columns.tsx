import type texts from '../../../shell/i18n/en_US/import.json';
import { wordsOf } from '../../../shell/ListExport.tsx';
import { columnMaker, type ListColumn } from '../../../shell/list/columns.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { ListImportsQuery } from './import.graphql.ts';

type Import = ListImportsQuery['listImports']['items'][number];
const TONES: Readonly<Record<Import['status'], Tone>> = {
  uploaded: 'neutral',
  checking: 'info',
  checked: 'warn',
  running: 'info',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};
const STATUSES = Object.keys(TONES) as Import['status'][];
/** An import of these moves on by itself. */
export const AT_WORK = ['checking', 'running'];

/** @returns the columns of the list: a new one is one entry here and its text. */
export function useImportColumns(): ListColumn<Import>[] {
  const { t } = useTranslation('import');
  const format = useFormat();
  const column = columnMaker<Import, string, keyof (typeof texts)['column']>((key) => t(`column.${key}`));
  const count = (value: number | undefined) => (value === undefined ? '–' : format.number(value));
  return [
    column('file', 240, (row) => row.fileName, { strong: true }),
    column(
      'status',
      120,
      (row) => (
        <Tag tone={TONES[row.status]}>
          {t(`status.${row.status}`)}
          {AT_WORK.includes(row.status) && row.rowsTotal ? ` · ${format.percent(Math.min(1, row.rowsDone / row.rowsTotal))}` : ''}
        </Tag>
      ),
      { file: [{ key: 'status', words: wordsOf(STATUSES, (status) => t(`status.${status}`)) }] },
    ),
    column('rows', 100, (row) => count(row.status === 'uploaded' ? (row.rowsTotal ?? undefined) : row.rowsDone), { align: 'right' }),
    column('created', 100, (row) => count(row.summary?.created), { align: 'right' }),
    column('changed', 100, (row) => count(row.summary?.changed), {
      align: 'right',
      file: [{ key: 'changed' }, { key: 'unchanged', header: t('column.unchanged') }],
    }),
    column('rejected', 100, (row) => count(row.summary?.rejected), { align: 'right' }),
    column('mapping', 140, (row) => row.mappingName ?? '–'),
    column('when', 130, (row) => <DateText value={row.createdAt} />),
  ];
}
