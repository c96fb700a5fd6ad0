/** Notes that staff write on accounts and claims. */
import { and, desc, eq } from 'drizzle-orm';
import { invalid, notFound } from '../../../core/fault.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { isoInstant } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import { defineStatement, together } from '../../platform/statements.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { findClaimAccountId, requireAccount } from '../account/ground/lookup.logic.ts';
import { note } from './notes.tables.ts';

/** Characters of a note. */
const MAX_LENGTH = 10_000;
const MAX_PAGE = 100;

interface NewNote {
  readonly accountId: Uuid;
  readonly externalClaimRef?: string | null;
  readonly text: string;
  /** Chosen by whoever sends it: the same note sent again, because its answer was lost, is kept once. */
  readonly noteId?: Uuid | null;
}

/**
 * Adds a note by the acting user; the timeline shows it by its event.
 * @throws Fault NOT_FOUND for an account or claim that does not exist, INVALID_INPUT for an empty or too long text and for an id that is none or taken
 */
export async function addNote(tx: Tx, input: NewNote, userId: Uuid) {
  const { accountId, text } = input;
  const externalClaimRef = input.externalClaimRef ?? null;
  if (text.trim() === '') throw invalid('text', 'noteEmpty');
  if (text.length > MAX_LENGTH) throw invalid('text', 'noteLong', { most: MAX_LENGTH, number: text.length });
  if (input.noteId != null && !isUuid(input.noteId)) throw invalid('noteId', 'idWrong');
  const isThere = requireAccount(tx, accountId);
  if (externalClaimRef !== null) await isThere;
  if (externalClaimRef !== null && (await findClaimAccountId(tx, externalClaimRef)) !== accountId) throw notFound('claimNotFound');
  const row = { clientId: tx.clientId, noteId: input.noteId ?? uuidv7(), accountId, externalClaimRef, text, userId, createdAt: now() };
  const [, added] = await together(isThere, insertNote(tx, row));
  if (added.length === 0) return sentBefore(tx, row);
  await appendEvents(tx, [{ messageType: 'noteAdded', accountId, externalClaimRef, payload: { noteId: row.noteId, text } }]);
  return row;
}

const insertNote = defineStatement((db, given) =>
  db
    .insert(note)
    .values({
      clientId: given('clientId'),
      noteId: given('noteId'),
      accountId: given('accountId'),
      externalClaimRef: given('externalClaimRef'),
      text: given('text'),
      userId: given('userId'),
      createdAt: given('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ noteId: note.noteId }),
);

/** Notes that somebody else brought, with one statement; their accounts and claims are known to be there. @param userId in whose name. */
export async function addNotes(
  tx: Tx,
  notes: readonly { readonly accountId: Uuid; readonly externalClaimRef: string | null; readonly text: string }[],
  userId: Uuid,
): Promise<void> {
  if (notes.length === 0) return;
  const at = now();
  const rows = notes.map(({ accountId, externalClaimRef, text }) => ({
    clientId: tx.clientId,
    noteId: uuidv7(),
    accountId,
    externalClaimRef,
    text: text.slice(0, MAX_LENGTH),
    userId,
    createdAt: at,
  }));
  await tx.sql(
    `insert into note (client_id, note_id, account_id, external_claim_ref, text, user_id, created_at)
     select $1, v.id, v.account, v.claim, v.text, $2, $3 from unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[]) as v(id, account, claim, text)`,
    [
      tx.clientId,
      userId,
      isoInstant(at),
      rows.map(({ noteId }) => noteId),
      rows.map(({ accountId }) => accountId),
      rows.map(({ externalClaimRef }) => externalClaimRef),
      rows.map(({ text }) => text),
    ],
  );
  await appendEvents(
    tx,
    rows.map(({ noteId, accountId, externalClaimRef, text }) => ({
      messageType: 'noteAdded',
      accountId,
      externalClaimRef,
      payload: { noteId, text },
    })),
  );
}

/** @returns the note as it was kept the first time. @throws Fault INVALID_INPUT when its id is that of another one. */
async function sentBefore(tx: Tx, sent: typeof note.$inferSelect) {
  const [kept] = await tx.db
    .select()
    .from(note)
    .where(and(eq(note.clientId, tx.clientId), eq(note.noteId, sent.noteId)));
  const isSame = (['accountId', 'externalClaimRef', 'userId', 'text'] as const).every((key) => kept?.[key] === sent[key]);
  if (!kept || !isSame) throw invalid('noteId', 'noteIdTaken');
  return kept;
}

/** @returns notes, newest first; none for an unknown account. @throws Fault INVALID_INPUT */
export async function listNotes(
  tx: Tx,
  request: { accountId: Uuid; externalClaimRef?: string | null; limit?: number | null; offset?: number | null },
) {
  const limit = request.limit ?? 50;
  if (limit < 1 || limit > MAX_PAGE) throw invalid('limit', 'pageSize', { most: MAX_PAGE });
  if ((request.offset ?? 0) < 0) throw invalid('offset', 'pageStart', { first: 0 });
  if (!isUuid(request.accountId)) return [];
  return tx.db
    .select()
    .from(note)
    .where(
      and(
        eq(note.clientId, tx.clientId),
        eq(note.accountId, request.accountId),
        request.externalClaimRef ? eq(note.externalClaimRef, request.externalClaimRef) : undefined,
      ),
    )
    .orderBy(desc(note.createdAt), desc(note.noteId))
    .limit(limit)
    .offset(request.offset ?? 0);
}
