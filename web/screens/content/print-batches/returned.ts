/** Letters that came back, as people list them. */

/** A cell in quotes or without, then its separator or the end of the line. */
const CELL = /\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))\s*(?:[,;\t]|$)/y;

function cellsOf(line: string): string[] {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < line.length) {
    const found = CELL.exec(line);
    if (!found) break;
    cells.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim());
  }
  return cells;
}

/**
 * @param text a letter a line: its reference, then a reason if there is one. A table with a head is read by its columns "reference" and "reason", such as the
 * list of a print batch to which somebody added one.
 */
export function returnedIn(text: string): { reference: string; reason: string | null }[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''));
  const [head = []] = lines;
  const names = head.map((name) => name.toLowerCase());
  const hasHead = names.includes('reference');
  const [at, why] = hasHead ? [names.indexOf('reference'), names.indexOf('reason')] : [0, 1];
  return lines.slice(hasHead ? 1 : 0).flatMap((cells) => {
    const reference = cells[at] ?? '';
    return reference === '' ? [] : [{ reference, reason: cells[why] || null }];
  });
}
