/**
 * Makes a partner's file: of the claims that it has, those that it was not told of or that are otherwise than it was told; and those that were
 * taken back since. The bytes are kept first, what they say is noted with the file in one transaction: the file is whole or not there.
 * Attachments that the partner wants make it an archive (attachments.logic.ts).
 */
import { Readable } from 'node:stream';
import { Fault, type SaidWords, words } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';

import { localDate, localTime } from '../../../../core/zone.ts';
import { now } from '../../../platform/clock.ts';
import { appendEvents } from '../../../platform/events.ts';
import { logger } from '../../../platform/log.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { type HandedClaim, readHandover } from '../../account/claim/handover.logic.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { openStoredBytes, removeStoredBytes, storeBytes } from '../../files/files.bytes.logic.ts';
import type { partner } from '../ground/partner.tables.ts';
import { Attachments } from './attachments.logic.ts';
import { factsOf, type PartnerFile, readFile, sendFile, writeFileRow } from './file.logic.ts';
import { writeFile } from './out.format.ts';
import { type Assignment, type Change, digestOf, type OutRow } from './out.row.ts';
import { encryptStream, lookAtKey } from './pgp.ts';
import { type Exchange, exchangeWith, ownKeyOf } from './setting.logic.ts';

/** Claims that are looked at together. */
const BATCH = 2_000;
const MOST_BYTES = 4 * 2 ** 30;

/** Makes a file that was asked for. What was made of it before a process died is made anew. */
export async function makeFile(database: Database, clientId: Uuid, fileId: Uuid): Promise<void> {
  const asked = await inClient(database, clientId, (tx) => readFile(tx, fileId), { readOnly: true }).catch(() => null);
  if (asked?.status !== 'waiting') return;
  const actor = asked.createdBy === null ? undefined : ({ type: 'user', id: asked.createdBy } as const);
  try {
    // All of one moment: what changes meanwhile is told with the next file.
    await inClient(database, clientId, (tx) => make(tx, asked), { lengthy: true, ...(actor && { actor }) });
  } catch (error) {
    if (!(error instanceof Fault)) logger.error({ error, fileId }, 'a file for a partner could not be made');
    const lastError: SaidWords = error instanceof Fault ? error.words : words('partnerFileBroke');
    await inClient(database, clientId, (tx) => writeFileRow(tx, fileId, { status: 'broken', lastError, madeAt: now() }, ['waiting']));
    await removeStoredBytes(clientId, fileId);
  }
}

async function make(tx: Tx, asked: PartnerFile): Promise<void> {
  const { fileId, partnerId } = asked;
  // Two files of a partner at once: the second one finds this changed, and begins again with what the first has told.
  await tx.sql('update partner_exchange set files_made = files_made + 1 where client_id = $1 and partner_id = $2', [
    tx.clientId,
    partnerId,
  ]);
  const file = await readFile(tx, fileId, true);
  if (file.status !== 'waiting') return;
  const exchange = await exchangeWith(tx, partnerId);
  // Also of one that was deleted since: it is told what came back.
  const [known] = await tx.sql<Pick<typeof partner.$inferSelect, 'name' | 'attachmentSelectorList'>>(
    'select name, attachment_selector_list as "attachmentSelectorList" from partner where client_id = $1 and partner_id = $2',
    [tx.clientId, partnerId],
  );
  const attachments = new Attachments(tx, partnerId, known?.attachmentSelectorList ?? []);
  const told = new Telling(tx, file, attachments);
  const name = await nameFor(tx, file, known?.name ?? 'partner');
  const rowsName = `${name}.${EXTENSIONS[file.fileType]}`;
  const rows = writeFile(file.fileType, exchange.layout, told.rows());
  const bytes = attachments.areWanted ? attachments.archive(rowsName, rows) : rows;
  const stored = await storeBytes(tx.clientId, fileId, Readable.from(bytes), MOST_BYTES).catch((error: unknown) => {
    throw told.failure ?? error;
  });
  if (told.count === 0) {
    await removeStoredBytes(tx.clientId, fileId);
    await writeFileRow(tx, fileId, { status: 'empty', madeAt: now() }, ['waiting']);
    return;
  }
  const displayName = attachments.areWanted ? `${name}.zip` : rowsName;
  await writeFileRow(
    tx,
    fileId,
    {
      status: 'made',
      displayName,
      ...told.figures(),
      attachmentCount: attachments.count,
      ...stored,
      ...(await encrypted(tx, file, exchange)),
      madeAt: now(),
    },
    ['waiting'],
  );
  const made = await readFile(tx, fileId);
  await appendEvents(tx, [{ messageType: 'partnerFileMade', payload: { ...factsOf(made), sha256: stored.sha256 } }]);
  // Earlier times that there was nothing to tell are of no interest now.
  await tx.sql(`delete from partner_file where client_id = $1 and partner_id = $2 and status = 'empty'`, [tx.clientId, partnerId]);
  if (made.isSentAlong && exchange.server !== null) await sendFile(tx, fileId);
}

