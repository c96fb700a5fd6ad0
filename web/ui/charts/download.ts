/** Files that a chart becomes, made in the browser from what is on screen. */
import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../../core/csv.ts';

/** @param name without its ending. */
export function downloadCsv(name: string, lines: readonly (readonly string[])[]): void {
  download(`${name}.csv`, 'text/csv;charset=utf-8', BYTE_ORDER_MARK + lines.map((cells) => csvLine(cells.map(csvCell))).join(''));
}

/** @param svg the whole picture. */
export function downloadSvg(name: string, svg: string): void {
  download(`${name}.svg`, 'image/svg+xml', svg);
}

/** Hands a file over to the browser. */
export function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
