import { ActionIcon, Skeleton } from '@mantine/core';
import { IconChartBar, IconFileTypeCsv, IconFileTypeSvg, IconTable } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { ErrorState } from '../states.tsx';
import { useTranslation } from '../texts.ts';
import { downloadCsv, downloadSvg } from './download.ts';
import classes from './Figure.module.css';
import type { PlotProps } from './Plot.tsx';

/** The chart library is large, and wanted on few screens: it is not fetched ahead. */
const Plot = lazy(() => import('./Plot.tsx'));

export interface FigureColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The value as a file has it: plain decimals and days. */
  readonly text: (row: Row) => string;
  /** What the cell shows beside that value, in a column of its own of the file. */
  readonly also?: { readonly header: string; readonly text: (row: Row) => string };
  /** Amounts and counts stand right. */
  readonly right?: boolean;
}

/**
 * A chart and the same figures as a table: a switch changes between them, both can be taken away as files.
 * @param plot drawn by the chart library; or `drawing`, a picture of the screen's own. Without either there is only the table.
 * @param rows undefined while loading. @param empty what is said instead of a chart of nothing. @param foot a last row, e.g. the total.
 */
export function Figure<Row>(props: {
  title: string;
  detail?: ReactNode;
  aside?: ReactNode;
  /** Of files, without ending. */
  fileName: string;
  columns: readonly FigureColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  foot?: readonly ReactNode[];
  plot?: Omit<PlotProps, 'onReady'>;
  drawing?: ReactNode;
  initially?: 'chart' | 'table';
  empty: string;
  error?: unknown;
  onRetry?: () => void;
  /** Older figures stand in for new ones. */
  dimmed?: boolean;
}) {
  const { t } = useTranslation('charts');
  const id = useId();
  const [view, setView] = useState(props.initially ?? 'chart');
  const svg = useRef<(() => string) | null>(null);
  const { columns, rows, plot } = props;
  const picture = plot !== undefined || props.drawing !== undefined;
  const shown = picture ? view : 'table';
  const none = rows !== undefined && rows.length === 0;
  const height = plot?.height ?? 220;

  function csv() {
    downloadCsv(props.fileName, [
      columns.flatMap((column) => [column.header, ...(column.also ? [column.also.header] : [])]),
      ...(rows ?? []).map((row) => columns.flatMap((column) => [column.text(row), ...(column.also ? [column.also.text(row)] : [])])),
    ]);
  }

  return (
    <section className={classes.figure} aria-labelledby={id}>
      <header className={classes.head}>
        <div>
          <h2 id={id}>{props.title}</h2>
          {props.detail !== undefined && <p>{props.detail}</p>}
        </div>
        <div className={classes.tools}>
          {props.aside}
          {picture && (
            <fieldset className={classes.switch} aria-label={t('view', { title: props.title })}>
              {(['chart', 'table'] as const).map((each) => (
                <button key={each} type="button" aria-pressed={shown === each} onClick={() => setView(each)}>
                  {each === 'chart' ? <IconChartBar size={15} stroke={1.6} /> : <IconTable size={15} stroke={1.6} />}
                  {t(each)}
                </button>
              ))}
            </fieldset>
          )}
          <ActionIcon
            variant="subtle"
            disabled={!rows || none}
            onClick={csv}
            aria-label={t('csv', { title: props.title })}
            title={t('csv', { title: props.title })}
          >
            <IconFileTypeCsv size={18} stroke={1.6} />
          </ActionIcon>
          {plot && shown === 'chart' && (
            <ActionIcon
              variant="subtle"
              disabled={!rows || none}
              onClick={() => svg.current && downloadSvg(props.fileName, svg.current())}
              aria-label={t('svg', { title: props.title })}
              title={t('svg', { title: props.title })}
            >
              <IconFileTypeSvg size={18} stroke={1.6} />
            </ActionIcon>
          )}
        </div>
      </header>
      {props.error ? (
        <ErrorState error={props.error} {...(props.onRetry && { onRetry: props.onRetry })} />
      ) : rows === undefined ? (
        <Skeleton height={height} role="status" aria-label={t('loading', { title: props.title })} />
      ) : none ? (
        <p className={classes.empty}>{props.empty}</p>
      ) : shown === 'chart' ? (
        <div data-dimmed={props.dimmed || undefined} className={classes.content}>
          {props.drawing ?? (
            <Suspense fallback={<Skeleton height={height} />}>
              {plot && (
                <Plot
                  {...plot}
                  onReady={(write) => {
                    svg.current = write;
                  }}
                />
              )}
            </Suspense>
          )}
        </div>
      ) : (
        <div className={classes.scroll} data-dimmed={props.dimmed || undefined}>
          <table className={classes.table} aria-labelledby={id}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col" data-right={column.right || undefined}>
                    {column.header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={props.rowId(row)}>
                  {columns.map((column, index) =>
                    index === 0 ? (
                      <th key={column.key} scope="row">
                        {column.cell(row)}
                      </th>
                    ) : (
                      <td key={column.key} data-right={column.right || undefined}>
                        {column.cell(row)}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
            {props.foot && (
              <tfoot>
                <tr>
                  {columns.map((column, index) => (
                    <td key={column.key} data-right={column.right || undefined}>
                      {props.foot?.[index]}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </div>
      )}
    </section>
  );
}
