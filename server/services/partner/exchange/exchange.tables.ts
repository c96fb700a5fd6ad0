/** Files for partners and from them, and how each partner wants them. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { FaultWords } from '../../../../core/fault.ts';
import type { FileType, Layout } from '../../../../core/partnerFiles.ts';
import { defineSealed } from '../../../platform/sealedColumns.ts';
import { clientId, clientPolicy, instantColumn } from '../../../platform/tables.ts';

/** An SFTP server of a partner: where it is and who logs in. Secrets are sealed beside it. */
export interface ServerPlace {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** How files go to a partner and come from it. */
export const partnerExchange = pgTable(
  'partner_exchange',
  {
    clientId: clientId(),
    partnerId: uuid().notNull(),
    fileType: text().$type<FileType>().notNull().default('csv'),
    /** Columns and forms of outgoing files; null: the product's own. */
    layout: jsonb().$type<Layout>(),
    /** How the partner's files are read; null: guessed. */
    mapping: jsonb().$type<Record<string, unknown>>(),
    server: jsonb().$type<ServerPlace>(),
    /** {password, privateKey}, sealed. */
    secrets: text(),
    /** Of the server's key; null: whoever answers first is believed, and noted. */
    fingerprint: text(),
    folderOut: text().notNull().default(''),
    folderIn: text().notNull().default(''),
    /** The partner's folder is looked into for files. */
    fetches: boolean().notNull().default(false),
    /** What comes without a contradiction is booked at once, in the name of whoever said so. */
    booksItself: boolean().notNull().default(false),
    booksFor: uuid(),
    /** The partner's OpenPGP key, armored: files are encrypted to it. */
    publicKey: text(),
    /** Our own for this partner: the public half, and the private one, sealed. */
    ownPublicKey: text(),
    ownPrivateKey: text(),
    /** Files are signed with our key. */
    signs: boolean().notNull().default(false),
    /** HH:MM in the client's zone: a file is made and sent every day. */
    dailyAt: text(),
    /** When the next file is made. */
    nextFileAt: instantColumn(),
    nextLookAt: instantColumn(),
    lastLookAt: instantColumn(),
    /** Why the last look into the partner's folder came to nothing. */
    lastError: jsonb().$type<FaultWords>(),
    /** Files that were made: who makes one changes it, so that two at once see each other. */
    filesMade: integer().notNull().default(0),
    updatedAt: instantColumn().notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.partnerId] }),
    index('partner_exchange_file').on(t.clientId, t.nextFileAt).where(sql`next_file_at is not null`),
    index('partner_exchange_look').on(t.clientId, t.nextLookAt).where(sql`next_look_at is not null`),
    clientPolicy(),
  ],
);

const sealed = (column: string) =>
  defineSealed({ table: 'partner_exchange', key: [{ column: 'partner_id', type: 'uuid' }], row: 'partner_id', column, before: 'clear' });
export const EXCHANGE_SECRETS = sealed('secrets');
export const EXCHANGE_PRIVATE_KEY = sealed('own_private_key');

/** waiting: asked for. empty: there was nothing to tell. sending: in the outbox. unsent: it could not be sent; it can be again. */
export type FileStatus = 'waiting' | 'made' | 'empty' | 'broken' | 'sending' | 'unsent' | 'sent' | 'acknowledged';
/** Minor units as text, by currency. */
export type Totals = Readonly<Record<string, string>>;

/** A file for a partner. Its bytes lie with the files; it is whole or not there. */
export const partnerFile = pgTable(
  'partner_file',
  {
    clientId: clientId(),
    fileId: uuid().notNull(),
    partnerId: uuid().notNull(),
    status: text().$type<FileStatus>().notNull(),
    fileType: text().$type<FileType>().notNull(),
    displayName: text().notNull().default(''),
    /** Rows; of these new claims, changed ones, and those that were taken back. */
    itemCount: integer().notNull().default(0),
    newCount: integer().notNull().default(0),
    changedCount: integer().notNull().default(0),
    returnedCount: integer().notNull().default(0),
    /** Attachments in it: it is an archive of the rows and of these. */
    attachmentCount: integer().notNull().default(0),
    /** What is owed on the claims that the partner has, new and changed. */
    totals: jsonb().$type<Totals>().notNull().default({}),
    /** Bytes, and their digest, of the file as it can be read. */
    size: bigint({ mode: 'number' }),
    sha256: text(),
    /** The same as it leaves, when it is encrypted: its own bytes, made once. */
    encryptedId: uuid(),
    encryptedSize: bigint({ mode: 'number' }),
    encryptedSha256: text(),
    /** Of the key it is encrypted to. */
    keyFingerprint: text(),
    /** It goes by SFTP as soon as it is made. */
    isSentAlong: boolean().notNull().default(false),
    createdAt: instantColumn().notNull(),
    createdBy: uuid(),
    madeAt: instantColumn(),
    /** Somebody took it out of the house by hand. */
    fetchedAt: instantColumn(),
    sentAt: instantColumn(),
    /** How often it was asked to be sent: each is a row of the outbox. */
    sends: integer().notNull().default(0),
    acknowledgedAt: instantColumn(),
    /** A member of staff; null: the partner itself, by a file or with an API key. */
    acknowledgedBy: uuid(),
    /** What the API key that said so was called. */
    acknowledgedWith: text(),
    acknowledgeNote: text(),
    lastError: jsonb().$type<FaultWords>(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.fileId] }),
    index('partner_file_partner').on(t.clientId, t.partnerId, t.fileId),
    uniqueIndex('partner_file_name').on(t.clientId, t.partnerId, t.displayName).where(sql`display_name <> ''`),
    clientPolicy(),
  ],
);

