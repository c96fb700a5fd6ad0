/** Files that go to partners, what comes back, and how both are set up. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { amount, anything, count, day, id, instant, reason, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e31';
const PARTNER = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e21';

/** Why, apart from any language. */
const WHY = { key: text, values: z.record(text, anything) };
const FILE = { fileId: id, partnerId: id, name: text, itemCount: count };
const file = { fileId: ID, partnerId: PARTNER, name: 'Nordstern-Inkasso_2026-11-26_0630_c8d9e3.csv', itemCount: 214 };

export const PARTNER_FILE_EVENTS = defineEvents({
  partnerExchangeChanged: {
    audit: ['general', 'update'],
    retention: null,
    description: 'How files are exchanged with a partner was changed: these parts of it.',
    payload: { partnerId: id, parts: z.array(text) },
    example: { partnerId: PARTNER, parts: ['server', 'publicKey'] },
  },
  partnerFilesScheduled: {
    audit: ['general', 'update'],
    retention: null,
    description: 'When files for a partner are made and sent was set: every day at a time, once, or never.',
    payload: { partnerId: id, dailyAt: text.nullable(), nextFileAt: instant.nullable() },
    example: { partnerId: PARTNER, dailyAt: '06:30', nextFileAt: '2026-11-27T05:30:00.000Z' },
  },
  partnerFileMade: {
    audit: ['exports', 'create'],
    retention: null,
    description: 'A file was made of what has changed for a partner.',
    payload: { ...FILE, sha256: text },
    example: { ...file, sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  },
  partnerFileFetched: {
    audit: ['exports', 'access'],
    retention: null,
    description: 'A file for a partner was fetched: by staff, or by a program with an API key.',
    payload: FILE,
    example: file,
  },
  partnerFileSent: {
    audit: ['exports', 'send'],
    retention: null,
    description: 'A file lies whole on the partner’s server.',
    payload: FILE,
    example: file,
  },
  partnerFileFailed: {
    audit: ['exports', 'send', 'failure'],
    retention: null,
    description: 'A file could not be put on the partner’s server.',
    payload: { ...FILE, reason },
    example: { ...file, reason: { key: 'sftpNoLogin', values: {} } },
  },
  partnerFileDelayed: {
    audit: ['exports', 'send', 'failure'],
    retention: null,
    description: 'Several attempts to put a file on the partner’s server have failed. We keep trying.',
    payload: { ...FILE, ...WHY },
    example: { ...file, key: 'sftpNoLogin', values: {} },
  },
  partnerFileAcknowledged: {
    audit: ['exports', 'update'],
    retention: null,
    description: 'The partner has confirmed that it has a file, by a file of its own or with an API key, or staff noted that it has.',
    payload: { ...FILE, note: text.nullable() },
    example: { ...file, note: null },
  },
  partnerFileDeleted: {
    audit: ['exports', 'delete'],
    retention: null,
    description: 'A file that never left was deleted: the next one says what it would have said.',
    payload: FILE,
    example: file,
  },
  partnerReturnReceived: {
    audit: ['imports', 'create'],
    retention: null,
    description:
      'A file came from a partner: uploaded by staff, from its SFTP folder, or handed in by a program with an API key of the client or the partner’s own.',
    payload: { returnId: id, partnerId: id, name: text, source: z.enum(['upload', 'sftp', 'api', 'partner']) },
    example: { returnId: ID, partnerId: PARTNER, name: 'payments.csv', source: 'sftp' },
  },
  partnerReturnWaiting: {
    audit: ['imports', 'other'],
    retention: null,
    description: 'A file that arrived from a partner automatically is waiting for staff: to assign its columns, or to book it.',
    payload: { returnId: id, partnerId: id, name: text, ...WHY },
    example: { returnId: ID, partnerId: PARTNER, name: 'payments.csv', key: 'returnToBook', values: { rows: 186 } },
  },
  partnerReturnFailed: {
    audit: ['imports', 'run', 'failure'],
    retention: null,
    description: 'A file that arrived from a partner automatically could not be read or booked.',
    payload: { returnId: id.nullable(), partnerId: id, name: text, ...WHY },
    example: { returnId: null, partnerId: PARTNER, name: 'payments.csv.pgp', key: 'pgpTorn', values: {} },
  },
  partnerFolderAway: {
    audit: ['connectors', 'other', 'failure'],
    retention: null,
    description: 'A partner’s folder can’t be reached. We keep trying.',
    payload: { partnerId: id, name: text, ...WHY },
    example: { partnerId: PARTNER, name: 'Nordstern Inkasso', key: 'sftpNoLogin', values: {} },
  },
  partnerFolderBack: {
    audit: ['connectors', 'other'],
    retention: null,
    description: 'A partner’s folder can be reached again.',
    payload: { partnerId: id, name: text },
    example: { partnerId: PARTNER, name: 'Nordstern Inkasso' },
  },
  partnerReturnBooked: {
    audit: ['imports', 'run'],
    retention: null,
    description: 'A file from a partner was booked: rows by what became of them, sums by currency.',
    payload: {
      returnId: id,
      partnerId: id,
      name: text,
      booked: count,
      known: count,
      refused: count,
      payments: z.record(text, amount),
      costs: z.record(text, amount),
    },
    example: {
      returnId: ID,
      partnerId: PARTNER,
      name: 'payments.csv',
      booked: 180,
      known: 4,
      refused: 2,
      payments: { EUR: '12400.00' },
      costs: { EUR: '90.00' },
    },
  },
  partnerReported: {
    audit: ['claims', 'other'],
    retention: 'details',
    description: 'A partner reported how a claim stands, in its own words.',
    payload: { partnerId: id, partnerName: text, status: text, text: text.nullable(), date: day.nullable(), reference: text.nullable() },
    example: {
      partnerId: PARTNER,
      partnerName: 'Nordstern Inkasso',
      status: 'Debtor promised to pay',
      text: null,
      date: '2026-11-26',
      reference: 'N-4711',
    },
  },
});
