import { z } from 'zod';
import { defineStep } from '../../step.ts';

/** Stops what the claim runs in, and starts a strategy on it. */
export const replaceRun = defineStep({
  type: 'replaceRun',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'arrows-exchange',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({ blueprintId: z.uuid() }),
  layout: { blueprintId: { control: 'strategy' } },
  needs: [],
  decide: ({ blueprintId }) => ({ effects: [{ kind: 'controlStrategy', command: 'replace', blueprintId }], next: { to: 'next' } }),
});
