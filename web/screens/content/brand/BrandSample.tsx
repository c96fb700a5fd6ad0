import { useDeferredValue, useMemo } from 'react';
import { type Brand, brand as brandForm, DEFAULT_BRAND } from '../../../../blocks/brand.ts';
import { library, libraryTexts } from '../../../../blocks/library.ts';
import { toLocale } from '../../../../core/locale.ts';
import { DesignPicture } from '../../../content/editor/DesignPicture.tsx';
import { useLook } from '../../../content/editor/useLook.ts';
import { usePlaceholders } from '../../../content/placeholders.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Brand.module.css';

/** Has a logo, text, figures, a button and a footer. */
const SAMPLE = library.find(({ id }) => id === 'reminder-friendly') ?? library[0]!;

/** A message in the brand that is being chosen. In place of a colour that is still typed stands the product's own. */
export function BrandSample({ brand }: { brand: Brand }) {
  const { t } = useTranslation('look');
  const { configuration } = useWorkspace();
  const locale = toLocale(configuration.defaultLocale);
  const look = useLook();
  const placeholders = usePlaceholders('email');
  const settled = useDeferredValue(brand);
  const shown = useMemo(() => {
    const whole = (name: keyof Brand) => (brandForm.shape[name].safeParse(settled[name]).success ? settled : DEFAULT_BRAND)[name];
    return (
      look && { ...look, brand: Object.fromEntries(Object.keys(DEFAULT_BRAND).map((name) => [name, whole(name as keyof Brand)])) as Brand }
    );
  }, [look, settled]);
  const texts = useMemo(() => libraryTexts(SAMPLE.id, locale).get(locale) ?? {}, [locale]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className={classes.sample} aria-label={t('brand.sample')} tabIndex={0}>
      <h2>{t('brand.sample')}</h2>
      {shown && <DesignPicture size="full" design={SAMPLE.design} texts={texts} locale={locale} look={shown} placeholders={placeholders} />}
    </section>
  );
}
