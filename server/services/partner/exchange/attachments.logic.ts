/**
 * Attachments that go along with a partner's file: those that its selectors choose of the claims' files, each once while the partner has the claim.
 * The file is an archive then: the rows, a folder for each account with the attachments, and a list that names each with its claims.
 */
import type { Readable } from 'node:stream';
import { type AttachmentSelector, chooseFiles } from '../../../../core/attachmentSelectors.ts';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../../../core/csv.ts';
import type { Uuid } from '../../../../core/id.ts';
import { logger } from '../../../platform/log.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { zipper } from '../../../platform/zip.ts';
import { openStoredBytes } from '../../files/files.bytes.logic.ts';
import { newestFiles, type StoredFile } from '../../files/files.logic.ts';
import { ArchiveNames } from './archiveNames.ts';

/** Accounts whose files are looked at together. */
const ACCOUNTS = 250;
/** What one file takes; the rest comes with the next one. An archive without 64-bit fields ends at 65,535 files and 4 GB. */
export const ATTACHMENT_LIMITS = { files: 50_000, bytes: 2 * 2 ** 30 };

/** A claim that a partner has, as far as attachments depend on it. */
export interface AttachedClaim {
  readonly ref: string;
  readonly accountId: Uuid;
  readonly accountRef: string;
  readonly assignmentId: string;
  /** The partner doesn't know the claim: all of its attachments go along. */
  readonly isNew: boolean;
}

/** What of attachments there is to say of a claim. */
export interface Attached {
  /** Those that the partner has with this file, in an order that stays. */
  readonly had: readonly Uuid[];
  /** Of these the ones that go along now. */
  readonly fresh: readonly Uuid[];
}

interface Entry {
  readonly file: StoredFile;
  readonly path: string;
  readonly accountRef: string;
  readonly claims: string[];
}

/** The attachments of one file for a partner. */
export class Attachments {
  private readonly tx: Tx;
  private readonly partnerId: Uuid;
  private readonly selectors: readonly AttachmentSelector[];
  private readonly entries = new Map<Uuid, Entry>();
  private readonly names = new ArchiveNames();
  private readonly folders = new Map<string, string>();
  private bytes = 0;

  constructor(tx: Tx, partnerId: Uuid, selectors: readonly AttachmentSelector[]) {
    this.tx = tx;
    this.partnerId = partnerId;
    this.selectors = selectors;
  }

  /** Whether the partner wants any: its file is an archive then, also when there are none. */
  get areWanted(): boolean {
    return this.selectors.length > 0;
  }

  get count(): number {
    return this.entries.size;
  }

  /** Takes along what of claims' files the partner doesn't have yet, as much as there is room for. @returns by the claims' references */
  async take(claims: readonly AttachedClaim[]): Promise<ReadonlyMap<string, Attached>> {
    const attached = new Map<string, Attached>();
    if (!this.areWanted || claims.length === 0) return attached;
    const given = await this.given(claims);
    const accounts = [...new Set(claims.map(({ accountId }) => accountId))];
    for (let from = 0; from < accounts.length; from += ACCOUNTS) {
      const some = accounts.slice(from, from + ACCOUNTS);
      const files = Map.groupBy(await newestFiles(this.tx, some), ({ accountId }) => accountId);
      const here = new Set(some);
      for (const claim of claims) {
        if (!here.has(claim.accountId)) continue;
        const chosen = new Set(chooseFiles(files.get(claim.accountId) ?? [], claim.ref, this.selectors));
        const before = given.get(`${claim.ref} ${claim.assignmentId}`) ?? [];
        const fresh = [...chosen].filter((file) => (claim.isNew || !before.includes(file.fileId)) && this.add(claim, file));
        const had = [...new Set([...before, ...fresh.map(({ fileId }) => fileId)])].sort();
        attached.set(claim.ref, { had, fresh: fresh.map(({ fileId }) => fileId) });
      }
    }
    return attached;
  }

  /** @returns what the partner was given with claims while it has them, by reference and assignment. */
  private async given(claims: readonly AttachedClaim[]): Promise<ReadonlyMap<string, readonly Uuid[]>> {
    const rows = await this.tx.sql<{ key: string; ids: Uuid[] }>(
      `select external_claim_ref || ' ' || assignment_id as key, array_agg(distinct attachment_id) as ids from partner_file_attachment
       where client_id = $1 and partner_id = $2 and external_claim_ref = any($3::text[]) group by 1`,
      [this.tx.clientId, this.partnerId, claims.map(({ ref }) => ref)],
    );
    return new Map(rows.map(({ key, ids }) => [key, ids]));
  }

  /** @returns whether there was room. One that is of the account lies there once, whatever claims it goes with. */
  private add(claim: AttachedClaim, file: StoredFile): boolean {
    const there = this.entries.get(file.fileId);
    if (there) {
      there.claims.push(claim.ref);
      return true;
    }
    const isFull = this.bytes + file.size > ATTACHMENT_LIMITS.bytes || this.count >= ATTACHMENT_LIMITS.files;
    if (isFull && this.count > 0) return false;
    this.bytes += file.size;
    const account = this.folder('attachments', claim.accountRef, claim.accountId);
    const folder = file.externalClaimRef === null ? account : this.folder(account, claim.ref, `${claim.accountId} ${claim.ref}`);
    const path = this.names.pathOf(folder, file.name);
    this.entries.set(file.fileId, { file, path, accountRef: claim.accountRef, claims: [claim.ref] });
    return true;
  }

  private folder(parent: string, name: string, key: string): string {
    const path = this.folders.get(key) ?? this.names.pathOf(parent, name);
    this.folders.set(key, path);
    return path;
  }

  /** @param name of the rows within it. @param rows their bytes; what goes along with them is known when they have been read. @returns the archive in pieces */
  async *archive(name: string, rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const zip = zipper();
    yield* zip.file(name, rows);
    const missing = new Set<Entry>();
    for (const entry of this.entries.values()) {
      const bytes = await this.open(entry);
      if (bytes) yield* zip.file(entry.path, bytes);
      else missing.add(entry);
    }
    yield* zip.file('attachments.csv', this.index(missing));
    yield zip.end();
  }

  /** @returns null where the bytes are gone for good: nothing would ever be told again if that stopped the file. */
  private async open({ file }: Entry): Promise<Readable | null> {
    try {
      return (await openStoredBytes(this.tx.clientId, file.fileId)) as Readable;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
      logger.warn({ fileId: file.fileId }, 'an attachment for a partner has no bytes any more');
      return null;
    }
  }

  /** A line for each attachment and claim; of one whose bytes are gone the path is empty. */
  private async *index(missing: ReadonlySet<Entry>): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(['claim.ref', 'account.ref', 'path', 'name', 'documentType', 'mimeType', 'size']);
    for (const entry of this.entries.values()) {
      const { file, accountRef, claims } = entry;
      const path = missing.has(entry) ? '' : entry.path;
      for (const ref of claims)
        yield csvLine([ref, accountRef, path, file.name, file.documentType ?? '', file.mimeType, String(file.size)].map(csvCell));
    }
  }
}
