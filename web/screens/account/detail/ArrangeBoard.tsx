import { DndContext, type DragEndEvent, PointerSensor, useDroppable, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { type Arrangement, placeFullWidth, putInto, whereIs } from '../../../../core/arrange.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Arrange.module.css';
import { WidgetCard } from './WidgetCard.tsx';

/** The bands and lanes of the account screen, whose widgets are moved by mouse or by their buttons. */
export function ArrangeBoard(props: {
  shown: Arrangement;
  nameOf: (widgetId: string) => string;
  /** Whether a widget shows fields that one chooses. */
  hasFields: (widgetId: string) => boolean;
  onArrange: (next: Arrangement) => void;
  onEditFields: (widgetId: string) => void;
}) {
  const { shown, nameOf, hasFields, onArrange, onEditFields } = props;
  const { t } = useTranslation('layout');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const dropped = ({ active, over }: DragEndEvent) => {
    const id = String(active.id);
    const to = over && String(over.id);
    if (!to || to === id) return;
    const [kind, band, lane] = to.split(':');
    if (kind === 'band') return onArrange(placeFullWidth(shown, id, Number(band)));
    if (kind === 'lane') return onArrange(putInto(shown, id, Number(band), Number(lane)));
    const where = whereIs(shown, to);
    if (where) onArrange(putInto(shown, id, where.band, where.lane, where.at));
  };
  return (
    <DndContext sensors={sensors} onDragEnd={dropped}>
      {shown.map((band, bandAt) => (
        // A band is where it stands.
        <div key={band[0]?.ids[0]}>
          <BandDrop band={bandAt} />
          <div className={classes.band} style={{ gridTemplateColumns: band.map((lane) => `minmax(0, ${lane.colSpan}fr)`).join(' ') }}>
            {band.map((lane, laneAt) => (
              <LaneDrop key={lane.ids[0]} band={bandAt} lane={laneAt} ids={lane.ids} label={t('span', { span: lane.colSpan })}>
                {lane.ids.map((id) => (
                  <WidgetCard
                    key={id}
                    id={id}
                    band={bandAt}
                    name={nameOf(id)}
                    arrange={(next) => onArrange(next(shown))}
                    onEditFields={hasFields(id) ? () => onEditFields(id) : undefined}
                  />
                ))}
              </LaneDrop>
            ))}
          </div>
        </div>
      ))}
      <BandDrop band={shown.length} />
    </DndContext>
  );
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
