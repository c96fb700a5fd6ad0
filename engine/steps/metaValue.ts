import { z } from 'zod';
import type { MetaValue } from '../types.ts';

/** Anything JSON can hold, as metadata fields do. */
export const metaValue: z.ZodType<MetaValue> = z.json();
