import { z } from 'zod';
import { defineStep } from '../../step.ts';

/** Starts a strategy on the claim, unless the claim runs in one. */
export const startRun = defineStep({
  type: 'startRun',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'player-play',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({ blueprintId: z.uuid() }),
  layout: { blueprintId: { control: 'strategy' } },
  needs: [],
  decide: ({ blueprintId }) => ({ effects: [{ kind: 'controlStrategy', command: 'start', blueprintId }], next: { to: 'next' } }),
});
