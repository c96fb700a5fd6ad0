/** How a client's pages look: a style sheet made of its brand, since a page may have no style in it. */
import { type Brand, FONTS } from '../../../blocks/brand.ts';
import { contrast, ENOUGH, lightened, mix, readableOn } from '../../../blocks/contrast.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readBrand } from './cms.brand.logic.ts';
import { findLook, type KeptLook } from './cms.landing.kept.logic.ts';

/**
 * @param kept what a page was shown with, to see it as it was.
 * @returns where the style sheet of the client's brand is, and its logo; null as long as it looks like the product
 */
export async function pageLook(tx: Tx, kept: KeptLook | null = null) {
  if (kept) return kept.isBranded ? lookBy(tx, kept.brand, kept.digest) : null;
  const { brand, revision } = await readBrand(tx);
  return revision === 0 ? null : lookBy(tx, brand, String(revision));
}

// Nothing is loaded from elsewhere.
const lookBy = ({ clientId }: Tx, { logo, logoWidth, name }: Brand, file: string) => ({
  style: `/p/brand/${clientId}/${file}.css`,
  logo: logo.startsWith('/') ? logo : '',
  logoWidth,
  name,
});

/** @param wanted a revision of the brand, or the digest of what a page was shown with. @returns that style sheet, or the one of now and what it is of. */
export async function readStyle(tx: Tx, wanted: string): Promise<{ css: string; of: string }> {
  const kept = /^[0-9a-f]{64}$/.test(wanted) ? await findLook(tx, wanted) : null;
  if (kept) return { css: styleOf(kept.brand), of: wanted };
  const { brand, revision } = await readBrand(tx);
  return { css: styleOf(brand), of: String(revision) };
}

const DARK = '#161d1b';

/** @returns the colours of the page by the names that portal.css has for them. Whatever the brand is, everything can be read. */
export function styleOf({ text, background, surface, accent, onAccent, font }: Brand): string {
  const ink = readableOn(surface, text);
  const brand = contrast(accent, surface) >= ENOUGH ? accent : ink;
  const onBrand = readableOn(brand, onAccent);
  const light = {
    paper: background,
    surface,
    sunken: mix(surface, ink, 0.06),
    ink,
    ink2: readable(surface, mix(surface, ink, 0.8)),
    ink3: readable(surface, mix(surface, ink, 0.72)),
    line: mix(surface, ink, 0.12),
    line2: mix(surface, ink, 0.2),
    brand,
    'brand-strong': brand,
    'brand-soft': mix(surface, brand, 0.08),
    'on-brand': onBrand,
  };
  const darkBrand = lightened(accent, DARK);
  const dark = {
    paper: '#101614',
    surface: DARK,
    sunken: '#0c1110',
    ink: '#e8eeeb',
    ink2: '#a9b5b1',
    ink3: '#8b9894',
    line: '#25302c',
    line2: '#33403b',
    brand: darkBrand,
    'brand-strong': darkBrand,
    'brand-soft': mix(DARK, darkBrand, 0.16),
    'on-brand': readableOn(darkBrand, '#0c1110'),
  };
  const list = (colours: Readonly<Record<string, string>>) =>
    Object.entries(colours)
      .map(([name, colour]) => `--${name}:${colour}`)
      .join(';');
  return `:root{${list(light)}}
@media (prefers-color-scheme: dark){:root{${list(dark)}}}
.mark{background:var(--brand);color:var(--on-brand)}
${font === 'sans' ? '' : `html{font-family:${FONTS[font]}}\n`}`;
}

const readable = (on: string, colour: string) => (contrast(on, colour) >= ENOUGH ? colour : readableOn(on, colour));
