/** Takes the rows of an import: written as a file of the import service, under a mapping by the product's own field names. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fault } from '../../core/fault.ts';
import { uuidv7 } from '../../core/id.ts';
import { csvLine, exactCell } from '../platform/csv.ts';
import { Refusal } from '../platform/http.ts';
import { tooLarge, unknownArrivals } from '../platform/receive.ts';
import { addFile, discardFile, isImportField, mappingOfFields, type RecordKind } from '../services/import/import.file.logic.ts';
import type { Call, Taken } from './endpoint.ts';
import { csvLines, jsonRows, type Row, textOf } from './rows.ts';

export const ROW_TYPES = {
  'application/x-ndjson': { type: 'string', description: 'One JSON object a line.' },
  'application/json': {
    type: 'array',
    minItems: 1,
    maxItems: 10_000,
    items: { type: 'object', additionalProperties: true, description: 'Fields by their names, joined or nested.' },
  },
  'text/csv': { type: 'string', description: 'A line with the names of the fields, then a line for each row; separated by commas.' },
};

/**
 * The body is read once, as it comes; nothing is imported unless it could be read to its end.
 * @throws Refusal 400 and 413 for what cannot be read, 422 for a field that such records do not have.
 */
export async function takeRows({ database, config, clientId, actor, values, contentType, body }: Call): Promise<Taken> {
  const record = (values.record ?? 'claims') as RecordKind;
  const digest = createHash('sha256').update(`${record} ${contentType}\n`);
  const text = textOf(arriving(body, config.importLimitBytes, (chunk) => digest.update(chunk)));
  const fields: string[] = [];
  const kept = path.join(unknownArrivals(config.dataFolder), `${uuidv7()}.part`);
  try {
    const lines =
      contentType === 'text/csv' ? fromCsv(text, record, fields) : fromJson(text, contentType === 'application/json', record, fields, kept);
    const importId = await addFile(database, clientId, actor, `api-${record}.csv`, Readable.from(lines), Number.MAX_SAFE_INTEGER);
    return {
      variables: { importId, mapping: mappingOfFields(record, fields) },
      digest: digest.digest('hex'),
      undo: () => discardFile(database, clientId, importId),
    };
  } finally {
    await rm(kept, { force: true });
  }
}

async function* arriving(body: Readable, limit: number, look: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    // Whoever is refused in the middle hears why: the connection stays for the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new Refusal(413, tooLarge(limit), { connection: 'close' });
      look(chunk);
      yield chunk;
    }
  } catch (error) {
    // The connection broke: nobody is there to hear it.
    if ((error as { code?: string }).code === 'ECONNRESET')
      throw new Refusal(400, fault('INVALID_INPUT', 'fileInterrupted'), { connection: 'close' });
    throw error;
  }
}

const unknownField = (record: RecordKind, field: string, row: number | null) =>
  row === null
    ? fault('INVALID_INPUT', 'apiColumnUnknown', { field: field.slice(0, 100), record })
    : fault('INVALID_INPUT', 'apiRowField', { row, field: field.slice(0, 100), record });
const noRows = () => new Refusal(422, fault('INVALID_INPUT', 'apiRowsNone'));

async function* fromCsv(text: AsyncIterable<string>, record: RecordKind, fields: string[]): AsyncGenerator<string> {
  let rows = -1;
  for await (const line of csvLines(text)) {
    rows += 1;
    if (rows === 0) {
      fields.push(...line.map((name) => name.trim()));
      const unknown = fields.find((field) => !isImportField(record, field));
      if (unknown !== undefined) throw new Refusal(422, unknownField(record, unknown, null));
    }
    yield csvLine(line.map(exactCell));
  }
  if (rows < 1) throw noRows();
}

/** Which fields there are is known when all rows are, so they wait on the disk. */
async function* fromJson(
  text: AsyncIterable<string>,
  isArray: boolean,
  record: RecordKind,
  fields: string[],
  kept: string,
): AsyncGenerator<string> {
  const known = new Set<string>();
  let count = 0;
  const lines = async function* () {
    for await (const row of jsonRows(text, isArray)) {
      count += 1;
      for (const field of Object.keys(row)) {
        if (known.has(field)) continue;
        if (!isImportField(record, field)) throw new Refusal(422, unknownField(record, field, count));
        known.add(field);
      }
      yield `${JSON.stringify(row)}\n`;
    }
  };
  mkdirSync(path.dirname(kept), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(lines()), createWriteStream(kept, { mode: 0o600 }));
  if (count === 0) throw noRows();
  fields.push(...known);
  yield csvLine(fields.map(exactCell));
  for await (const line of createInterface({ input: createReadStream(kept), crlfDelay: Number.POSITIVE_INFINITY })) {
    const row = JSON.parse(line) as Row;
    yield csvLine(fields.map((field) => exactCell(row[field] ?? '')));
  }
}
