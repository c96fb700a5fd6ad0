import { z } from 'zod';
import { type Share, sharesProblem } from '../outsourcing/shares.ts';
import { defineStep } from '../step.ts';

const allocation = z.object({
  partnerId: z.uuid(),
  /** Of the claims that come by, above zero, with two decimals at most. */
  percentage: z.number().positive().max(100).multipleOf(0.01),
});

const sharesOf = (allocations: readonly z.infer<typeof allocation>[]): Share[] =>
  allocations.map(({ partnerId, percentage }) => ({ partnerId, basisPoints: Math.round(percentage * 100) }));

/** Gives the claims that come by to several partners, by percentages that hold exactly (docs/decisions/outsourcing.md). */
export const ADVANCED_OUTSOURCE_CLAIM = defineStep({
  type: 'ADVANCED_OUTSOURCE_CLAIM',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'chart-pie',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    partnerAllocations: z
      .array(allocation)
      .max(20)
      .refine((allocations) => sharesProblem(sharesOf(allocations)) === null, 'each partner once, 100 together'),
    description: z.string().max(500).default(''),
  }),
  layout: { partnerAllocations: { control: 'allocations' }, description: { control: 'textarea' } },
  needs: [],
  decide: ({ partnerAllocations }) => ({
    effects: [{ kind: 'outsource', whole: false, shares: sharesOf(partnerAllocations) }],
    next: { to: 'next' },
  }),
  summary: ({ partnerAllocations }) => ({
    key: 'summary.allocations',
    values: { shares: partnerAllocations.map(({ percentage }) => `${Math.round(percentage)} %`).join(' · ') },
  }),
});
