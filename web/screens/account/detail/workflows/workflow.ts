import type { AccountWorkflowsQuery } from './workflows.graphql.ts';

/** A workflow of the account, and one of its steps, as the panel asks for them. */
export type Workflow = AccountWorkflowsQuery['getWorkflows'][number];
export type Step = Workflow['phases'][number]['steps'][number];
