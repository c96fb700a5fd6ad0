/** Personal data of workflows: what staff wrote and filled in, and the names of files. */
import { defineErasable, definePersonalSections, setting } from '../../platform/personal.ts';

defineErasable(
  {
    name: 'workflowSteps',
    kind: 'notes',
    table: 'workflow_step',
    ...setting({ notes: `''`, values: `'{}'::jsonb`, files: `'[]'::jsonb` }),
  },
  { name: 'workflows', kind: 'notes', table: 'workflow', ...setting({ outcome_notes: 'null' }) },
);

definePersonalSections({
  name: 'workflows',
  read: async (tx, { accountIds }) => {
    const rows = await tx.sql<{ row: Record<string, unknown> }>(
      `select jsonb_build_object('name', w.name, 'status', w.status, 'started_at', w.started_at, 'outcome', w.outcome_option, 'outcome_notes', w.outcome_notes,
         'steps', (select jsonb_agg(jsonb_build_object('step', s.step_id, 'status', s.status, 'notes', s.notes, 'values', s.values, 'files', s.files)
           order by s.phase, s.position) from workflow_step s where s.client_id = w.client_id and s.workflow_id = w.workflow_id
             and (s.notes <> '' or s.values <> '{}' or s.files <> '[]'))) as row
       from workflow w where w.client_id = $1 and w.account_id = any($2::uuid[]) order by w.started_at`,
      [tx.clientId, accountIds],
    );
    return rows.map(({ row }) => row);
  },
});
