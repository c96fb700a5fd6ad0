/** Decision trees from and to DMN, which other decision engines read and write. */
import { invalid } from '../../../core/fault.ts';
import { MOST_DMN_BYTES } from '../../../engine/trees/tree.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { shareOf, threadWork } from '../../platform/threads.ts';
import type { ReadDmn } from './decision.dmn.thread.ts';
import { writeDmn } from './decision.dmn.write.ts';
import { freshName, readDescription, readName } from './decision.input.logic.ts';
import { createTree, type SavedTree, treeFrom } from './decision.logic.ts';
import { findTree } from './decision.read.logic.ts';

const reading = threadWork<string, ReadDmn>(import.meta.resolve('./decision.dmn.thread.ts'), 'readDmn', {
  time: 5_000,
  field: 'dmn',
  tooLong: 'fileTooLong',
  tooLarge: 'fileTooComplex',
});

/** Makes a draft of a decision table. @throws Fault INVALID_INPUT naming the rule and the column that a tree can't take over. */
export async function importDmn(tx: Tx, dmn: string): Promise<SavedTree> {
  if (Buffer.byteLength(dmn) > MOST_DMN_BYTES) throw invalid('dmn', 'fileTooLarge', { megabytes: MOST_DMN_BYTES / 2 ** 20 });
  const read = await reading.one(shareOf(tx), dmn);
  const description = readDescription(read.description, 'dmn');
  const name = await freshName(tx, read.name === '' ? undefined : readName(read.name, 'dmn'));
  const saved = await createTree(tx, treeFrom(read.tree), { name, description });
  await appendEvents(tx, [{ messageType: 'decisionTreeSaved', payload: { treeId: saved.id, name, version: saved.version } }]);
  return saved;
}

/** @throws Fault NOT_FOUND, INVALID_INPUT naming the row and the column that DMN can't express. */
export async function exportDmn(tx: Tx, treeId: string, version: number | null): Promise<{ fileName: string; dmn: string }> {
  const row = await findTree(tx, treeId, version);
  const name = row.name.replace(/[^\p{L}\p{N}._ -]/gu, '').trim() || 'decision-tree';
  return { fileName: `${name} v${row.version}.dmn`, dmn: writeDmn(row) };
}
