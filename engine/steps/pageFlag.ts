import { z } from 'zod';
import type { ClaimFlag } from '../effects.ts';
import { defineStep } from '../step.ts';

/** @returns the step that starts or stops offering something for the claim on the debtor’s page. */
export const pageFlagStep = (type: string, flag: ClaimFlag, enabled: boolean, icon: string) =>
  defineStep({
    type,
    category: 'CLAIMS',
    outputs: ['next'],
    icon,
    panelWidth: 420,
    showDescription: true,
    fields: z.object({ description: z.string().max(500).default('') }),
    layout: { description: { control: 'textarea' } },
    needs: [],
    decide: () => ({ effects: [{ kind: 'setFlag', flag, enabled }], next: { to: 'next' } }),
  });
