import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import classes from './FilterBar.module.css';
import { useHotkeys } from './hotkeys.ts';
import { later } from './later.ts';
import { Opens } from './Opens.tsx';
import { useTranslation } from './texts.ts';
import { useTypedText } from './typedText.ts';

const FilterPanel = later(() => import('./FilterChip.panel.tsx'));

/**
 * The line of search and filters above a list; "/" focuses the search.
 * @param search the text in effect and what takes a new one (after a short pause in typing, at once on Enter); left out there is no search.
 * @param children FilterChips and the button that adds a filter. @param end saved views, columns.
 */
export function FilterBar(props: {
  search?: { value: string; onSearch: (text: string) => void; placeholder: string };
  children?: ReactNode;
  end?: ReactNode;
}) {
  return (
    <search className={classes.bar}>
      <div className={classes.filters}>
        {props.search && <SearchInput {...props.search} />}
        {props.children}
      </div>
      {props.end !== undefined && <div className={classes.end}>{props.end}</div>}
    </search>
  );
}

/** So wide that the hint is not cut, in any language; half of the font size is a letter's usual width. */
const widthFor = (hint: string) => `clamp(240px, ${hint.length / 2}em + 76px, 440px)`;

/** A search field with "/" as its shortcut; Escape empties it. */
export function SearchInput(props: { value: string; onSearch: (text: string) => void; placeholder: string }) {
  const [text, type, now] = useTypedText(props.value, props.onSearch);
  const input = useRef<HTMLInputElement>(null);
  useHotkeys({ '/': () => input.current?.select() });

  return (
    <label className={classes.search} style={{ width: widthFor(props.placeholder) }}>
      <IconSearch size={16} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        value={text}
        placeholder={props.placeholder}
        aria-label={props.placeholder}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') now();
          if (event.key !== 'Escape') return;
          if (text === '') event.currentTarget.blur();
          type('');
        }}
      />
      <kbd className={classes.key}>/</kbd>
    </label>
  );
}

/**
 * A filter in effect: its name, its value in words, and the cross that removes it. With children, a click opens them to change the value.
 * @param fault what is wrong with a value that cannot be read. @param children a form for the value; receives what closes it.
 */
export function FilterChip(props: {
  label: string;
  value: string;
  fault?: string | undefined;
  onRemove: () => void;
  children?: (close: () => void) => ReactNode;
}) {
  const { t } = useTranslation('ui');
  const change = props.children;
  const words = (
    <>
      <span className={classes.label}>{props.label}</span> {props.value}
      {props.fault && <span className={classes.fault}>{props.fault}</span>}
    </>
  );
  return (
    <span className={classes.chip} data-wrong={props.fault ? true : undefined}>
      {change === undefined ? (
        <span className={classes.words}>{words}</span>
      ) : (
        <Opens
          button={
            <button type="button" className={classes.words}>
              {words}
            </button>
          }
          menu={(target) => <FilterPanel target={target}>{change}</FilterPanel>}
        />
      )}
      <button type="button" className={classes.remove} aria-label={t('filter.remove', { label: props.label })} onClick={props.onRemove}>
        <IconX size={14} />
      </button>
    </span>
  );
}
