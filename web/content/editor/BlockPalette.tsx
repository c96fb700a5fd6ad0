import { memo, type Ref, useState } from 'react';
import { type Block, GROUPS } from '../../../blocks/block.ts';
import { keyLabel } from '../../ui/hotkeys.ts';
import { useTranslation } from '../../ui/texts.ts';
import classes from './BlockPalette.module.css';
import { iconOf } from './blockIcons.ts';
import { endDrag, startDrag } from './useDrops.ts';

/** The blocks one can add. A click or Enter adds one after the selected block; dragging puts it where it is dropped. @param props.search its field. */
export const BlockPalette = memo(function BlockPalette(props: {
  types: readonly Block[];
  search: Ref<HTMLInputElement>;
  onAdd: (type: string) => void;
}) {
  const { t, find } = useTranslation(['editor', 'blocks']);
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const named = (type: string) => find(`blocks:block.${type}.name`) ?? type;
  const about = (type: string) => find(`blocks:block.${type}.about`) ?? '';
  const inName = (type: string) => named(type).toLowerCase().includes(words);
  const found = props.types.filter(({ type }) => inName(type) || about(type).toLowerCase().includes(words));
  // Enter takes the one that is called so, before one that only mentions it.
  const first = found.find(({ type }) => inName(type)) ?? found[0];
  return (
    <aside className={classes.palette} aria-label={t('palette.label')}>
      <h2>{t('palette.label')}</h2>
      <input
        ref={props.search}
        className={classes.search}
        type="search"
        value={search}
        placeholder={t('palette.search')}
        aria-label={t('palette.search')}
        title={keyLabel('/')}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && words !== '' && first) {
            props.onAdd(first.type);
            setSearch('');
          } else if (event.key === 'Escape') setSearch('');
        }}
      />
      <div className={classes.list}>
        {GROUPS.map((group) => {
          const own = found.filter((block) => block.group === group);
          if (own.length === 0) return null;
          return (
            <section key={group}>
              <h3>{find(`blocks:group.${group}`)}</h3>
              {own.map(({ type }) => {
                const Icon = iconOf(type);
                return (
                  <button
                    key={type}
                    type="button"
                    className={classes.type}
                    title={about(type)}
                    draggable
                    onDragStart={(event) => startDrag(event, type, null)}
                    onDragEnd={endDrag}
                    onClick={() => props.onAdd(type)}
                  >
                    <Icon size={16} stroke={1.6} aria-hidden="true" />
                    {named(type)}
                  </button>
                );
              })}
            </section>
          );
        })}
        {found.length === 0 && <p className={classes.none}>{t('palette.nothing')}</p>}
      </div>
    </aside>
  );
});
