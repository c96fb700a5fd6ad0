import { SegmentedControl, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from '../../../../shell/api.ts';
import { paths } from '../../../../shell/paths.ts';
import { useRoleName } from '../../../../shell/roleNames.ts';
import { useTopics } from '../../../../shell/topics.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { EmptyState, ErrorState } from '../../../../ui/states.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './StepsDrawer.module.css';
import { ActiveStepsDocument } from './workflows.graphql.ts';

const TABS = ['mine', 'group', 'all'] as const;

/** Steps of workflows that wait for somebody: one's own, a group's, or all; late ones first. */
export default function StepsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('workflow-steps');
  const format = useFormat();
  const roleName = useRoleName();
  const { clientId } = useWorkspace();
  const { groups = [] } = useTopics();
  const [tab, setTab] = useState<(typeof TABS)[number]>('mine');
  const [chosen, setChosen] = useState<string | null>(null);
  const groupName = chosen ?? groups[0]?.name ?? null;
  const wanted = tab === 'mine' ? { own: true } : tab === 'group' ? { groupName } : {};
  const { data, error, refetch } = useQuery('workflows', ActiveStepsDocument, { clientId, ...wanted }, { reuse: true });
  const steps = data?.getWorkflowActiveSteps ?? [];
  const tabs = TABS.filter((each) => each !== 'group' || groups.length > 0);
  return (
    <Drawer opened onClose={onClose} title={t('steps.title')}>
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={t('steps.title')}
          data={tabs.map((each) => ({ value: each, label: t(`steps.${each}`) }))}
          value={tab}
          onChange={(next) => setTab(next as 'mine')}
        />
        {tab === 'group' && (
          <Select
            aria-label={t('steps.chooseGroup')}
            allowDeselect={false}
            data={groups.map(({ name }) => name)}
            value={groupName}
            onChange={setChosen}
          />
        )}
        {!!error && !data && <ErrorState error={error} onRetry={refetch} />}
        {data && steps.length === 0 && <EmptyState title={t('steps.none')} detail={t('steps.noneDetail')} />}
        <ul className={classes.list}>
          {steps.map((step) => (
            <li key={`${step.workflowId} ${step.stepId}`}>
              <Link to={paths.account(clientId, step.accountId)} className={classes.step}>
                <strong>{step.description}</strong>
                <span>
                  {step.debtorFullName} · {step.workflowName}
                </span>
                <span className={classes.words}>
                  {[
                    step.assignedTo?.name ??
                      (step.assignedTo?.userRole ? roleName(step.assignedTo.userRole) : (step.groupName ?? t('everybody'))),
                    step.dueAt && t('due', { date: format.date(step.dueAt, 'long') }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  {step.isOverdue && <Tag tone="bad">{t('overdue')}</Tag>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Stack>
    </Drawer>
  );
}
