import { IconBolt } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Trigger, useTriggers } from '../../../shell/triggers/triggers.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './EventsScreen.module.css';
import { TriggerForm } from './TriggerForm.tsx';

/** The client's own triggers. @param declaring a new one is being declared. */
export function TriggersTab(props: { declaring: boolean; onDeclared: () => void; newButton: ReactNode }) {
  const { t } = useTranslation('triggers');
  const edits = useCan('strategy', 'editStrategies');
  const { triggers, loading, error, refetch } = useTriggers();
  const [opened, setOpened] = useState<string | null>(null);
  const rows = triggers ?? [];
  const trigger = rows.find(({ name }) => name === opened) ?? null;
  const columns: readonly Column<Trigger>[] = [
    { key: 'name', header: t('triggers.columns.name'), width: 220, strong: true, cell: ({ name }) => name },
    { key: 'description', header: t('triggers.columns.description'), width: 320, cell: ({ description }) => description },
    {
      key: 'fields',
      header: t('triggers.columns.fields'),
      width: 300,
      cell: ({ fields }) => fields.map(({ name, required }) => (required ? t('triggers.required', { name }) : name)).join(', '),
    },
    { key: 'updated', header: t('triggers.columns.updated'), width: 130, cell: ({ updatedAt }) => <DateText value={updatedAt} /> },
  ];
  const close = () => {
    setOpened(null);
    props.onDeclared();
  };
  return (
    <>
      <p className={classes.intro}>{t('triggers.intro')}</p>
      <div className={classes.list}>
        <DataTable
          label={t('tab.triggers')}
          columns={columns}
          rows={rows}
          rowId={({ name }) => name}
          loading={loading && !triggers}
          error={triggers ? undefined : error}
          onRetry={refetch}
          onOpen={({ name }) => edits && setOpened(name)}
          openId={opened}
          empty={
            <EmptyState
              icon={<IconBolt size={22} />}
              title={t('triggers.none')}
              detail={t('triggers.noneDetail')}
              action={props.newButton}
            />
          }
        />
      </div>
      {(props.declaring || trigger) && (
        <TriggerForm
          key={trigger?.name ?? ''}
          trigger={trigger}
          taken={rows.map(({ name }) => name)}
          onConflict={refetch}
          onClose={close}
        />
      )}
    </>
  );
}
