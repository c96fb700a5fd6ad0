/** A workbook of a spreadsheet (XLSX, ECMA-376): which sheets it has, and the rows of one of them. */
import path from 'node:path';
import { type Fault, invalid, words } from '../../../core/fault.ts';
import { type Archive, BadArchive, openArchive } from '../../platform/unzip.ts';
import { isDateFormat } from './import.sheet.cells.ts';
import { readSheet } from './import.sheet.ts';
import { readXml } from './import.xml.ts';

/** Which sheet is read, and what its numbers have before the cents. */
export interface SheetForm {
  readonly name: string;
  readonly decimalMark: '.' | ',';
}

/** Bytes, unpacked: of a sheet, of the texts that cells share, and of parts that are small. */
const LARGEST_SHEET = 2 ** 30;
const LARGEST_TEXTS = 2 ** 28;
const LARGEST_PART = 2 ** 24;
const MOST_SHEETS = 200;

interface Workbook {
  readonly archive: Archive;
  readonly from1904: boolean;
  /** The visible ones, in their order; where all are hidden, all. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly sharedPart: string | undefined;
  readonly stylesPart: string | undefined;
}

/** @returns what people are told about a workbook that cannot be read; other errors as they are. */
function told(error: unknown): unknown {
  if (!(error instanceof BadArchive)) return error;
  if (error.why === 'encrypted') return invalid('file', 'workbookLocked');
  return invalid('file', error.why === 'broken' ? 'workbookDamaged' : 'workbookLarge', { reason: error.words });
}

/** @returns the names of the sheets that can be read. @throws Fault INVALID_INPUT */
export async function readSheetNames(file: string): Promise<string[]> {
  try {
    return (await openWorkbook(file)).sheets.map(({ name }) => name);
  } catch (error) {
    throw told(error);
  }
}

/** @returns the rows of a sheet in groups. @throws Fault INVALID_INPUT when it cannot be read to its end. */
export async function* readSheetRows(
  file: string,
  { name, decimalMark }: SheetForm,
): AsyncGenerator<{ number: number; cells: readonly string[] }[], undefined> {
  try {
    const { archive, from1904, sheets, sharedPart, stylesPart } = await openWorkbook(file);
    const sheet = sheets.find((each) => each.name === name);
    if (!sheet)
      throw noSheet(
        name,
        sheets.map((each) => each.name),
      );
    const isDate = stylesPart ? await readStyles(archive, stylesPart) : [];
    const texts = archive.read(sharedPart ?? '', LARGEST_TEXTS);
    if (!archive.names.includes(sheet.part)) throw new BadArchive('broken', words('sheetMissing', { name }));
    yield* readSheet(archive.read(sheet.part, LARGEST_SHEET), texts, { isDate, from1904, decimalMark });
  } catch (error) {
    throw told(error);
  }
  return undefined;
}

/** @returns about how many rows a sheet has. It is unpacked to its end, so that a damaged one is noticed. @throws Fault INVALID_INPUT */
export async function countSheetRows(file: string, name: string): Promise<number> {
  try {
    const { archive, sheets } = await openWorkbook(file);
    const sheet = sheets.find((each) => each.name === name);
    let count = 0;
    if (sheet)
      for await (const piece of archive.read(sheet.part, LARGEST_SHEET))
        for (let at = piece.indexOf('<row '); at >= 0; at = piece.indexOf('<row ', at + 1)) count++;
    return count;
  } catch (error) {
    throw told(error);
  }
}

/** @param sheets that there are. */
export function noSheet(name: string, sheets: readonly string[]): Fault {
  return invalid('mapping.sheet', 'workbookSheet', { name, sheets: sheets.slice(0, 30).join(', ') });
}

async function openWorkbook(file: string): Promise<Workbook> {
  const archive = await openArchive(file);
  const root = [...(await readRelations(archive, '')).values()].find(({ type }) => type === 'officeDocument')?.part;
  if (!root?.endsWith('.xml')) throw invalid('file', 'workbookNone');
  const relations = await readRelations(archive, root);
  const found: { name: string; id: string; isHidden: boolean }[] = [];
  let isWorkbook = false;
  let from1904 = false;
  await readXml(archive.read(root, LARGEST_PART), {
    open(name, attributes) {
      if (name === 'workbook') isWorkbook = true;
      if (name === 'workbookPr') from1904 = ['1', 'true', 'on'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      found.push({ name: attributes.name ?? '', id, isHidden: /hidden/i.test(attributes.state ?? '') });
    },
    close() {},
  });
  if (!isWorkbook) throw invalid('file', 'workbookNone');
  const readable = found.flatMap((sheet) => {
    const relation = relations.get(sheet.id);
    return relation?.type === 'worksheet' ? [{ ...sheet, part: relation.part }] : [];
  });
  const visible = readable.filter(({ isHidden }) => !isHidden);
  const sheets = (visible.length > 0 ? visible : readable).slice(0, MOST_SHEETS);
  if (sheets.length === 0) throw invalid('file', 'workbookEmpty');
  const partOf = (type: string) => [...relations.values()].find((each) => each.type === type)?.part;
  return { archive, from1904, sheets, sharedPart: partOf('sharedStrings'), stylesPart: partOf('styles') };
}

/** @param part '' for the archive itself. @returns which parts belong to a part, by their ids, and what they are. */
async function readRelations(archive: Archive, part: string): Promise<Map<string, { type: string; part: string }>> {
  const folder = path.posix.dirname(part);
  const relations = new Map<string, { type: string; part: string }>();
  const place = part === '' ? '_rels/.rels' : path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`);
  await readXml(archive.read(place, LARGEST_PART), {
    open(name, { Id: id, Type: type = '', Target: target = '' }) {
      if (name !== 'Relationship' || id === undefined) return;
      const whole = target.startsWith('/') ? target.slice(1) : path.posix.join(part === '' ? '' : folder, target);
      relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), part: whole });
    },
    close() {},
  });
  return relations;
}

/** @returns by the number of a cell's style whether it shows a day or a time. */
async function readStyles(archive: Archive, part: string): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let inCells = false;
  await readXml(archive.read(part, LARGEST_PART), {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells) formats.push(Number(attributes.numFmtId ?? 0));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats.map((id) => isDateFormat(id, codes.get(id)));
}
