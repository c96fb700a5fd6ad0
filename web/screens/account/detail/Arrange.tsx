import { Button } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Arrangement, arrangementOf, placed } from '../../../../core/arrange.ts';
import { uuidv7 } from '../../../../core/id.ts';
import type { Widget } from '../../../../core/widgets.ts';
import { refetchScreen, useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './Arrange.module.css';
import { ArrangeBoard } from './ArrangeBoard.tsx';
import type { Account } from './account.ts';
import { putIntoFirst, withAll } from './arrangement.ts';
import { FieldsEditor } from './FieldsEditor.tsx';
import { SaveWidgetGridDocument } from './forms/account.graphql.ts';
import { useGates } from './gates.ts';
import { WidgetGrid } from './WidgetGrid.tsx';
import { WIDGETS } from './widgets.ts';

interface Values {
  [field: string]: unknown;
  widgets: Widget[];
}

/** Arranges the account screen for everybody of the client: by mouse, or by each widget's buttons; nothing holds until it is saved. */
export default function Arrange({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('layout');
  const { clientId } = useWorkspace();
  const gates = useGates();
  const [save, saving] = useMutation('account', SaveWidgetGridDocument);
  const [preview, setPreview] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  const [resetting, setResetting] = useState(false);
  const grid = account.widgetGrid;
  const form = useKeptForm<Values>('account layout', {
    initialValues: { widgets: withAll(grid.widgets as readonly Widget[]) },
    onConflict: () => refetchScreen(),
  });
  const { widgets } = form.values;
  const shown = arrangementOf(widgets);
  const become = (next: Widget[]) => form.setFieldValue('widgets', next);
  const arrange = (next: Arrangement) => become(placed(widgets, next));
  const send = async (wanted: readonly Widget[], done: string) => {
    await save({ clientId, widgets: wanted.map(({ ...each }) => ({ ...each, fields: [...each.fields] })), revision: grid.revision });
    toastSuccess(done);
    onClose();
  };
  const submit = form.send((values) => send(values.widgets, t('saved')));
  const name = (widget: Widget) => widget.label || t(`widget.${widget.type}`);
  const named = (id: string) => name(widgets.find((each) => each.widgetId === id)!);
  const off = widgets.filter((each) => !each.active && WIDGETS[each.type] && gates(WIDGETS[each.type]!));
  const addFields = () => {
    const widgetId = `fields-${uuidv7()}`;
    const added: Widget = { widgetId, type: 'fields', label: '', col: 0, row: 0, colSpan: 12, active: true, props: {}, fields: [] };
    become(placed([...widgets, added], putIntoFirst(shown, widgetId)));
    setEditing(widgetId);
  };
  const edited = widgets.find((each) => each.widgetId === editing);
  return (
    <section className={classes.arrange} aria-label={t('title')}>
      <div className={classes.bar}>
        <p>{t('hint')}</p>
        <Button variant="subtle" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="default" disabled={grid.isDefault && !form.isDirty()} onClick={() => setResetting(true)}>
          {t('default')}
        </Button>
        <Button variant="default" onClick={() => setPreview(!preview)}>
          {t(preview ? 'edit' : 'preview')}
        </Button>
        <Button onClick={() => submit()} loading={saving} disabled={form.kept.met.length > 0}>
          {t('save')}
        </Button>
      </div>
      <KeptNote kept={form.kept} label={() => t('title')} />
      {form.errors.widgets && (
        <p className={classes.error} role="alert">
          {form.errors.widgets}
        </p>
      )}
      {preview ? (
        <WidgetGrid widgets={widgets} account={account} accountId={account.id} />
      ) : (
        <div className={classes.board}>
          <ArrangeBoard
            shown={shown}
            nameOf={named}
            hasFields={(id) => widgets.find((each) => each.widgetId === id)?.type === 'fields'}
            onArrange={arrange}
            onEditFields={setEditing}
          />
          <section className={classes.off}>
            <h2>{t('off')}</h2>
            {off.length === 0 && <p>{t('offNone')}</p>}
            {off.map((widget) => (
              <Button
                key={widget.widgetId}
                size="xs"
                variant="default"
                leftSection={<IconPlus size={14} stroke={1.6} />}
                aria-label={`${t('on')}: ${name(widget)}`}
                onClick={() => arrange(putIntoFirst(shown, widget.widgetId))}
              >
                {name(widget)}
              </Button>
            ))}
            <Button size="xs" variant="light" leftSection={<IconListDetails size={14} stroke={1.6} />} onClick={addFields}>
              {t('addFields')}
            </Button>
          </section>
        </div>
      )}
      {edited && (
        <FieldsEditor
          account={account}
          widget={edited}
          errors={form.errors}
          at={widgets.indexOf(edited)}
          onChange={(next) => become(widgets.map((each) => (each.widgetId === next.widgetId ? next : each)))}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        opened={resetting}
        danger
        title={t('defaultTitle')}
        detail={t('defaultDetail')}
        confirm={t('default')}
        onClose={() => setResetting(false)}
        onConfirm={async () => {
          form.kept.startAfresh();
          await send([], t('defaultDone'));
        }}
      />
    </section>
  );
}
