import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { GlobalsDocument, SetGlobalsDocument } from './cms.graphql.ts';
import classes from './GlobalPlaceholdersScreen.module.css';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

/** @returns the first row whose name another row above it has. */
const twiceIn = (rows: readonly Row[]) =>
  rows.find((row, place) => row.name.trim() && rows.slice(0, place).some((other) => other.name.trim() === row.name.trim()));

/** content/global-placeholders: texts that many messages use. */
export default function GlobalPlaceholdersScreen() {
  const { t } = useTranslation('content');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('cms', GlobalsDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const saved = data?.getGlobalContentPlaceholders as Record<string, string> | undefined;
  return (
    <>
      {!saved && <PageHeader crumbs={[{ label: t('globals.title') }]} />}
      {saved && <Globals saved={saved} />}
    </>
  );
}

function Globals({ saved }: { saved: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('content');
  const { clientId } = useWorkspace();
  const edits = useCan('cms', 'editContent');
  const [send, busy] = useMutation('cms', SetGlobalsDocument);
  const form = useScreenForm(
    'global placeholders',
    { initialValues: { rows: Object.entries(saved).map(([name, value], id): Row => ({ id, name, value })) as readonly Row[] } },
    { edits, busy, isWhole: (values) => twiceIn(values.rows) === undefined },
    async (wanted) => {
      const named = wanted.rows.filter((row) => row.name.trim());
      await send({ clientId, globalPlaceholders: Object.fromEntries(named.map((row) => [row.name.trim(), row.value])) });
      toastSuccess(t('globals.saved'));
    },
  );
  const { rows } = form.values;
  const setRows = (next: readonly Row[]) => form.setValues({ rows: next });
  const twice = twiceIn(rows);
  const change = (id: number, part: Partial<Row>) => setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const add = () => setRows([...rows, { id: Math.max(-1, ...rows.map((row) => row.id)) + 1, name: '', value: '' }]);
  const addButton = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
      {t('globals.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('globals.title') }]}
        chip={<CountChip>{rows.length}</CountChip>}
        actions={
          edits && (
            <>
              {rows.length > 0 && addButton}
              <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!form.canSave} onClick={form.save}>
                {t('save')}
              </Button>
            </>
          )
        }
      />
      <div className={classes.body}>
        <p className={classes.intro}>{t('globals.detail')}</p>
        <KeptNote kept={form.kept} label={() => t('globals.title')} />
        {rows.length === 0 && (
          <EmptyState title={t('globals.empty')} detail={t('globals.emptyDetail')} action={edits ? addButton : undefined} />
        )}
        {rows.map((row) => (
          <div key={row.id} className={classes.row}>
            <TextInput
              label={t('globals.name')}
              value={row.name}
              readOnly={!edits}
              error={twice?.id === row.id ? t('globals.twice') : undefined}
              onChange={(event) => change(row.id, { name: event.currentTarget.value })}
            />
            <Textarea
              label={t('globals.value')}
              autosize
              minRows={1}
              maxRows={8}
              value={row.value}
              readOnly={!edits}
              onChange={(event) => change(row.id, { value: event.currentTarget.value })}
            />
            <span className={classes.use}>{row.name.trim() && <Reference value={`{{ global.${row.name.trim()} }}`} />}</span>
            {edits && (
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('globals.remove', { name: row.name })}
                className={classes.remove}
                onClick={() => setRows(rows.filter((other) => other.id !== row.id))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
        ))}
      </div>
      <LeaveGuard dirty={form.changed} />
    </>
  );
}
