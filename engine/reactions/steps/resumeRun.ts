import { z } from 'zod';
import { defineStep } from '../../step.ts';

/** Resumes the claim’s paused strategy where it stands. */
export const resumeRun = defineStep({
  type: 'resumeRun',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'player-track-next',
  panelWidth: 420,
  showDescription: false,
  fields: z.object({}),
  layout: {},
  needs: [],
  decide: () => ({ effects: [{ kind: 'controlStrategy', command: 'resume', blueprintId: null }], next: { to: 'next' } }),
});
