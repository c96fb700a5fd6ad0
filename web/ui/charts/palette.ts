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

/** Colours of series, in order; each series also has a sign or a pattern of its own. */
export const seriesColors = (palette: Palette): string[] => [
  palette.brand,
  palette.info,
  palette.warn,
  palette.violet,
  palette.bad,
  palette.ink3,
];

/** Parts that lie on one another differ by a pattern, not by colour alone. @returns what an option of such a chart takes as `aria`. */
export function patterns(palette: Palette): object {
  const color = `${palette.surface}73`;
  const lines = (rotation: number) => ({ symbol: 'rect', color, dashArrayX: [1, 0], dashArrayY: [2, 6], rotation, symbolSize: 1 });
  const dots = {
    symbol: 'circle',
    color,
    dashArrayX: [
      [8, 8],
      [0, 8, 8, 0],
    ],
    dashArrayY: [6, 0],
    symbolSize: 0.5,
  };
  const decals = [{ symbol: 'none' }, lines(-Math.PI / 4), dots, lines(Math.PI / 4), lines(0), lines(Math.PI / 2), { symbol: 'none' }];
  return { enabled: true, label: { enabled: false }, decal: { show: true, decals } };
}
