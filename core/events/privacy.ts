/** What the law on personal data made somebody do. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { count, day, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e0c';
const DATA_FILE = { dataFileId: id };
const dataFile = { dataFileId: ID };

export const PRIVACY_EVENTS = defineEvents({
  personalDataFileMade: {
    audit: ['privacy', 'access'],
    retention: null,
    description: 'A file of all that is known of a person was ordered.',
    payload: DATA_FILE,
    example: dataFile,
  },
  personalDataFileDownloaded: {
    audit: ['privacy', 'access'],
    retention: null,
    description: 'A part of a file of personal data was downloaded.',
    payload: { ...DATA_FILE, part: text },
    example: { ...dataFile, part: 'readable' },
  },
  personalDataFileDeleted: {
    audit: ['privacy', 'delete'],
    retention: null,
    description: 'A file of personal data was deleted.',
    payload: DATA_FILE,
    example: dataFile,
  },
  personalDataErased: {
    audit: ['privacy', 'delete'],
    retention: null,
    description: 'Personal data were erased, by a rule or on request; the seal covers which events lost their payload.',
    payload: {
      erasureId: id,
      /** How many events lost their payload, and a digest over them. */
      events: count,
      digest: text,
      about: z.strictObject({
        /** Of core/retention.ts. */
        kind: text,
        cause: z.enum(['rule', 'request', 'restore']),
        accounts: count,
        /** Erased records by what they were. */
        counts: z.record(text, count),
      }),
    },
    example: {
      erasureId: ID,
      events: 9,
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      about: { kind: 'messages', cause: 'rule', accounts: 1, counts: { communications: 4 } },
    },
  },
  dataRectified: {
    audit: ['privacy', 'update'],
    retention: 'details',
    description: 'Data of a person were corrected because they asked for it; the fields are named, never their values.',
    payload: { externalDebtorRef: text, fields: z.array(text), requestedOn: day, informed: z.array(text) },
    example: { externalDebtorRef: 'D-2041', fields: ['city'], requestedOn: '2026-11-20', informed: ['Credit agency'] },
  },
  legalHoldPlaced: {
    audit: ['privacy', 'create'],
    retention: 'notes',
    fromDebtor: ['reason'],
    description: 'Data of an account or debtor are kept until a hold is released or its day has passed.',
    payload: { holdId: id, externalDebtorRef: text.nullable(), reason: text, until: day.nullable() },
    example: { holdId: ID, externalDebtorRef: null, reason: 'Lawsuit 12 C 345/26', until: null },
  },
  legalHoldReleased: {
    audit: ['privacy', 'delete'],
    retention: 'notes',
    fromDebtor: ['reason'],
    description: 'A hold was released.',
    payload: { holdId: id, reason: text },
    example: { holdId: ID, reason: 'The lawsuit is over' },
  },
});
