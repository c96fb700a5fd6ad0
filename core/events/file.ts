/** Files of accounts and claims. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { anything, count, id, text } from './fields.ts';

/** What every event of a file's life says. */
export const FILE = { fileId: id, name: text };
const file = { fileId: '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e07', name: 'invoice.pdf' };
const FACTS = z.record(text, anything);

export const FILE_EVENTS = defineEvents({
  fileAnnounced: {
    audit: ['files', 'other'],
    retention: 'files',
    fromDebtor: ['name'],
    description: 'An upload was started.',
    payload: FILE,
    example: file,
  },
  fileStored: {
    audit: ['files', 'create'],
    retention: 'files',
    fromDebtor: ['name'],
    description: 'A file was kept.',
    payload: {
      ...FILE,
      /** Bytes. */
      size: count,
      sha256: text,
      mimeType: text,
      documentType: text.nullable(),
    },
    example: {
      ...file,
      size: 48_210,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      mimeType: 'application/pdf',
      documentType: null,
    },
  },
  fileRefused: {
    audit: ['files', 'other', 'failure'],
    retention: 'files',
    fromDebtor: ['name', 'values'],
    description: 'What was uploaded was not kept; the reason is a key of the product’s texts.',
    payload: { ...FILE, reason: text, values: z.record(text, anything).optional() },
    example: { ...file, reason: 'fileHarmful', values: { finding: 'EICAR' } },
  },
  fileDeleted: {
    audit: ['files', 'delete'],
    retention: 'files',
    fromDebtor: ['name'],
    description: 'A file was deleted.',
    payload: FILE,
    example: file,
  },
  fileChanged: {
    audit: ['files', 'update'],
    retention: 'files',
    fromDebtor: ['name', 'before', 'after'],
    description: 'What is known of a file was edited: the changed fields before and after.',
    payload: { ...FILE, before: FACTS, after: FACTS },
    example: { ...file, before: { description: '' }, after: { description: 'The signed contract' } },
  },
  fileRestored: {
    audit: ['files', 'update'],
    retention: 'files',
    fromDebtor: ['name'],
    description: 'A deleted file was brought back.',
    payload: FILE,
    example: file,
  },
});
