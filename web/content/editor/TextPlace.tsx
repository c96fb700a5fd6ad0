import { lazy, Suspense } from 'react';
import { blockType } from '../../../blocks/catalogue.ts';
import type { Place } from '../../../blocks/nodes.ts';
import type { Inline, RichText } from '../../../blocks/words.ts';
import { useTranslation } from '../../ui/texts.ts';
import classes from './Canvas.module.css';
import type { Drawn } from './drawn.ts';
import { useSurroundings } from './surroundings.ts';
import { lineView, RichView } from './text/RichView.tsx';

const TextEditor = lazy(() => import('./text/TextEditor.tsx'));

const isBlank = (line: readonly Inline[] | undefined) => !line?.length;

/**
 * A text of a block, with its editor while it is written. @param text as it is drawn, or @param line of what has one line only.
 * @param place null for what the block itself says.
 * @param blank what stands there while nothing is written; else it asks for it.
 */
export function TextPlace({
  drawn,
  place,
  text,
  line,
  blank,
}: {
  drawn: Drawn;
  place: Place | null;
  text: RichText | null;
  line: readonly Inline[] | null;
  blank?: string;
}) {
  const { t, find } = useTranslation(['editor', 'blocks']);
  const { acts, locale, textOf, placeholders, onEditor, readOnly } = useSurroundings();
  const { block, texts, writing } = drawn;
  // A line is drawn without paragraphs of its own: the block's sheet says how large it is.
  const [only] = text?.content ?? [];
  const said = line ?? (only && 'content' in only && only.type !== 'bulletList' && only.type !== 'orderedList' ? only.content : []) ?? [];
  const isLine = line !== null || place?.kind === 'line';
  const shown = isLine ? lineView(said as readonly Inline[], textOf) : text && <RichView text={text} textOf={textOf} />;
  if (!place) return shown;
  const key = `${block.id}.${place.field}`;
  const label = find(`blocks:field.${place.field}`) ?? place.field;
  const nothing = isLine ? isBlank(said as readonly Inline[]) : !text?.content.some((each) => each.content?.length);
  const still = (
    <div className={classes.place} data-place={place.field}>
      {nothing ? <span className={classes.blank}>{blank ?? t('write', { field: label })}</span> : shown}
    </div>
  );
  if (readOnly || writing?.block !== block.id || writing.field !== place.field) return still;
  const fields = Object.keys(blockType(block.type)?.texts ?? {});
  const leave = () => {
    acts.focus(block.id);
    return true;
  };
  return (
    <Suspense fallback={still}>
      <div className={classes.place} data-writing>
        <TextEditor
          kind={place.kind}
          text={texts[key]?.text ?? (place.kind === 'line' ? '' : { type: 'doc', content: [] })}
          label={label}
          at={writing.at}
          textOf={textOf}
          placeholders={placeholders}
          onChange={(next) => acts.text(locale, key, next)}
          onEditor={onEditor}
          {...(place.kind === 'line' ? { onEnter: leave } : {})}
          onEscape={leave}
          onTab={(step) => {
            const next = fields[fields.indexOf(place.field) + step];
            if (next === undefined || document.querySelector(`[data-block="${block.id}"] [data-place="${next}"]`) === null) return false;
            acts.write({ block: block.id, field: next, at: null });
            return true;
          }}
        />
      </div>
    </Suspense>
  );
}
