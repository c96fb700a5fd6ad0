import { ActionIcon, Button, NumberInput, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { separators } from '../../../shell/conditions/separators.ts';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { useDirectory } from './directory.ts';
import type { FieldProps } from './fieldProps.ts';
import classes from './StepPanel.module.css';
import { useStepTexts } from './texts.ts';

interface Allocation {
  readonly partnerId: string;
  readonly percentage: number;
}

const MOST = 20;

/** Partners with the percentage of claims that each gets; they have to be 100 together. */
export function Allocations({ name, state, error, readOnly, onChange }: FieldProps) {
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const format = useFormat();
  const { partners } = useDirectory();
  const rows = (Array.isArray(state[name]) ? state[name] : []) as readonly Allocation[];
  const sum = rows.reduce((total, { percentage }) => total + Math.round((percentage || 0) * 100), 0) / 100;
  const set = (next: readonly Allocation[]) => onChange({ [name]: next });
  const replace = (at: number, part: Partial<Allocation>) => set(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const free = partners.options.filter(({ value }) => !rows.some(({ partnerId }) => partnerId === value));
  const nameOf = (partnerId: string) =>
    partners.options.find(({ value }) => value === partnerId)?.label ?? t('panel.missing', { value: partnerId });
  return (
    <fieldset className={classes.rows}>
      <legend>{texts.field(name)}</legend>
      {rows.map(({ partnerId, percentage }, index) => (
        // Rows have no id of their own: a partner stands there once, and one that is not chosen yet is the last.
        <div key={partnerId || 'new'} className={classes.allocation}>
          <Select
            aria-label={texts.field('partnerId')}
            data={partnerId === '' ? free : [{ value: partnerId, label: nameOf(partnerId) }, ...free]}
            value={partnerId || null}
            placeholder={t('panel.choose')}
            searchable
            allowDeselect={false}
            disabled={readOnly}
            onChange={(next) => next && replace(index, { partnerId: next })}
          />
          <NumberInput
            aria-label={`${t('panel.percentage')}: ${partnerId === '' ? '' : nameOf(partnerId)}`}
            {...separators(format.locale)}
            value={percentage}
            min={0}
            max={100}
            decimalScale={2}
            clampBehavior="none"
            rightSection={<span className={classes.unit}>%</span>}
            disabled={readOnly}
            onChange={(next) => replace(index, { percentage: Number(next) || 0 })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={t('panel.removePartner', { name: partnerId === '' ? '' : nameOf(partnerId) })}
            disabled={readOnly}
            onClick={() => set(rows.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {rows.length > 0 && (
        <p className={sum === 100 ? classes.note : classes.error}>{t('panel.together', { percent: format.number(sum) })}</p>
      )}
      {error && sum === 100 && <p className={classes.error}>{error}</p>}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={15} />}
        disabled={readOnly || free.length === 0 || rows.length >= MOST || rows.some(({ partnerId }) => partnerId === '')}
        onClick={() => set([...rows, { partnerId: '', percentage: Math.max(0, Math.round((100 - sum) * 100) / 100) }])}
      >
        {t('panel.addPartner')}
      </Button>
    </fieldset>
  );
}
