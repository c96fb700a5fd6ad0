import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useFormat } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.ts';
import { useCan } from '../../../../ui/permission.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Account } from '../account.ts';
import { StepLine } from './StepLine.tsx';
import type { Workflow } from './workflow.ts';
import classes from './workflows.module.css';

const OutcomeForm = later(() => import('./OutcomeForm.tsx'));

const TONES = { inProgress: 'info', completed: 'good', stopped: 'neutral' } as const;
type Status = keyof typeof TONES;

/** One workflow: the phase in progress is open, the others open with a press. */
export default function WorkflowCard({ workflow, account, onChanged }: { workflow: Workflow; account: Account; onChanged: () => void }) {
  const { t } = useTranslation('workflow-steps');
  const format = useFormat();
  const works = useCan('workflows', 'workWorkflows');
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({});
  const [ending, setEnding] = useState(false);
  const { name, status, phases, awaitsOutcome, workflowOutcomeOption, workflowOutcomeNotes } = workflow;
  const isRunning = status === 'inProgress';
  return (
    <article className={classes.card}>
      <header className={classes.head}>
        <h3>{name}</h3>
        <Tag tone={TONES[status as Status]}>{workflowOutcomeOption ?? t(`status.${status as Status}`)}</Tag>
      </header>
      <p className={classes.hint}>{t('since', { date: format.date(workflow.startedAt) })}</p>
      {workflowOutcomeNotes && <p className={classes.notes}>{workflowOutcomeNotes}</p>}
      <ol className={classes.phases}>
        {phases.map((phase) => {
          const isOpen = opened[phase.phaseId] ?? phase.status === 'inProgress';
          const done = phase.steps.filter((step) => step.status === 'completed').length;
          return (
            <li key={phase.phaseId} data-status={phase.status}>
              <button
                type="button"
                className={classes.phase}
                aria-expanded={isOpen}
                onClick={() => setOpened({ ...opened, [phase.phaseId]: !isOpen })}
              >
                {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
                <span>{phase.name}</span>
                <small>{t('done', { done, of: phase.steps.length })}</small>
              </button>
              {isOpen && (
                <ul className={classes.steps}>
                  {phase.steps.map((step) => (
                    <StepLine key={step.stepId} step={step} workflow={workflow} account={account} onChanged={onChanged} />
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ol>
      {works && isRunning && (
        <Button size="xs" variant={awaitsOutcome ? 'filled' : 'default'} onClick={() => setEnding(true)}>
          {t(awaitsOutcome ? 'submitOutcome' : 'endEarly')}
        </Button>
      )}
      <Suspense>
        {ending && <OutcomeForm workflow={workflow} accountId={account.id} onChanged={onChanged} onClose={() => setEnding(false)} />}
      </Suspense>
    </article>
  );
}
