/** How tests import: upload, mapping, preview and import as the screen and the jobs do it. */
import { Readable } from 'node:stream';
import type { Uuid } from '../../../core/id.ts';
import { inClient } from '../../platform/tenancy.ts';
import type { TestHouse } from '../../platform/testing.ts';
import { addFile, readImportFile } from './import.file.logic.ts';
import { useImportFolder } from './import.files.ts';
import { workOn } from './import.jobs.ts';
import { listRejections, moveImport, readImport, type Summary } from './import.logic.ts';
import { checkMapping, type FieldMapping, type Mapping } from './import.mapping.ts';

export interface Wish {
  /** The whole mapping; the first guess when absent. */
  readonly mapping?: Mapping;
  /** Constants added to the guess, by field. */
  readonly constants?: Readonly<Record<string, string>>;
  readonly fileName?: string;
}

export interface Imported {
  readonly importId: Uuid;
  readonly suggestion: Mapping;
  readonly preview: Summary | null;
  readonly summary: Summary;
  readonly status: string;
  readonly lastError: string | null;
  readonly rejectedRows: number[];
  readonly reasons: string[];
}

/** Uploads a file for a client. */
export async function uploadText(
  house: TestHouse,
  content: string | Buffer,
  fileName = 'portfolio.csv',
  clientId: Uuid = house.clientA,
): Promise<Uuid> {
  useImportFolder(house.config.dataFolder);
  return addFile(
    house.database,
    clientId,
    { type: 'user', id: house.userA },
    fileName,
    Readable.from([Buffer.from(content)]),
    house.config.importLimitBytes,
  );
}

/** Takes a file from upload to result, for client A. */
export async function importText(house: TestHouse, content: string | Buffer, wish: Wish = {}): Promise<Imported> {
  const importId = await uploadText(house, content, wish.fileName);
  const inA = house.inA;
  const view = await inA((tx) => readImportFile(tx, importId, {}));
  const added: FieldMapping[] = Object.entries(wish.constants ?? {}).map(([field, constant]) => ({ field, constant }));
  const mapping = checkMapping(wish.mapping ?? { ...view.suggestion, fields: [...view.suggestion.fields, ...added] });
  await inA((tx) => moveImport(tx, importId, 'checking', { mapping, name: null }));
  await workOn(house.database, house.clientA, importId);
  const checked = await inA((tx) => readImport(tx, importId));
  if (checked.status === 'checked') {
    await inA((tx) => moveImport(tx, importId, 'running'));
    await workOn(house.database, house.clientA, importId);
  }
  return inClient(house.database, house.clientA, async (tx) => {
    const run = await readImport(tx, importId);
    const { items } = await listRejections(tx, importId, 100_000, 0);
    return {
      importId,
      suggestion: view.suggestion,
      preview: checked.summary,
      summary: run.summary,
      status: run.status,
      lastError: run.lastError,
      rejectedRows: items.map((item) => item.rowNumber),
      reasons: items.map((item) => `${item.rowNumber} ${item.field ?? ''}: ${item.reason}`),
    };
  });
}
