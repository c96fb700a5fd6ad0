import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { fieldErrors } from '../../../ui/form.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './EmbeddedScreen.module.css';
import { type EmbeddedDashboardsQuery, SetEmbeddedDashboardsDocument } from './reporting.graphql.ts';

type Dashboard = EmbeddedDashboardsQuery['getEmbeddedDashboard'][number];
type Field = 'label' | 'type' | 'url';
const FIELDS: readonly Field[] = ['label', 'type', 'url'];

/** The client's list of dashboards: names, addresses, kinds and the order of the tabs. */
export default function DashboardEditor(props: { dashboards: readonly Dashboard[]; onClose: () => void }) {
  const { t } = useTranslation('dashboards');
  const { clientId } = useWorkspace();
  const next = useRef(props.dashboards.length);
  const fresh = (): Dashboard & { id: number } => ({ id: next.current++, type: 'static', url: '', label: '' });
  const [rows, setRows] = useState(() => (props.dashboards.length > 0 ? props.dashboards.map((each, id) => ({ ...each, id })) : [fresh()]));
  const [errors, setErrors] = useState<Readonly<Record<string, ReactNode>>>({});
  const [refusal, setRefusal] = useState<unknown>(null);
  const [send, busy] = useMutation('reporting', SetEmbeddedDashboardsDocument, { idempotent: true });

  async function save() {
    if (busy) return;
    setErrors({});
    setRefusal(null);
    try {
      await send({ clientId, dashboards: rows.map(({ type, url, label }) => ({ type, url, label })) });
      toastSuccess(t('saved'));
      props.onClose();
    } catch (error) {
      const found = fieldErrors(
        error,
        rows.flatMap((_, index) => FIELDS.map((field) => `dashboards.${index}.${field}`)),
      );
      setErrors(found.errors as Record<string, ReactNode>);
      if (found.rest.length > 0) setRefusal(error);
    }
  }
  useHotkeys({ 'mod+Enter': () => void save() });

  const put = (index: number, part: Partial<Dashboard>) => setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const move = (index: number, by: number) => {
    const moved = [...rows];
    const [row] = moved.splice(index, 1);
    if (row) moved.splice(index + by, 0, row);
    setRows(moved);
    setErrors({});
  };
  const nameOf = (index: number) => rows[index]?.label || t('editor.unnamed', { number: index + 1 });
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={t('edit')}
      size={600}
      footer={
        <Button loading={busy} onClick={() => void save()}>
          {t('editor.save')}
        </Button>
      }
    >
      <p className={classes.note}>{t('editor.note')}</p>
      {refusal !== null && <ErrorNote error={refusal} />}
      <ol className={classes.rows}>
        {rows.map((row, index) => (
          <li key={row.id} className={classes.row}>
            <TextInput
              label={t('editor.label')}
              maxLength={60}
              value={row.label}
              error={errors[`dashboards.${index}.label`]}
              onChange={(event) => put(index, { label: event.currentTarget.value })}
            />
            <NativeSelect
              label={t('editor.type')}
              data={[
                { value: 'static', label: t('editor.static') },
                { value: 'quicksight', label: t('editor.quicksight') },
              ]}
              value={row.type}
              error={errors[`dashboards.${index}.type`]}
              onChange={(event) => put(index, { type: event.currentTarget.value })}
            />
            <span className={classes.moves}>
              <ActionIcon
                variant="subtle"
                disabled={index === 0}
                aria-label={t('editor.up', { label: nameOf(index) })}
                onClick={() => move(index, -1)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                disabled={index === rows.length - 1}
                aria-label={t('editor.down', { label: nameOf(index) })}
                onClick={() => move(index, 1)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('editor.remove', { label: nameOf(index) })}
                onClick={() => {
                  setRows(rows.filter((_, at) => at !== index));
                  setErrors({});
                }}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </span>
            <TextInput
              className={classes.address}
              type="url"
              label={t('editor.url')}
              placeholder="https://"
              value={row.url}
              error={errors[`dashboards.${index}.url`]}
              onChange={(event) => put(index, { url: event.currentTarget.value })}
            />
          </li>
        ))}
      </ol>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setRows([...rows, fresh()])}>
        {t('editor.add')}
      </Button>
    </Drawer>
  );
}
