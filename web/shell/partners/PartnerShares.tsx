import { ActionIcon, Button, NumberInput, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFormat } from '../../ui/format.ts';
import { useTranslation } from '../../ui/texts.ts';
import { separators } from '../conditions/separators.ts';
import classes from './Partners.module.css';

export interface Allocation {
  readonly partnerId: string;
  /** Of the claims, with two decimals at most. */
  readonly percentage: number;
}

const MOST = 20;

/** @returns the percentages together, without the crumbs of adding decimals. */
export const sumOf = (rows: readonly Allocation[]): number =>
  rows.reduce((total, { percentage }) => total + Math.round((percentage || 0) * 100), 0) / 100;

/** Partners with the percentage of claims that each gets; they have to be 100 together. @param options all partners, by name. */
export function PartnerShares(props: {
  rows: readonly Allocation[];
  options: readonly { readonly value: string; readonly label: string }[];
  error?: string | undefined;
  readOnly?: boolean;
  onChange: (rows: readonly Allocation[]) => void;
}) {
  const { rows, options, error, readOnly = false, onChange } = props;
  const { t } = useTranslation('outsourcing');
  const format = useFormat();
  const sum = sumOf(rows);
  const replace = (at: number, part: Partial<Allocation>) => onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const free = options.filter(({ value }) => !rows.some(({ partnerId }) => partnerId === value));
  const nameOf = (partnerId: string) => options.find(({ value }) => value === partnerId)?.label ?? partnerId;
  return (
    <>
      {rows.map(({ partnerId, percentage }, index) => (
        // Rows have no id of their own: a partner stands there once, and one that is not chosen yet is the last.
        <div key={partnerId || 'new'} className={classes.share}>
          <Select
            aria-label={t('partner')}
            data={partnerId === '' ? free : [{ value: partnerId, label: nameOf(partnerId) }, ...free]}
            value={partnerId || null}
            placeholder={t('choosePartner')}
            searchable
            allowDeselect={false}
            disabled={readOnly}
            onChange={(next) => next && replace(index, { partnerId: next })}
          />
          <NumberInput
            aria-label={`${t('shares.percentage')}: ${nameOf(partnerId)}`}
            {...separators(format.locale)}
            value={percentage}
            min={0}
            max={100}
            decimalScale={2}
            clampBehavior="none"
            rightSection="%"
            disabled={readOnly}
            onChange={(next) => replace(index, { percentage: Number(next) || 0 })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={t('shares.remove', { name: nameOf(partnerId) })}
            disabled={readOnly}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {rows.length > 0 && (
        <p className={sum === 100 ? classes.sum : classes.wrong}>{t('shares.together', { percent: format.percent(sum / 100, 2) })}</p>
      )}
      {error && sum === 100 && <p className={classes.wrong}>{error}</p>}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={15} />}
        disabled={readOnly || free.length === 0 || rows.length >= MOST || rows.some(({ partnerId }) => partnerId === '')}
        onClick={() => onChange([...rows, { partnerId: '', percentage: Math.max(0, Math.round((100 - sum) * 100) / 100) }])}
      >
        {t('shares.add')}
      </Button>
    </>
  );
}
