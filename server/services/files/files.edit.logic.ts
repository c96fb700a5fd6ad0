/** What is said about a file that is there: its kind, its tags, and the claim or product it belongs to. Its bytes never change. */
import { fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type AddOnFile, changeFile, checkedFacts, type FileRow, fileEvent, findFile, type NewFile, presentFile } from './files.logic.ts';

const FACTS = ['externalClaimRef', 'productReference', 'documentType', 'tags'] as const;

/**
 * Changes what is given; an empty text takes away what was there. The event says what became of each fact that is another one now.
 * @param revision the state the edit was made on; null: whatever it is.
 * @throws Fault NOT_FOUND, INVALID_INPUT naming the field, CONFLICT
 */
export async function updateAddOnFile(
  tx: Tx,
  fileId: Uuid,
  wanted: Pick<Partial<NewFile>, (typeof FACTS)[number]>,
  revision: number | null,
): Promise<AddOnFile> {
  const row = await findFile(tx, fileId, ['stored'], true);
  if (revision !== null && revision !== row.revision) throw fault('CONFLICT', 'fileChanged', {}, 'revision');
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value != null));
  const facts = await checkedFacts(tx, { ...row, ...given });
  const changed = FACTS.filter((fact) => JSON.stringify(facts[fact]) !== JSON.stringify(row[fact]));
  if (changed.length === 0) return presentFile(row);
  const after = await changeFile(tx, fileId, { ...facts, revision: row.revision + 1 });
  await appendEvents(tx, [fileEvent('fileChanged', after, { before: pick(row, changed), after: pick(after, changed) })]);
  return presentFile(after);
}

const pick = (row: FileRow, facts: readonly (typeof FACTS)[number][]) => Object.fromEntries(facts.map((fact) => [fact, row[fact]]));
