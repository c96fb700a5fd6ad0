import type { Brand } from '../../../../blocks/brand.ts';
import { COLOUR } from '../../../../blocks/brand.ts';
import { contrast, ENOUGH } from '../../../../blocks/contrast.ts';
import { useFormat } from '../../../ui/format.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Brand.module.css';

/** What stands on what. */
const PAIRS = [
  ['text', 'surface'],
  ['text', 'background'],
  ['accent', 'surface'],
  ['onAccent', 'accent'],
] as const satisfies readonly (readonly [keyof Brand, keyof Brand])[];

/** How well each colour is read on what it stands on, as people see it, and as a number beside what is needed. */
export function Contrasts({ brand }: { brand: Brand }) {
  const { t } = useTranslation('look');
  const format = useFormat();
  return (
    <ul className={classes.contrasts} aria-label={t('brand.contrast.title')}>
      {PAIRS.filter((pair) => pair.every((name) => COLOUR.test(brand[name]))).map(([on, ground]) => {
        const ratio = contrast(brand[on], brand[ground]);
        const isEnough = ratio >= ENOUGH;
        return (
          <li key={`${on} ${ground}`}>
            <span className={classes.swatch} style={{ color: brand[on], background: brand[ground] }} aria-hidden="true">
              Aa
            </span>
            <span>{t('brand.contrast.pair', { on: t(`brand.${on}`), ground: t(`brand.${ground}`) })}</span>
            <Tag tone={isEnough ? 'good' : 'warn'}>
              {t(isEnough ? 'brand.contrast.enough' : 'brand.contrast.low', { ratio: format.number(Math.floor(ratio * 10) / 10) })}
            </Tag>
          </li>
        );
      })}
    </ul>
  );
}
