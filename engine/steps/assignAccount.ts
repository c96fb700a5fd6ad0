import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Assigns the account to a user, or to nobody. */
export const assignAccount = defineStep({
  type: 'assignAccount',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'user-check',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ userId: z.uuid().nullable().default(null), description: z.string().max(500).default('') }),
  layout: { userId: { control: 'user' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ userId }) => ({ effects: [{ kind: 'assignAccount', userId }], next: { to: 'next' } }),
});
