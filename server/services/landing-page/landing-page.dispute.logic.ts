/** A debtor disagrees with claims on their page, in their own words and with documents. */
import { Fault } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { disputeClaims } from '../account/claim/dispute.logic.ts';
import { raiseDebtorTask } from '../account/task/request.logic.ts';
import { type AddOnFile, forgetBytes, keepFile } from '../files/files.logic.ts';
import { countAction } from './landing-page.bound.logic.ts';

export interface PortalUpload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Dispute {
  readonly refs: readonly string[];
  readonly text: string;
  readonly key: string;
  readonly files: readonly PortalUpload[];
}

class RefusedFile extends Error {}

/**
 * Keeps the files, marks the claims and tells staff. The files are of no document type, so that no page shows them and no message sends them.
 * @param kept is added to. @throws Fault RATE_LIMITED, NOT_FOUND, UNAVAILABLE when files can't be looked through now
 */
export async function dispute(tx: Tx, accountId: Uuid, { refs, text, key, files }: Dispute, kept: Uuid[]): Promise<void> {
  const externalClaimRef = refs.length === 1 ? (refs[0] ?? null) : null;
  if (!(await countAction(tx, accountId, 'dispute', key))) return;
  const names: string[] = [];
  for (const { name, bytes } of files) {
    const file = await keep(tx, { accountId, externalClaimRef, name }, bytes);
    kept.push(file.id);
    names.push(file.name);
  }
  await raiseDebtorTask(tx, {
    accountId,
    externalClaimRef,
    matter: 'dispute',
    values: { refs: refs.join(', ') },
    description: names.length > 0 ? `${text}\n\n${names.map((name) => `• ${name}`).join('\n')}` : text,
    key,
  });
  await disputeClaims(tx, accountId, refs, { reason: text }, kept);
}

async function keep(
  tx: Tx,
  file: { accountId: Uuid; externalClaimRef: string | null; name: string },
  bytes: Uint8Array,
): Promise<AddOnFile> {
  try {
    return await keepFile(tx, { ...file, source: 'debtor', uploadedBy: 'debtor' }, bytes);
  } catch (error) {
    if (error instanceof Fault && error.code === 'INVALID_INPUT') throw new RefusedFile(file.name);
    throw error;
  }
}

/** Runs a transaction that keeps files; when it fails, their bytes go with it. @returns the name of a file that is refused; null when all are kept. */
export async function keepingFiles(clientId: Uuid, work: (kept: Uuid[]) => Promise<void>): Promise<string | null> {
  const kept: Uuid[] = [];
  try {
    await work(kept);
    return null;
  } catch (error) {
    for (const fileId of kept) await forgetBytes(clientId, fileId);
    if (error instanceof RefusedFile) return error.message;
    throw error;
  }
}
