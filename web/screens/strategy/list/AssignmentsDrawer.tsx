import { Button, Select, Skeleton } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { faultOf } from '../../../ui/fault.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastFault, toastSuccess } from '../../../ui/toasts.ts';
import classes from './StrategyList.module.css';
import { AssignmentsDocument, type AssignmentsQuery, ClearAssignmentDocument, SaveAssignmentDocument } from './strategy.graphql.ts';

type Assignment = AssignmentsQuery['getAccountAssignments'][number];
const keyOf = ({ blueprintId, assignmentId }: Assignment) => `${blueprintId} ${assignmentId}`;

/** Whom strategies give accounts to, step by step, and somebody else in their place. What is changed waits until it is saved, one after the other. */
export default function AssignmentsDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('strategy');
  const { clientId } = useWorkspace();
  const edits = useCan('strategy', 'editStrategies');
  const { members, nameOf } = useStaff();
  const { data, error, refetch } = useQuery('strategy', AssignmentsDocument, { clientId });
  const [save] = useMutation('strategy', SaveAssignmentDocument, { idempotent: true });
  const [clear] = useMutation('strategy', ClearAssignmentDocument, { idempotent: true });
  const [changed, setChanged] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [busy, setBusy] = useState(false);
  const list = data?.getAccountAssignments;
  const strategies = [...new Map(list?.map((one) => [one.blueprintId, one.displayName]))];

  function change(one: Assignment, userId: string | null) {
    const next = new Map(changed);
    if (userId === one.userId) next.delete(keyOf(one));
    else next.set(keyOf(one), userId);
    setChanged(next);
  }

  async function saveAll() {
    setBusy(true);
    const pending = new Map(changed);
    let saved = 0;
    try {
      for (const one of list ?? []) {
        const userId = pending.get(keyOf(one));
        if (userId === undefined) continue;
        const what = { clientId, blueprintId: one.blueprintId, assignmentId: one.assignmentId };
        await (userId === null ? clear(what) : save({ ...what, userId }));
        pending.delete(keyOf(one));
        saved += 1;
      }
      toastSuccess(t('assignments.saved', { count: saved }));
    } catch (problem) {
      toastFault(faultOf(problem), t('error_while_saving_strategy_account_assignments'));
    } finally {
      // What was not saved stays to be tried again.
      setChanged(pending);
      setBusy(false);
      refetch();
    }
  }

  const options = members.map(({ id, name, email }) => ({ value: id, label: name || email }));
  const choicesFor = (userId: string | null) =>
    userId === null || options.some(({ value }) => value === userId)
      ? options
      : [...options, { value: userId, label: nameOf(userId) ?? userId }];
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('assignments.title')}
      size={600}
      footer={
        edits && (
          <Button loading={busy} disabled={changed.size === 0} onClick={() => void saveAll()}>
            {t('assignments.save', { count: changed.size })}
          </Button>
        )
      }
    >
      {error && !list ? <ErrorState error={error} onRetry={refetch} /> : null}
      {!list && !error && <Skeleton height={160} />}
      {list?.length === 0 && (
        <EmptyState icon={<IconUserCheck size={22} />} title={t('assignments.none')} detail={t('assignments.noneDetail')} />
      )}
      {list && list.length > 0 && <p>{t('assignments.detail')}</p>}
      {strategies.map(([blueprintId, displayName]) => (
        <Section key={blueprintId} title={<Link to={paths.strategy(clientId, blueprintId)}>{displayName}</Link>}>
          {list
            ?.filter((one) => one.blueprintId === blueprintId)
            .map((one) => {
              const pending = changed.get(keyOf(one));
              const value = pending === undefined ? one.userId : pending;
              return (
                <div key={keyOf(one)} className={classes.assignment}>
                  <Select
                    label={one.description || t('step.assignAccount.name')}
                    aria-label={`${displayName}: ${one.description || t('step.assignAccount.name')}`}
                    placeholder={t('assignments.nobody')}
                    data={choicesFor(one.userId)}
                    value={value ?? null}
                    disabled={!edits || busy}
                    searchable
                    clearable
                    onChange={(next) => change(one, next)}
                  />
                  {pending !== undefined && <Tag tone="warn">{t('assignments.unsaved')}</Tag>}
                </div>
              );
            })}
        </Section>
      ))}
      <LeaveGuard dirty={changed.size > 0} />
    </Drawer>
  );
}
