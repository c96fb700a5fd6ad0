/** Letters that the house prints and posts itself: what is "sent" here waits in the day's batch (cms.print.logic.ts). */
import { z } from 'zod';
import { defineAdapter } from '../adapter/adapter.ts';
import type { OpenedAdapter, Provider } from './provider.ts';

export const PRINT_BATCH = 'PrintBatch';

const printBatchProvider: Provider = {
  name: PRINT_BATCH,
  deliveryClass: 'idempotent',
  send: async ({ reference }) => ({ outcome: 'sent', providerRef: reference }),
  close: async () => {},
};

defineAdapter({
  name: PRINT_BATCH,
  serves: ['letter'],
  deliveryClass: 'idempotent',
  credentials: z.strictObject({}),
  /** `duplex`: printed on both sides, so each letter begins on a front. */
  extras: z.strictObject({ duplex: z.union([z.boolean(), z.enum(['true', 'false', ''])]).optional() }),
  open: (): OpenedAdapter => ({ provider: printBatchProvider }),
});

/** @returns whether a client prints on both sides. */
export const isDuplex = (extras: Readonly<Record<string, unknown>> | undefined): boolean =>
  extras?.duplex === true || extras?.duplex === 'true';
