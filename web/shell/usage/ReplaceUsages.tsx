import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import type { Named } from '../../../engine/usage.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useMutation } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { ReplaceUsagesDocument, type UsageAreaFieldsFragment } from './strategy.graphql.ts';
import classes from './Usage.module.css';
import type { UsageOption } from './useUsageOptions.ts';

/** Puts another thing of the kind in every place that was found, after asking. */
export function ReplaceUsages(props: {
  named: Named;
  areas: readonly UsageAreaFieldsFragment[];
  options: readonly UsageOption[];
  onReplaced: (value: string) => void;
}) {
  const { named, options } = props;
  const { t } = useTranslation('usage');
  const { clientId } = useWorkspace();
  const [replace] = useMutation('strategy', ReplaceUsagesDocument);
  const [instead, setInstead] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const labelOf = (value: string | null) => options.find((option) => option.value === value)?.label ?? value ?? '';
  const used = props.areas
    .map((area) => ({ ...area, count: area.hidden + area.places.filter(isReplaced).length }))
    .filter(({ count }) => count > 0);
  const total = used.reduce((sum, { count }) => sum + count, 0);
  const barred = used.filter(({ mayReplace }) => !mayReplace).map(({ where }) => t(`where.${where}`));
  if (named.kind === 'metadata') return <p className={classes.note}>{t('findOnly')}</p>;
  if (total === 0) return null;
  if (barred.length > 0) return <p className={classes.note}>{t('barred', { areas: barred.join(', ') })}</p>;
  return (
    <div className={classes.replace}>
      <Select
        label={t('replaceWith')}
        placeholder={t('choose')}
        data={options.filter(({ value }) => value !== named.value)}
        value={instead}
        searchable
        clearable
        nothingFoundMessage={t('nothingToChoose')}
        onChange={setInstead}
      />
      <Button disabled={instead === null} onClick={() => setAsks(true)}>
        {t('replaceIn', { count: total })}
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('confirmTitle', { name: labelOf(named.value), instead: labelOf(instead) })}
        confirm={t('replaceIn', { count: total })}
        detail={
          <>
            <p>{used.map(({ where, count }) => `${t(`where.${where}`)}: ${count}`).join(' · ')}</p>
            <p>{t('keeps')}</p>
          </>
        }
        onConfirm={async () => {
          if (instead === null) return;
          const { replaceUsages: areas } = await replace({ clientId, kind: named.kind, oldValue: named.value, newValue: instead });
          toastSuccess(t('done', { count: areas.reduce((sum, { places }) => sum + places.length, 0) }));
          props.onReplaced(instead);
        }}
      />
    </div>
  );
}

/** Older versions that claims still run through stay as they are. */
const isReplaced = ({ steps, olderVersions }: UsageAreaFieldsFragment['places'][number]) => steps.length > 0 || olderVersions.length === 0;
