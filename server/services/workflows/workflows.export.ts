/** The list of blueprints as a file. */
import { defineListExport } from '../../platform/listExport.ts';
import { type Blueprint, listBlueprints } from './workflows.blueprint.logic.ts';

defineListExport<{ readonly searchTerm?: string | null }, Blueprint, 'workflows'>({
  name: 'workflow-blueprints',
  permission: { domain: 'workflows', action: 'viewWorkflows' },
  service: 'workflows',
  takes: { searchTerm: 'String' },
  columns: {
    name: { kind: 'text', value: (item) => item.name },
    phases: { kind: 'number', value: (item) => item.phases.length },
    steps: { kind: 'number', value: (item) => item.phases.reduce((sum, phase) => sum + phase.steps.length, 0) },
    running: { kind: 'number', value: (item) => item.runningWorkflows },
    agents: { kind: 'text', value: (item) => item.agents.join(', ') },
    version: { kind: 'number', value: (item) => item.version },
    updated: { kind: 'moment', value: (item) => item.updatedAt },
  },
  rows: async function* (tx, { searchTerm }) {
    for (let paginationId: string | null = null; ; ) {
      const page = await listBlueprints(tx, { searchTerm, limit: 200, paginationId });
      yield page.results;
      paginationId = page.paginationId;
      if (paginationId === null) return;
    }
  },
});
