import { useCallback, useEffect, useMemo } from 'react';
import type { TimelineItem } from '../../ui/Timeline.tsx';
import { useTranslation } from '../../ui/texts.ts';
import type { EventLike } from './event.ts';
import { type FoldedRow, foldEvents, isAboutSteps } from './fold.ts';
import { tellShownNotes } from './shownNotes.ts';
import { isEcho, useEventItem } from './useEventItem.tsx';

/**
 * @param events as loaded; what belongs together becomes one row, and what only repeats another event is left out.
 * @param about of useEventItem. @returns the rows of a Timeline.
 */
export function useTimelineItems(
  events: readonly EventLike[],
  order: 'asc' | 'desc',
  about: NonNullable<Parameters<typeof useEventItem>[0]>,
): readonly TimelineItem[] {
  const { t } = useTranslation('events');
  useEffect(() => tellShownNotes(events), [events]);
  // A claim has left some strategies: what they sent still names them.
  const strategyNames = useMemo(() => new Map([...namedBy(events), ...(about.strategyNames ?? [])]), [events, about.strategyNames]);
  const present = useEventItem({ ...about, strategyNames });
  const rowOf = useCallback(
    (row: FoldedRow): TimelineItem => {
      const item = present(row.head);
      if (row.kind === 'single') return item;
      const parts = row.events.map(present);
      if (row.kind === 'message') return { ...item, parts };
      const { blueprintId, strategyName } = (row.head.payload ?? {}) as { blueprintId?: string; strategyName?: string };
      const strategy = strategyNames.get(blueprintId ?? '') ?? strategyName ?? '';
      const count = parts.length;
      const steps = strategy ? t('fold.steps', { count, strategy }) : t('fold.stepsUnnamed', { count });
      const claims = new Set(row.events.map((event) => event.attributes.externalClaimRef)).size;
      const { id, at, icon, tone } = item;
      return {
        id,
        at,
        icon,
        ...(tone ? { tone } : {}),
        title: isAboutSteps(row) ? steps : item.title,
        countsParts: isAboutSteps(row),
        ...(claims > 1 ? { detail: t('part.claims', { count: claims }) } : {}),
        parts,
      };
    },
    [present, strategyNames, t],
  );
  return useMemo(
    () =>
      foldEvents(
        events.filter((event) => !isEcho(event)),
        order,
      ).map(rowOf),
    [events, order, rowOf],
  );
}

/** The names of strategies that events carry, by id. */
function namedBy(events: readonly EventLike[]): [id: string, name: string][] {
  return events.flatMap(({ payload }) => {
    const { blueprintId, strategyName } = (payload ?? {}) as { blueprintId?: unknown; strategyName?: unknown };
    return typeof blueprintId === 'string' && typeof strategyName === 'string' && strategyName !== '' ? [[blueprintId, strategyName]] : [];
  });
}
