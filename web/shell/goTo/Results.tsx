import { useEffect, useRef } from 'react';
import { useFormat } from '../../ui/format.ts';
import { useTranslation } from '../../ui/texts.ts';
import classes from './GoTo.module.css';
import type { Group, Row } from './row.ts';

/** The groups with their headings; one row is chosen. The focus stays in the field: rows are clicked, or taken by Enter there. */
export function Results(props: { id: string; groups: readonly Group[]; chosen: Row | undefined; onOpen: (row: Row) => void }) {
  const { t } = useTranslation(['shell', 'goTo']);
  const format = useFormat();
  const list = useRef<HTMLDivElement>(null);
  const key = props.chosen?.key;
  useEffect(() => {
    if (key !== undefined) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  if (props.groups.length === 0) return null;
  return (
    <div ref={list} id={props.id} className={classes.results} role="listbox" aria-label={t('goTo:results')}>
      {props.groups.map(({ name, rows }) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox have no fieldset
        <div key={name} role="group" aria-label={t(`goTo:group.${name}`)}>
          {name !== 'find' && (
            <p className={classes.label} aria-hidden="true">
              {t(`goTo:group.${name}`)}
            </p>
          )}
          {rows.map((row) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            <div
              key={row.key}
              id={`${props.id} ${row.key}`.replaceAll(' ', '_')}
              className={classes.result}
              role="option"
              tabIndex={-1}
              aria-selected={row.key === key}
              onClick={() => props.onOpen(row)}
            >
              <row.icon size={18} />
              <span className={classes.words}>{row.label}</span>
              {row.detail && <span className={classes.detail}>{row.detail}</span>}
              {row.match && (
                <span className={classes.match}>
                  {t(`goTo:match.${row.match.kind}`, {
                    value: row.match.kind === 'birthDate' ? format.date(row.match.value) : row.match.value,
                  })}
                </span>
              )}
              {row.key === key && <kbd>↵</kbd>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
