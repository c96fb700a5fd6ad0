import { z } from 'zod';
import { defineStep } from '../../step.ts';

/** Ends the claim’s strategy. */
export const stopRun = defineStep({
  type: 'stopRun',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'player-stop',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({}),
  layout: {},
  needs: [],
  decide: () => ({ effects: [{ kind: 'controlStrategy', command: 'stop', blueprintId: null }], next: { to: 'next' } }),
});
