import { Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { type Named, USAGE_KINDS, type UsageKind } from '../../../engine/usage.ts';
import { Drawer } from '../../ui/Drawer.tsx';
import { useCan } from '../../ui/permission.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { ReplaceUsages } from './ReplaceUsages.tsx';
import { UsagesDocument } from './strategy.graphql.ts';
import classes from './Usage.module.css';
import { UsagePlaces } from './UsagePlaces.tsx';
import { useUsageOptions } from './useUsageOptions.ts';

/** Where a template, topic, person and so on is used in strategies, reactions and workflows, and another one in its place. @param wanted null: nothing chosen yet. */
export default function UsageDrawer(props: { wanted: Named | null; onClose: () => void }) {
  const { t } = useTranslation('usage');
  const { clientId } = useWorkspace();
  const sees = useCan('strategy', 'viewStrategies');
  const [kind, setKind] = useState<UsageKind | null>(props.wanted?.kind ?? null);
  const [value, setValue] = useState<string | null>(props.wanted?.value ?? null);
  const options = useUsageOptions(kind);
  const known = options.some((option) => option.value === value);
  // What is withdrawn is no longer among the choices, and yet it is looked for.
  const shown = value !== null && !known ? [...options, { value, label: value }] : options;
  const asked = sees && kind !== null && value !== null ? { clientId, kind, value } : null;
  const { data, error, refetch } = useQuery('strategy', UsagesDocument, asked);
  const areas = data?.getUsages;
  const total = areas?.reduce((sum, { places, hidden }) => sum + places.length + hidden, 0);
  return (
    <Drawer opened onClose={props.onClose} title={t('title')} size={600}>
      <div className={classes.what}>
        <Select
          label={t('kindLabel')}
          placeholder={t('chooseKind')}
          data={USAGE_KINDS.map((each) => ({ value: each, label: t(`kind.${each}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(next) => {
            setKind(next as UsageKind | null);
            setValue(null);
          }}
        />
        {kind && (
          <Select
            label={t(`kind.${kind}`)}
            placeholder={t('choose')}
            data={[...shown]}
            value={value}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('nothingToChoose')}
            onChange={setValue}
          />
        )}
        {error && !areas ? <ErrorState error={error} onRetry={refetch} /> : null}
        {asked && !areas && !error && <Skeleton height={120} />}
        {total === 0 && <p className={classes.note}>{t('unused')}</p>}
        {areas && kind && value !== null && total !== undefined && total > 0 && (
          <ReplaceUsages
            key={`${kind} ${value}`}
            named={{ kind, value }}
            areas={areas}
            options={options}
            onReplaced={(next) => {
              setValue(next);
              refetch();
            }}
          />
        )}
        {areas?.map((area) => (
          <UsagePlaces key={area.where} area={area} />
        ))}
      </div>
    </Drawer>
  );
}
