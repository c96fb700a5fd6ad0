import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleDashed, IconCircleDot, IconCircleX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useReason } from '../../../../shell/reasons.ts';
import { useRoleName } from '../../../../shell/roleNames.ts';
import { useFormat } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.ts';
import { useCan } from '../../../../ui/permission.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Account } from '../account.ts';
import { useAction } from '../useAction.ts';
import { AssignStep } from './AssignStep.tsx';
import type { Step, Workflow } from './workflow.ts';
import classes from './workflows.module.css';

const CompleteForm = later(() => import('./CompleteForm.tsx'));

const ICONS = {
  pending: IconCircle,
  inProgress: IconCircleDot,
  completed: IconCircleCheck,
  rejected: IconCircleX,
  skipped: IconCircleDashed,
};
type Status = keyof typeof ICONS;

/** A step: how it stands, whose it is and until when; what was written with it; and what can be done. */
export function StepLine(props: { step: Step; workflow: Workflow; account: Account; onChanged: () => void }) {
  const { step, workflow, account } = props;
  const { t } = useTranslation('workflow-steps');
  const say = useReason();
  const works = useCan('workflows', 'workWorkflows');
  const [, act] = useAction();
  const [completing, setCompleting] = useState(false);
  const words = useStepWords(step);
  const status = step.status as Status;
  const Icon = ICONS[status];
  // Without a task nobody is asked: it completes itself.
  const isMine = works && status === 'inProgress' && step.taskId !== null;
  const values = Object.entries(step.values as Record<string, unknown>);
  return (
    <li className={classes.step} data-status={status}>
      <Icon size={16} stroke={1.6} className={classes.icon} aria-label={t(`stepStatus.${status}`)} />
      <div>
        <p className={classes.what}>
          {step.description} {step.isOverdue && <Tag tone="bad">{t('overdue')}</Tag>}
        </p>
        {words !== '' && <p className={classes.hint}>{words}</p>}
        {step.why !== null && status === 'inProgress' && <p className={classes.why}>{say(step.why as { key: string })}</p>}
        {step.notes && <p className={classes.notes}>{step.notes}</p>}
        {values.map(([name, value]) => (
          <p key={name} className={classes.hint}>
            {name}: {typeof value === 'boolean' ? t(value ? 'yes' : 'no') : String(value)}
          </p>
        ))}
        {step.files.length > 0 && <p className={classes.hint}>{step.files.map(({ name }) => name).join(', ')}</p>}
        {isMine && (
          <div className={classes.buttons}>
            {step.type === 'financialAssessment' ? (
              <Button size="compact-xs" onClick={() => act('finances')}>
                {t('assess')}
              </Button>
            ) : (
              <Button size="compact-xs" onClick={() => setCompleting(true)}>
                {t(step.type === 'approval' ? 'decide' : 'complete')}
              </Button>
            )}
            <AssignStep step={step} workflow={workflow} accountId={account.id} onChanged={props.onChanged} />
          </div>
        )}
      </div>
      <Suspense>
        {completing && (
          <CompleteForm
            step={step}
            workflow={workflow}
            account={account}
            onChanged={props.onChanged}
            onClose={() => setCompleting(false)}
          />
        )}
      </Suspense>
    </li>
  );
}

/** "Ada Petersen · due Dec 1", or who completed it and when. */
function useStepWords(step: Step): string {
  const { t } = useTranslation('workflow-steps');
  const format = useFormat();
  const roleName = useRoleName();
  const { status, assignedTo, groupName, completedBy, completedAt, dueAt, retryAt, taskId } = step;
  if (completedAt) return t('completedBy', { name: completedBy?.name ?? t('product'), date: format.date(completedAt, 'long') });
  if (status !== 'inProgress') return '';
  const who = assignedTo?.name ?? (assignedTo?.userRole && roleName(assignedTo.userRole)) ?? groupName ?? (taskId ? t('everybody') : '');
  const due = dueAt && t('due', { date: format.date(dueAt, 'long') });
  const retry = !taskId && retryAt && t('retry', { date: format.date(retryAt, 'long') });
  return [who, due, retry].filter(Boolean).join(' · ');
}