/** Goes through what a partner has and had, and keeps what is said of it. */
class Telling {
  count = 0;
  /** Why the database could not be read: whoever keeps the bytes only knows that they broke off. */
  failure: unknown;
  private readonly tx: Tx;
  private readonly file: PartnerFile;
  private readonly attachments: Attachments;
  private readonly changes: Record<Change, number> = { new: 0, changed: 0, returned: 0 };
  private readonly totals = new Map<string, bigint>();

  constructor(tx: Tx, file: PartnerFile, attachments: Attachments) {
    this.tx = tx;
    this.file = file;
    this.attachments = attachments;
  }

  figures() {
    const { new: newCount, changed: changedCount, returned: returnedCount } = this.changes;
    const totals = Object.fromEntries([...this.totals].sort().map(([currency, minor]) => [currency, String(minor)]));
    return { itemCount: this.count, newCount, changedCount, returnedCount, totals };
  }

  async *rows(): AsyncGenerator<readonly OutRow[]> {
    try {
      yield* this.pages();
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  private async *pages(): AsyncGenerator<readonly OutRow[]> {
    for (let after = ''; ; ) {
      const page = await this.page(after);
      const last = page.at(-1);
      if (!last) return;
      after = last.ref;
      const rows = await this.look(page);
      if (rows.length === 0) continue;
      await this.keep(rows);
      yield rows;
    }
  }

  /** Claims in the order of their references: those that are with the partner, and those that it was told of and has no more. */
  private page(after: string) {
    return this.tx.sql<Known>(
      `with out as (
         select external_claim_ref as ref from claim_assignment where client_id = $1 and partner_id = $2 and ended_at is null and external_claim_ref > $3
         order by 1 limit ${BATCH}),
       said as (
         select distinct external_claim_ref as ref from partner_file_row where client_id = $1 and partner_id = $2 and external_claim_ref > $3
         order by 1 limit ${BATCH}),
       page as (select ref from out union select ref from said order by 1 limit ${BATCH}),
       mine as materialized (
         select distinct on (c.external_claim_ref) c.external_claim_ref as ref, c.assignment_id, c.note, c.status, c.end_note,
           to_char(c.created_at at time zone k.timezone, 'YYYY-MM-DD') as given, to_char(c.ended_at at time zone k.timezone, 'YYYY-MM-DD') as ended
         from claim_assignment c, published.client k
         where c.client_id = $1 and k.client_id = $1 and c.partner_id = $2 and c.external_claim_ref in (select ref from page)
         order by c.external_claim_ref, c.ended_at is null desc, c.created_at desc, c.assignment_id desc)
       select p.ref, s.change, s.digest, s.amount, a.assignment_id as "assignmentId", a.note, a.status, a.end_note as "endNote", a.given as "givenAt", a.ended as "endedAt"
       from page p join mine a on a.ref = p.ref left join lateral (
         select r.change, r.digest, r.amount from partner_file_row r
         where r.client_id = $1 and r.partner_id = $2 and r.external_claim_ref = p.ref order by r.file_id desc limit 1) s on true
       order by p.ref`,
      [this.tx.clientId, this.file.partnerId, after],
    );
  }

  /** @returns what there is to say of claims. */
  private async look(page: readonly Known[]): Promise<Said[]> {
    const wanted = page.filter(({ endedAt, change }) => endedAt === null || (change !== null && change !== 'returned'));
    const claims = await readHandover(
      this.tx,
      wanted.map(({ ref }) => ref),
    );
    const isKnownTo = ({ change }: Known) => change !== null && change !== 'returned';
    const attached = await this.attachments.take(
      wanted.flatMap((known) => {
        const claim = claims.get(known.ref);
        return claim && known.endedAt === null ? [{ ...claim, assignmentId: known.assignmentId, isNew: !isKnownTo(known) }] : [];
      }),
    );
    return wanted.flatMap((known): Said[] => {
      const claim = claims.get(known.ref);
      if (!claim) return [];
      const { had, fresh } = attached.get(known.ref) ?? { had: [], fresh: [] };
      const digest = known.endedAt === null ? digestOf(claim, known.assignmentId, had) : '';
      const isKnown = isKnownTo(known);
      const change: Change = known.endedAt !== null ? 'returned' : isKnown ? 'changed' : 'new';
      if (change === 'changed' && known.digest === digest) return [];
      return [{ change, claim, assignment: known, previousBalance: isKnown ? known.amount : null, digest, fresh }];
    });
  }

  private async keep(rows: readonly Said[]): Promise<void> {
    for (const { change, claim } of rows) {
      this.count++;
      this.changes[change]++;
      if (change !== 'returned') this.totals.set(claim.currency, (this.totals.get(claim.currency) ?? 0n) + claim.balance);
    }
    await this.tx.sql(
      `insert into partner_file_row (client_id, file_id, partner_id, external_claim_ref, account_id, assignment_id, change, digest, currency, amount)
       select $1, $2, $3, * from unnest($4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::bigint[])`,
      [
        this.tx.clientId,
        this.file.fileId,
        this.file.partnerId,
        rows.map(({ claim }) => claim.ref),
        rows.map(({ claim }) => claim.accountId),
        rows.map(({ assignment }) => assignment.assignmentId),
        rows.map(({ change }) => change),
        rows.map(({ digest }) => digest),
        rows.map(({ claim }) => claim.currency),
        rows.map(({ claim }) => claim.balance),
      ],
    );
    const going = rows.flatMap(({ claim, assignment, fresh }) =>
      fresh.map((attachmentId) => ({ ref: claim.ref, accountId: claim.accountId, assignmentId: assignment.assignmentId, attachmentId })),
    );
    if (going.length === 0) return;
    await this.tx.sql(
      `insert into partner_file_attachment (client_id, file_id, partner_id, external_claim_ref, account_id, assignment_id, attachment_id)
       select $1, $2, $3, * from unnest($4::text[], $5::uuid[], $6::uuid[], $7::uuid[])`,
      [
        this.tx.clientId,
        this.file.fileId,
        this.file.partnerId,
        going.map(({ ref }) => ref),
        going.map(({ accountId }) => accountId),
        going.map(({ assignmentId }) => assignmentId),
        going.map(({ attachmentId }) => attachmentId),
      ],
    );
  }
}

/** A claim at a partner with what it was told last. */
interface Known extends Assignment, Record<string, unknown> {
  readonly ref: string;
  readonly change: Change | null;
  readonly digest: string | null;
  readonly amount: bigint | null;
}

interface Said extends OutRow {
  readonly claim: HandedClaim;
  readonly digest: string;
  /** Attachments that go along with it. */
  readonly fresh: readonly Uuid[];
}

const EXTENSIONS = { csv: 'csv', xlsx: 'xlsx', jsonl: 'jsonl' } as const;

/** @returns a name that is safe on any server, and this partner's only one; without an extension. */
async function nameFor(tx: Tx, { fileId }: PartnerFile, partnerName: string): Promise<string> {
  const { timezone } = await readLocality(tx);
  const at = now();
  const { hour, minute } = localTime(at, timezone);
  const plain = partnerName
    .normalize('NFKD')
    .replace(/ß/g, 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const time = `${String(hour).padStart(2, '0')}${String(minute).padStart(2, '0')}`;
  return `${plain || 'partner'}_${localDate(at, timezone)}_${time}_${fileId.slice(-6)}`;
}

/** Encrypts the bytes that were kept, once: however often they are sent, they are the same. */
async function encrypted(tx: Tx, { fileId }: PartnerFile, exchange: Exchange): Promise<Partial<PartnerFile>> {
  const { publicKey, signs } = exchange;
  if (publicKey === null) return {};
  const encryptedId = encryptedIdOf(fileId);
  const plain = Readable.toWeb((await openStoredBytes(tx.clientId, fileId)) as Readable) as unknown as ReadableStream<Uint8Array>;
  const sealedStream = await encryptStream(plain, publicKey, signs ? ownKeyOf(exchange) : null, now());
  const { size, sha256 } = await storeBytes(tx.clientId, encryptedId, Readable.fromWeb(sealedStream as never), MOST_BYTES);
  const key = await lookAtKey(publicKey, now());
  return { encryptedId, encryptedSize: size, encryptedSha256: sha256, keyFingerprint: key?.fingerprint ?? null };
}

/** The same for a file however often it is begun: a process that dies leaves nothing that nobody knows of. */
function encryptedIdOf(fileId: Uuid): Uuid {
  return `${fileId.slice(0, -12)}${(BigInt(`0x${fileId.slice(-12)}`) ^ 0xffffffffffffn).toString(16).padStart(12, '0')}` as Uuid;
}

/** Removes the bytes of a file that was deleted. */
export async function removeFileBytes({ clientId, fileId, encryptedId }: PartnerFile): Promise<void> {
  await removeStoredBytes(clientId, fileId);
  if (encryptedId !== null) await removeStoredBytes(clientId, encryptedId);
}
