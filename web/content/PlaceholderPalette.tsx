import { useState } from 'react';
import { useTranslation } from '../ui/texts.ts';
import classes from './PlaceholderPalette.module.css';
import { inSource, type Placeholder, useDescribe } from './placeholders.ts';

/** Every placeholder by group; a click puts it where the cursor is. @param props.onInsert is given it as the source writes it. */
export function PlaceholderPalette(props: { placeholders: readonly Placeholder[]; onInsert: (source: string) => void }) {
  const { t, find } = useTranslation('content');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const describe = useDescribe();
  const found = props.placeholders.filter(
    (item) => !wanted || item.tag.toLowerCase().includes(wanted) || describe(item).toLowerCase().includes(wanted),
  );
  const groups = [...new Set(found.map((item) => item.group))];
  return (
    <aside className={classes.palette} aria-label={t('placeholders')}>
      <h2>{t('placeholders')}</h2>
      <input
        className={classes.search}
        type="search"
        value={search}
        placeholder={t('placeholderSearch')}
        aria-label={t('placeholderSearch')}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.list}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{find(`content:group.${group}`) ?? group}</h3>
            {found
              .filter((item) => item.group === group)
              .map((item) => (
                <button
                  key={`${item.group} ${item.tag}`}
                  type="button"
                  className={classes.item}
                  title={item.example ? t('example', { example: item.example }) : undefined}
                  // The text keeps its focus and its cursor.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => props.onInsert(inSource(item))}
                >
                  <span className={classes.tag}>{item.tag}</span>
                  <span className={classes.words}>{describe(item)}</span>
                </button>
              ))}
          </section>
        ))}
        {found.length === 0 && <p className={classes.none}>{t('nothingFound')}</p>}
      </div>
    </aside>
  );
}
