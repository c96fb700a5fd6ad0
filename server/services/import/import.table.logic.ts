/**
 * How files of rows are read, for other services that are sent some: what a file is, its columns, its rows, and how people write amounts and
 * days. What rows mean is whoever's who asks.
 */
export { columnNames, guessEmptyMarks, type Source, sourceOf } from './import.columns.ts';
export { cleanFileName } from './import.files.ts';
export { guessHeader, guessSkipRows } from './import.guess.ts';
export { inspectFile } from './import.inspect.ts';
export type { ImportFacts as TableFacts } from './import.logic.ts';
export { Heap } from './import.memory.ts';
export { MOST_SKIPPED, type RowForm, readFirstRows, readRows, SEPARATORS } from './import.rows.ts';
export { ENCODINGS } from './import.text.ts';
export { guessDateOrder, guessDecimalMark, looksLikeAmount, looksLikeDate, readAmount, readDate } from './import.values.ts';
