import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useFormat } from './format.ts';
import type { Tone } from './Tag.tsx';
import classes from './Timeline.module.css';
import { useTranslation } from './texts.ts';

/** One event as people read it. */
export interface TimelineItem {
  readonly id: string;
  /** ISO moment. */
  readonly at: string;
  /** A Tabler icon of 15 px. */
  readonly icon: ReactNode;
  readonly tone?: Tone;
  readonly title: ReactNode;
  /** The line below: why, by which way, links. */
  readonly detail?: ReactNode;
  /** Words of a person, framed. */
  readonly quote?: ReactNode;
  /** What a press on the title opens. */
  readonly onOpen?: () => void;
  /** The events that this one row stands for, in the order of the timeline; shown on demand. */
  readonly parts?: readonly TimelineItem[];
  /** The title says how many the parts are: a press on it shows them. */
  readonly countsParts?: boolean;
}

/**
 * Events grouped by day in the client's zone, newest first as given. A new item on top slides in.
 * @param loading shows the final shape in grey. @param empty what to say when there is nothing. @param end e.g. a button for older events.
 */
export function Timeline(props: { items: readonly TimelineItem[]; loading?: boolean; empty?: ReactNode; end?: ReactNode }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const days = useMemo(() => {
    const groups: { day: string; items: TimelineItem[] }[] = [];
    for (const item of props.items) {
      const day = format.dayOf(item.at);
      const last = groups.at(-1);
      if (last?.day === day) last.items.push(item);
      else groups.push({ day, items: [item] });
    }
    return groups;
  }, [props.items, format]);
  const today = format.dayOf(new Date().toISOString());
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const dayName = (day: string) => (day === today ? t('day.today') : day === yesterday ? t('day.yesterday') : format.date(day, 'medium'));

  if (props.loading && props.items.length === 0) return <TimelineSkeleton />;
  if (props.items.length === 0) return props.empty ?? null;
  return (
    <div className={classes.timeline}>
      {days.map((group) => (
        <section key={group.day}>
          <h3 className={classes.day}>{dayName(group.day)}</h3>
          <ol className={classes.list}>
            {group.items.map((item) => (
              // A row that grows at its newer end stays the same row.
              <li key={item.parts?.at(-1)?.id ?? item.id} className={classes.item}>
                <span className={classes.icon} data-tone={item.tone ?? 'neutral'} aria-hidden="true">
                  {item.icon}
                </span>
                <div className={classes.body}>
                  {item.countsParts && item.parts ? (
                    <Parts of={item} parts={item.parts} />
                  ) : (
                    <div className={classes.line}>
                      {item.onOpen ? (
                        <button type="button" className={classes.opens} onClick={item.onOpen}>
                          {item.title}
                        </button>
                      ) : (
                        <div className={classes.title}>{item.title}</div>
                      )}
                      <time className={classes.time} dateTime={item.at} title={format.date(item.at, 'exact')}>
                        {format.date(item.at, 'time')}
                      </time>
                    </div>
                  )}
                  {item.detail !== undefined && <div className={classes.detail}>{item.detail}</div>}
                  {item.quote !== undefined && <div className={classes.quote}>{item.quote}</div>}
                  {item.parts && !item.countsParts && <Parts of={item} parts={item.parts} />}
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
      {props.end}
    </div>
  );
}

/** How many events a row stands for, in its title or below; a press shows each with its moment. */
function Parts({ of, parts }: { of: TimelineItem; parts: readonly TimelineItem[] }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const [shown, setShown] = useState(false);
  const day = format.dayOf(of.at);
  return (
    <>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.more}
          data-title={of.countsParts || undefined}
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {of.countsParts ? of.title : t('fold.parts', { count: parts.length })}
          <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
        </button>
        {of.countsParts && (
          <time className={classes.time} dateTime={of.at} title={format.date(of.at, 'exact')}>
            {format.date(of.at, 'time')}
          </time>
        )}
      </div>
      {shown && (
        <ol className={classes.parts}>
          {parts.map((part) => (
            <li key={part.id}>
              <div className={classes.line}>
                <div className={classes.part}>
                  {part.title}
                  {part.detail !== undefined && <div className={classes.detail}>{part.detail}</div>}
                  {part.quote !== undefined && <div className={classes.quote}>{part.quote}</div>}
                </div>
                <time className={classes.time} dateTime={part.at} title={format.date(part.at, 'exact')}>
                  {format.dayOf(part.at) !== day && `${format.date(format.dayOf(part.at), 'medium')}, `}
                  {format.date(part.at, 'time')}
                </time>
              </div>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function TimelineSkeleton() {
  return (
    <div className={classes.timeline} aria-hidden="true">
      <div className={classes.day}>
        <Skeleton height={12} width={70} my={3} />
      </div>
      {[210, 260, 180, 240, 200].map((width) => (
        <div key={width} className={classes.item}>
          <Skeleton circle height={28} width={28} />
          <div className={classes.body}>
            <Skeleton height={12} width={width} mt={4} />
            <Skeleton height={10} width={width * 1.3} mt={8} />
          </div>
        </div>
      ))}
    </div>
  );
}
