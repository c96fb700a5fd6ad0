import { ActionIcon } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useId } from 'react';
import { Change, changeOf } from '../../../ui/charts/Change.tsx';
import { downloadCsv } from '../../../ui/charts/download.ts';
import { Tile } from '../../../ui/charts/Tile.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './KeyFigures.module.css';

/** One figure of a report. Money is decimal text of the report's currency; a share is 0 to 1. */
export interface KeyFigure {
  readonly label: string;
  readonly kind: 'money' | 'count' | 'share';
  /** Undefined while it loads. */
  readonly now: string | number | undefined;
  /** Undefined while it loads, and where there is nothing to compare with. */
  readonly before: string | number | undefined;
  /** Which way is better; absent where neither is. */
  readonly good?: 'up' | 'down';
  /** What it is of, or what it comes to. */
  readonly detail?: string | undefined;
  /** What it is compared with, where that differs from the other figures. */
  readonly since?: string;
  /** The list behind it. */
  readonly to?: string | null;
}

/** The figures of a report's period above it, each with its change against the period before, and as a file. @param since that period in words. */
export function KeyFigures(props: {
  figures: readonly KeyFigure[];
  currency: string;
  since: string;
  /** Says what the figures are compared with, where it is not one period. */
  compared?: string;
  /** The period before could not be read. */
  failed: boolean;
  fileName: string;
}) {
  const { t } = useTranslation(['reports', 'charts']);
  const format = useFormat();
  const heading = useId();
  const { figures, currency, since } = props;
  const write = (kind: KeyFigure['kind'], value: string | number) =>
    kind === 'money'
      ? format.money(String(value), currency)
      : kind === 'share'
        ? format.percent(Number(value))
        : format.number(Number(value));
  const title = t('key.title');
  // Of a client that is younger than the period before, every change would be from nothing.
  const isFirst = figures.every(({ before }) => before !== undefined && Number(before) === 0);
  const csv = () =>
    downloadCsv(props.fileName, [
      [t('key.figure'), t('key.value'), t('key.before'), t('key.change')],
      ...figures.map(({ label, kind, now, before, since: own }) => {
        const change = now === undefined || before === undefined ? null : changeOf(Number(now), Number(before), kind === 'share');
        const unit = kind === 'money' ? ` (${currency})` : '';
        const plain = kind === 'share' && change !== null ? change / 100 : change;
        return [`${label}${unit}${own ? `; ${own}` : ''}`, ...[now, before, plain].map((value) => String(value ?? ''))];
      }),
    ]);
  return (
    <section aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading}>{title}</h2>
        <p>{props.failed ? t('key.failed') : (props.compared ?? t(isFirst ? 'key.nothingBefore' : 'key.compared', { period: since }))}</p>
        <ActionIcon
          variant="subtle"
          disabled={figures.some(({ now }) => now === undefined)}
          onClick={csv}
          aria-label={t('charts:csv', { title })}
          title={t('charts:csv', { title })}
        >
          <IconFileTypeCsv size={18} stroke={1.6} />
        </ActionIcon>
      </header>
      <ul className={classes.tiles} aria-labelledby={heading}>
        {figures.map(({ label, kind, now, before, good, detail, since: own, to = null }) => (
          <Tile
            key={label}
            label={label}
            value={now === undefined ? undefined : write(kind, now)}
            detail={
              <>
                {before !== undefined && !isFirst && <span className={classes.line}>{t('key.was', { value: write(kind, before) })}</span>}
                {detail && <span className={classes.line}>{detail}</span>}
              </>
            }
            change={
              now !== undefined &&
              before !== undefined &&
              !isFirst && <Change now={Number(now)} before={Number(before)} good={good} since={own ?? since} points={kind === 'share'} />
            }
            to={to}
          />
        ))}
      </ul>
    </section>
  );
}
