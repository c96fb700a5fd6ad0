import { z } from 'zod';
import { defineStep } from '../../step.ts';

/** Pauses the claim’s strategy until somebody or a rule resumes it. */
export const pauseRun = defineStep({
  type: 'pauseRun',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'player-pause',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({}),
  layout: {},
  needs: [],
  decide: () => ({ effects: [{ kind: 'controlStrategy', command: 'pause', blueprintId: null }], next: { to: 'next' } }),
});
