/** How well colours are told apart: WCAG 2.2, success criterion 1.4.3. Colours are #rrggbb. */

/** What text needs at least. */
export const ENOUGH = 4.5;

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** @returns the contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** @returns the wanted colour if it is read well on a background, else white or black: one of them always is. */
export function readableOn(background: string, wanted: string): string {
  if (contrast(background, wanted) >= ENOUGH) return wanted;
  return contrast(background, '#ffffff') > contrast(background, '#000000') ? '#ffffff' : '#000000';
}

/** @returns the colour, mixed with white as little as is enough to be read on a dark background. */
export function lightened(colour: string, background: string): string {
  for (let part = 0; part < 1; part += 0.1) {
    const mixed = mix(colour, '#ffffff', part);
    if (contrast(mixed, background) >= ENOUGH) return mixed;
  }
  return '#ffffff';
}

/** @returns the first colour with a part (0 to 1) of the other one. */
export function mix(colour: string, other: string, part: number): string {
  const [from, to] = [channels(colour), channels(other)];
  return `#${from
    .map((value, at) =>
      Math.round(value + (to[at]! - value) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
