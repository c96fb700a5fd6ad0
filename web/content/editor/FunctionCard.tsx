import { blockType } from '../../../blocks/catalogue.ts';
import { lineOf } from '../../../blocks/texts.ts';
import type { RichText } from '../../../blocks/words.ts';
import { useBlockTexts } from '../blockTexts.ts';
import { iconOf } from './blockIcons.ts';
import classes from './Canvas.module.css';
import type { Drawn } from './drawn.ts';
import { TextPlace } from './TextPlace.tsx';

const NO_TEXT: RichText = { type: 'doc', content: [] };

/** What a page does, such as choosing claims: named and explained, its texts changed where they stand. The preview shows it at work. */
export function FunctionCard({ drawn }: { drawn: Drawn }) {
  const say = useBlockTexts();
  const { block, texts } = drawn;
  const Icon = iconOf(block.type);
  const fields = Object.entries(blockType(block.type)?.texts ?? {});
  return (
    <section className={classes.function}>
      <header>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        {say.name(block.type)}
      </header>
      <p className={classes.about}>{say.about(block.type)}</p>
      {fields.length > 0 && (
        <dl className={classes.said}>
          {fields.map(([field, { kind }]) => {
            const text = texts[`${block.id}.${field}`]?.text;
            return [
              <dt key={`${field} name`}>{say.field(field)}</dt>,
              <dd key={field}>
                <TextPlace
                  drawn={drawn}
                  place={{ field, kind }}
                  text={kind === 'rich' ? (typeof text === 'object' ? text : NO_TEXT) : null}
                  line={kind === 'line' ? lineOf(typeof text === 'string' ? text : '') : null}
                />
              </dd>,
            ];
          })}
        </dl>
      )}
    </section>
  );
}