/** What a file says of a claim: the next one says only what is otherwise by then. */
export const partnerFileRow = pgTable(
  'partner_file_row',
  {
    clientId: clientId(),
    fileId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    partnerId: uuid().notNull(),
    accountId: uuid().notNull(),
    assignmentId: uuid().notNull(),
    change: text().$type<'new' | 'changed' | 'returned'>().notNull(),
    /** Of all that could be told. */
    digest: text().notNull(),
    currency: text().notNull(),
    /** What was owed, minor units. */
    amount: bigint({ mode: 'bigint' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.fileId, t.externalClaimRef] }),
    index('partner_file_row_claim').on(t.clientId, t.partnerId, t.externalClaimRef, t.fileId.desc()),
    clientPolicy(),
  ],
);

/** Which attachments went with which claims: what a partner was given while it had a claim isn't given again. Names stand in the file alone. */
export const partnerFileAttachment = pgTable(
  'partner_file_attachment',
  {
    clientId: clientId(),
    fileId: uuid().notNull(),
    externalClaimRef: text().notNull(),
    /** The add-on file. */
    attachmentId: uuid().notNull(),
    partnerId: uuid().notNull(),
    accountId: uuid().notNull(),
    assignmentId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ name: 'partner_file_attachment_pk', columns: [t.clientId, t.fileId, t.externalClaimRef, t.attachmentId] }),
    index('partner_file_attachment_claim').on(t.clientId, t.partnerId, t.externalClaimRef),
    clientPolicy(),
  ],
);

export type ReturnStatus = 'uploaded' | 'checking' | 'checked' | 'booking' | 'booked' | 'failed' | 'cancelled';

/** api: a program of the client handed it in. partner: the partner's own program did, with a key that is the partner's. */
export type ReturnSource = 'upload' | 'sftp' | 'api' | 'partner';

/** A file that came from a partner, and what became of it. */
export const partnerReturn = pgTable(
  'partner_return',
  {
    clientId: clientId(),
    returnId: uuid().notNull(),
    partnerId: uuid().notNull(),
    fileName: text().notNull(),
    source: text().$type<ReturnSource>().notNull(),
    /** What the API key that it was handed in with was called. */
    handedInWith: text(),
    /** Of the content, decrypted: the same one is taken once. */
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    wasEncrypted: boolean().notNull().default(false),
    /** The partner's signature was on it and is theirs; null: it had none, or there is no key to tell. */
    isSigned: boolean(),
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
    mapping: jsonb().$type<Record<string, unknown>>(),
    status: text().$type<ReturnStatus>().notNull(),
    rowsDone: integer().notNull().default(0),
    rowsTotal: integer(),
    summary: jsonb().$type<Record<string, unknown>>(),
    lastError: jsonb().$type<FaultWords>(),
    createdBy: uuid(),
    /** In whose name it is booked. */
    bookedBy: uuid(),
    /** That is an API key. */
    isBookedByKey: boolean().notNull().default(false),
    createdAt: instantColumn().notNull(),
    /** When the first rows were booked: from then on it only goes on. */
    startedAt: instantColumn(),
    finishedAt: instantColumn(),
    erasedAt: instantColumn(),
    /** When staff were told that it needs them; null: they weren’t. */
    toldAt: instantColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.returnId] }),
    index('partner_return_partner').on(t.clientId, t.partnerId, t.returnId),
    uniqueIndex('partner_return_content').on(t.clientId, t.partnerId, t.sha256),
    clientPolicy(),
  ],
);

/** booked: new. known: it was booked before, and says the same. refused: it contradicts what is known, or can't be read. */
export type RowOutcome = 'booked' | 'known' | 'refused';

/** What became, or would become, of one row of a partner's file. */
export const partnerReturnRow = pgTable(
  'partner_return_row',
  {
    clientId: clientId(),
    returnId: uuid().notNull(),
    rowNumber: integer().notNull(),
    partnerId: uuid().notNull(),
    accountId: uuid(),
    kind: text(),
    externalClaimRef: text(),
    /** The partner's own name of it. */
    reference: text(),
    /** What makes it happen once: kind and reference, or what it says and how many times. */
    rowKey: text(),
    currency: text(),
    amount: bigint({ mode: 'bigint' }),
    /** Of what it says: the same key with another one contradicts. */
    digest: text(),
    outcome: text().$type<RowOutcome>().notNull(),
    words: jsonb().$type<FaultWords>(),
    /** The row as it came, when it was refused. */
    cells: jsonb().$type<readonly string[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.returnId, t.rowNumber] }),
    uniqueIndex('partner_return_row_once').on(t.clientId, t.partnerId, t.rowKey).where(sql`outcome = 'booked'`),
    index('partner_return_row_account').on(t.clientId, t.accountId),
    clientPolicy(),
  ],
);

/** seen: it may still grow. taken: it is here. repeated: its content was here before. refused: it can't be read. receipt: it says that a file arrived. */
export type RemoteState = 'seen' | 'taken' | 'repeated' | 'refused' | 'receipt';

/** A file that lay in a partner's folder. */
export const partnerRemoteFile = pgTable(
  'partner_remote_file',
  {
    clientId: clientId(),
    partnerId: uuid().notNull(),
    name: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** What the partner's server says, to be compared with itself only. */
    modified: text().notNull(),
    /** Since when it has been like that, by our clock. */
    foundAt: instantColumn().notNull(),
    state: text().$type<RemoteState>().notNull(),
    returnId: uuid(),
    words: jsonb().$type<FaultWords>(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.partnerId, t.name] }), clientPolicy()],
);
