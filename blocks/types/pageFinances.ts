import { z } from 'zod';
import { LEADING_ON, pageBlock } from './pageFunction.ts';

/** Telling income and expenses, where a strategy asks for them. */
export const financialAssessment = pageBlock({
  type: 'financialAssessment',
  icon: 'calculator',
  once: true,
  fields: z.strictObject({}),
  layout: {},
  texts: { ...LEADING_ON },
});
