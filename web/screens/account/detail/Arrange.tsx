import { DndContext, type DragEndEvent, PointerSensor, useDroppable, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconArrowUp,
  IconEyeOff,
  IconGripVertical,
  IconListDetails,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import {
  type Arrangement,
  arrangementOf,
  placed,
  placeFullWidth,
  putInto,
  removeWidget,
  resize,
  step,
  whereIs,
} from '../../../../core/arrange.ts';
import { uuidv7 } from '../../../../core/id.ts';
import { DEFAULT_WIDGETS, type Widget } from '../../../../core/widgets.ts';
import { refetchScreen, useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './Arrange.module.css';
import type { Account } from './account.ts';
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
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const dropped = ({ active, over }: DragEndEvent) => {
    const id = String(active.id);
    const to = over && String(over.id);
    if (!to || to === id) return;
    const [kind, band, lane] = to.split(':');
    if (kind === 'band') return arrange(placeFullWidth(shown, id, Number(band)));
    if (kind === 'lane') return arrange(putInto(shown, id, Number(band), Number(lane)));
    const where = whereIs(shown, to);
    if (where) arrange(putInto(shown, id, where.band, where.lane, where.at));
  };
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
          <DndContext sensors={sensors} onDragEnd={dropped}>
            {shown.map((band, bandAt) => (
              // A band is where it stands.
              <div key={band[0]?.ids[0]}>
                <BandDrop band={bandAt} />
                <div className={classes.band} style={{ gridTemplateColumns: band.map((lane) => `minmax(0, ${lane.colSpan}fr)`).join(' ') }}>
                  {band.map((lane, laneAt) => (
                    <LaneDrop key={lane.ids[0]} band={bandAt} lane={laneAt} ids={lane.ids} label={t('span', { span: lane.colSpan })}>
                      {lane.ids.map((id) => (
                        <Card key={id} id={id} name={named(id)}>
                          <Tool label={t('move.up', { name: named(id) })} icon={IconArrowUp} onUse={() => arrange(step(shown, id, 'up'))} />
                          <Tool
                            label={t('move.down', { name: named(id) })}
                            icon={IconArrowDown}
                            onUse={() => arrange(step(shown, id, 'down'))}
                          />
                          <Tool
                            label={t('move.left', { name: named(id) })}
                            icon={IconArrowLeft}
                            onUse={() => arrange(step(shown, id, 'left'))}
                          />
                          <Tool
                            label={t('move.right', { name: named(id) })}
                            icon={IconArrowRight}
                            onUse={() => arrange(step(shown, id, 'right'))}
                          />
                          <Tool label={t('wider', { name: named(id) })} icon={IconPlus} onUse={() => arrange(resize(shown, id, 1))} />
                          <Tool label={t('narrower', { name: named(id) })} icon={IconMinus} onUse={() => arrange(resize(shown, id, -1))} />
                          <Tool
                            label={t('across', { name: named(id) })}
                            icon={IconArrowsHorizontal}
                            onUse={() => arrange(placeFullWidth(shown, id, bandAt))}
                          />
                          {widgets.find((each) => each.widgetId === id)?.type === 'fields' && (
                            <Tool label={t('editFields', { name: named(id) })} icon={IconListDetails} onUse={() => setEditing(id)} />
                          )}
                          <Tool
                            label={t('takeOff', { name: named(id) })}
                            icon={IconEyeOff}
                            onUse={() => arrange(removeWidget(shown, id))}
                          />
                        </Card>
                      ))}
                    </LaneDrop>
                  ))}
                </div>
              </div>
            ))}
            <BandDrop band={shown.length} />
          </DndContext>
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

/** Widgets that the product has and the client's layout does not know yet stand among those that are off. */
function withAll(widgets: readonly Widget[]): Widget[] {
  const missing = DEFAULT_WIDGETS.filter((each) => !widgets.some((own) => own.type === each.type)).map((each) => ({
    ...each,
    active: false,
  }));
  return [...widgets, ...missing].map(({ widgetId, type, label, col, row, colSpan, active, props, fields }) => ({
    ...{ widgetId, type, label, col, row, colSpan, active, props },
    fields: fields.map(({ fieldId, label: name, path }) => ({ fieldId, label: name, path })),
  }));
}

/** A widget that is switched on comes on top of the narrowest lane's end: in view, in nobody's way. */
function putIntoFirst(arrangement: Arrangement, id: string): Arrangement {
  const band = arrangement.findIndex((each) => each.length > 1);
  return band < 0 ? placeFullWidth(arrangement, id, 0) : putInto(arrangement, id, band, arrangement[band]!.length - 1, 0);
}

function BandDrop({ band }: { band: number }) {
  const { t } = useTranslation('layout');
  const { setNodeRef, isOver, active } = useDroppable({ id: `band:${band}` });
  return (
    <div ref={setNodeRef} className={classes.between} data-over={isOver || undefined} data-dragging={active !== null || undefined}>
      {active && t('newBand')}
    </div>
  );
}

function LaneDrop(props: { band: number; lane: number; ids: readonly string[]; label: string; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id: `lane:${props.band}:${props.lane}` });
  return (
    <SortableContext items={[...props.ids]} strategy={verticalListSortingStrategy}>
      <div ref={setNodeRef} className={classes.lane} data-over={isOver || undefined}>
        <span className={classes.span}>{props.label}</span>
        {props.children}
      </div>
    </SortableContext>
  );
}

function Card(props: { id: string; name: string; children: ReactNode }) {
  const { t } = useTranslation('layout');
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: props.id });
  return (
    <article
      ref={setNodeRef}
      className={classes.card}
      aria-label={props.name}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <header className={classes.head} {...listeners} title={t('drag', { name: props.name })}>
        <IconGripVertical size={15} stroke={1.6} aria-hidden="true" />
        <h3>{props.name}</h3>
      </header>
      <div className={classes.tools}>{props.children}</div>
    </article>
  );
}

function Tool(props: { label: string; icon: typeof IconArrowUp; onUse: () => void }) {
  const Icon = props.icon;
  return (
    <ActionIcon variant="subtle" size={24} aria-label={props.label} title={props.label} onClick={props.onUse}>
      <Icon size={15} stroke={1.6} />
    </ActionIcon>
  );
}
