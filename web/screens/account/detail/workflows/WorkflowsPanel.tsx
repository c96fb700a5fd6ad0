import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ButtonMenu } from '../../../../ui/ButtonMenu.tsx';
import { later } from '../../../../ui/later.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { useCan } from '../../../../ui/permission.tsx';
import { ErrorNote } from '../../../../ui/states.tsx';
import { TextSkeleton } from '../../../../ui/TextSkeleton.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../../ui/toasts.ts';
import type { PanelProps } from '../panel.ts';
import classes from '../Tasks.module.css';
import type { Workflow } from './workflow.ts';
import { AccountWorkflowsDocument, StartableWorkflowsDocument, StartWorkflowDocument } from './workflows.graphql.ts';

const WorkflowCard = later(() => import('./WorkflowCard.tsx'));

/** Ended ones are shown on demand. */
const isRunning = ({ status }: Workflow) => status === 'inProgress';

/** The account's workflows: those in progress with their phases, the others by name; and a button that starts one. */
export default function WorkflowsPanel({ account, accountId }: PanelProps) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const works = useCan('workflows', 'workWorkflows');
  const { data, error, refetch } = useQuery('workflows', AccountWorkflowsDocument, { clientId, accountId }, { reuse: true });
  const { data: startable } = useQuery('workflows', StartableWorkflowsDocument, works ? { clientId } : null, { reuse: true });
  const [start] = useMutation('workflows', StartWorkflowDocument);
  const [showsEnded, setShowsEnded] = useState(false);
  const workflows = data?.getWorkflows ?? [];
  const running = workflows.filter(isRunning);
  const ended = workflows.filter((each) => !isRunning(each));
  const blueprints = startable?.getWorkflowBlueprints.results ?? [];
  const isInProgress = (name: string) => running.some((each) => each.name === name);
  const begin = async (workflowBlueprintId: string, name: string) => {
    try {
      await start({ clientId, accountId, workflowBlueprintId });
      toastSuccess(t('workflows.started', { name }));
      refetch();
    } catch (refusal) {
      toastError(refusal);
    }
  };
  return (
    <Section
      title={t('workflows.title')}
      {...(running.length > 0 ? { count: running.length } : {})}
      aside={
        works &&
        blueprints.length > 0 && (
          <ButtonMenu
            position="bottom-end"
            button={
              <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={13} />}>
                {t('workflows.start')}
              </Button>
            }
            choices={blueprints.map(({ workflowBlueprintId, name }) => ({
              key: workflowBlueprintId,
              label: name,
              disabled: isInProgress(name),
              onChoose: () => void begin(workflowBlueprintId, name),
            }))}
          />
        )
      }
    >
      {!!error && !data && <ErrorNote error={error} />}
      {!data && !error && (
        <p className={classes.none}>
          <TextSkeleton>{t('workflows.none')}</TextSkeleton>
        </p>
      )}
      {data && running.length === 0 && <p className={classes.none}>{t('workflows.none')}</p>}
      <Suspense>
        {[...running, ...(showsEnded ? ended : [])].map((workflow) => (
          <WorkflowCard key={workflow.workflowId} workflow={workflow} account={account} onChanged={refetch} />
        ))}
      </Suspense>
      {ended.length > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={() => setShowsEnded(!showsEnded)}>
          {showsEnded ? t('workflows.hideEnded') : t('workflows.showEnded', { count: ended.length, number: ended.length })}
        </Button>
      )}
    </Section>
  );
}
