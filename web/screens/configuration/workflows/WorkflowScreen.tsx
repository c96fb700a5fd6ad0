import { useParams, useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { Builder, type Edited } from './Builder.tsx';
import { EditedWorkflowDocument } from './workflows.graphql.ts';

/** configuration/workflows/{workflowBlueprintId?}: the builder; without an id a new workflow, of which idToClone names the model. */
export default function WorkflowScreen() {
  const { t } = useTranslation('workflows');
  const { clientId } = useWorkspace();
  const { workflowBlueprintId } = useParams();
  const [search] = useSearchParams();
  const idToClone = search.get('idToClone');
  const wanted = workflowBlueprintId ?? idToClone;
  const { data, error, refetch } = useQuery('workflows', EditedWorkflowDocument, wanted ? { clientId, workflowBlueprintId: wanted } : null);
  const crumbs = [{ label: t('title'), to: paths.workflows(clientId) }, { label: t(workflowBlueprintId ? 'title' : 'new') }];
  if (wanted && error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (wanted && !data) return <PageHeader crumbs={crumbs} />;
  const found = data?.getWorkflowBlueprint;
  const saved: Edited =
    found && workflowBlueprintId
      ? found
      : {
          ...{ workflowBlueprintId: null, revision: null, version: 0, runningWorkflows: 0 },
          name: found ? t('copyOf', { name: found.name }) : '',
          outcomes: found?.outcomes ?? [t('outcome.resolved'), t('outcome.unresolved')],
          phases: found?.phases ?? [{ name: t('firstPhase'), steps: '[]' }],
        };
  return <Builder key={workflowBlueprintId ?? `new ${idToClone ?? ''}`} saved={saved} onReload={refetch} />;
}
