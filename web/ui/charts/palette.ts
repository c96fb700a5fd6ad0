/** The look's colours as a chart takes them: values, not names. */
const NAMES = [
  'surface',
  'sunken',
  'ink',
  'ink2',
  'ink3',
  'line',
  'line2',
  'brand',
  'brand-half',
  'brand-soft',
  'warn',
  'bad',
  'info',
  'violet',
] as const;

export type Palette = Readonly<Record<(typeof NAMES)[number], string>> & { readonly font: string; readonly scheme: 'light' | 'dark' };

/** @returns the colours of the theme that is on now. @param scheme which that is, so that both are one value. */
export function readPalette(scheme: 'light' | 'dark'): Palette {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ...(Object.fromEntries(NAMES.map((name) => [name, value(name)])) as Record<(typeof NAMES)[number], string>),
    font: value('font'),
    scheme,
  };
}

/** Colours of series, in order; each series also has a sign, a label or a lightness of its own. */
export const seriesColors = (palette: Palette): string[] => [
  palette.brand,
  palette.info,
  palette.warn,
  palette.violet,
  palette.bad,
  palette.ink3,
];
