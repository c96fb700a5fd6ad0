import { useMemo } from 'react';
import type { Design } from '../../../blocks/design.ts';
import type { DesignTexts } from '../../../blocks/texts.ts';
import type { Locale } from '../../../core/locale.ts';
import type { Placeholder } from '../placeholders.ts';
import { Canvas } from './Canvas.tsx';
import classes from './DesignPicture.module.css';
import { beginEditing } from './editing.ts';
import { SurroundingsContext, shownIn } from './surroundings.ts';
import type { Look } from './useLook.ts';

/** A design as a picture of itself, small as in a choice of them or in its own size. */
export function DesignPicture(props: {
  design: Design;
  texts: DesignTexts;
  locale: Locale;
  look: Look;
  placeholders: readonly Placeholder[];
  size?: 'small' | 'full';
}) {
  const { design, texts, locale, look, placeholders } = props;
  const surroundings = useMemo(() => shownIn(design.medium, locale, look, placeholders), [design.medium, look, locale, placeholders]);
  const state = useMemo(() => beginEditing({ design, texts: { [locale]: texts } }), [design, texts, locale]);
  return (
    <div className={classes.picture} data-size={props.size} aria-hidden="true" inert>
      <div className={classes.page}>
        <SurroundingsContext value={surroundings}>
          <Canvas state={state} />
        </SurroundingsContext>
      </div>
    </div>
  );
}
