import type { DecisionTreesQuery } from './decision.graphql.ts';

/** A decision tree of the list. */
export type Item = DecisionTreesQuery['getDecisionTreesByStatus'][number];

export const STATUSES = ['live', 'draft', 'archived'] as const;
export type Status = (typeof STATUSES)[number];
/** The colour of a version's status. */
export const TONES = { live: 'good', draft: 'warn', archived: 'neutral' } as const;
export const isStatus = (text: string | null): text is Status => STATUSES.includes(text as Status);
