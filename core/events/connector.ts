/** Watched folders and the accounting export. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { anything, count, day, flag, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e21';

const WATCH = { watchId: id, name: text };
const watch = { watchId: ID, name: 'Portfolio of Nordlicht' };
/** Why, apart from any language. */
const WHY = { key: text, values: z.record(text, anything) };
const FILE = { ...WATCH, fileName: text, importId: id.nullable(), userIds: z.array(id), ...WHY };

export const CONNECTOR_EVENTS = defineEvents({
  importWatchSaved: {
    audit: ['connectors', 'update'],
    retention: null,
    description: 'A watched folder was set up or edited.',
    payload: { ...WATCH, isNew: flag, parts: z.array(text) },
    example: { ...watch, isNew: false, parts: ['pattern'] },
  },
  importWatchDeleted: {
    audit: ['connectors', 'delete'],
    retention: null,
    description: 'A watched folder was removed. What it imported stays.',
    payload: WATCH,
    example: watch,
  },
  watchedFileFailed: {
    audit: ['connectors', 'run', 'failure'],
    retention: null,
    description: 'A file of a watched folder could not be imported.',
    payload: FILE,
    example: { ...watch, fileName: 'portfolio.csv', importId: null, userIds: [ID], key: 'fileRows', values: {} },
  },
  watchedFileWaiting: {
    audit: ['connectors', 'other'],
    retention: null,
    description: 'A file of a watched folder waits for somebody to confirm its import.',
    payload: FILE,
    example: { ...watch, fileName: 'portfolio.csv', importId: ID, userIds: [ID], key: 'watchAsked', values: {} },
  },
  connectorAway: {
    audit: ['connectors', 'other', 'failure'],
    retention: null,
    description: 'A watched folder can’t be looked into; it is tried again.',
    payload: { ...WATCH, userIds: z.array(id), ...WHY },
    example: { ...watch, userIds: [ID], key: 'serverRefuses', values: {} },
  },
  connectorBack: {
    audit: ['connectors', 'other'],
    retention: null,
    description: 'A watched folder can be looked into again.',
    payload: { ...WATCH, userIds: z.array(id) },
    example: { ...watch, userIds: [ID] },
  },
  accountingSettingChanged: {
    audit: ['connectors', 'update'],
    retention: null,
    description: 'The settings of the accounting export were saved.',
    payload: { parts: z.array(text) },
    example: { parts: ['sides'] },
  },
  accountingBatchMade: {
    audit: ['connectors', 'create'],
    retention: null,
    description: 'A batch of the ledger was made for the bookkeeping, or one was taken back.',
    payload: { batchId: id, number: count, entries: count, untilDay: day, reverses: id.nullable() },
    example: { batchId: ID, number: 7, entries: 1204, untilDay: '2026-11-30', reverses: null },
  },
  accountingFileTaken: {
    audit: ['connectors', 'access'],
    retention: null,
    description: 'Somebody downloaded a batch of the ledger.',
    payload: { batchId: id, number: count, file: text },
    example: { batchId: ID, number: 7, file: 'journal_00007.csv' },
  },
  accountingBatchFailed: {
    audit: ['connectors', 'create', 'failure'],
    retention: null,
    description: 'A batch of the ledger could not be made.',
    payload: { batchId: id, untilDay: day, scheduled: flag, ...WHY },
    example: { batchId: ID, untilDay: '2026-11-30', scheduled: true, key: 'accountingNothing', values: {} },
  },
});
