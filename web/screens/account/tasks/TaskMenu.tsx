import { Kbd, Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useStaff } from '../../../shell/staff.ts';
import { endSnooze } from '../../../shell/tasks/snooze/endSnooze.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Task } from './columns.tsx';
import classes from './TasksScreen.module.css';

/** What can be done with one task; open when it appears. @param onGive left out where work may not be given away. */
export default function TaskMenu(props: {
  target: ReactElement;
  task: Task;
  onOpen: () => void;
  /** Left out where one may not write to debtors. */
  onWrite: (() => void) | undefined;
  onResolve: () => void;
  onChange: () => void;
  onSnooze: () => void;
  onGive: ((userId: string | null, name: string) => void) | undefined;
}) {
  const { t } = useTranslation(['tasks', 'queue']);
  const { clientId } = useWorkspace();
  const { taskId, revision, skippedUntil } = props.task;
  return (
    <Menu defaultOpened position="bottom-end">
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item rightSection={<Kbd size="xs">↵</Kbd>} onClick={props.onOpen}>
          {t('open')}
        </Menu.Item>
        {props.onWrite && (
          <Menu.Item rightSection={<Kbd size="xs">M</Kbd>} onClick={props.onWrite}>
            {t('write')}
          </Menu.Item>
        )}
        <Menu.Item rightSection={<Kbd size="xs">R</Kbd>} onClick={props.onResolve}>
          {t('resolve')}
        </Menu.Item>
        {skippedUntil && Date.parse(skippedUntil) > Date.now() && (
          <Menu.Item onClick={() => void endSnooze({ clientId, taskId, revision }, t('queue:snooze.ended'))}>
            {t('queue:snooze.end')}
          </Menu.Item>
        )}
        <Menu.Item rightSection={<Kbd size="xs">S</Kbd>} onClick={props.onSnooze}>
          {t('skip')}
        </Menu.Item>
        <Menu.Item rightSection={<Kbd size="xs">E</Kbd>} onClick={props.onChange}>
          {t('change')}
        </Menu.Item>
        {props.onGive && <Menu.Divider />}
        {props.onGive && <GiveItems onGive={props.onGive} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The people work can be given to, and the team. */
function GiveItems({ onGive }: { onGive: (userId: string | null, name: string) => void }) {
  const { t } = useTranslation('tasks');
  const { members } = useStaff();
  return (
    <>
      <Menu.Label>{t('reassign')}</Menu.Label>
      <div className={classes.people}>
        <Menu.Item onClick={() => onGive(null, t('team'))}>{t('team')}</Menu.Item>
        {members
          .filter((member) => member.isEnabled)
          .map((member) => (
            <Menu.Item key={member.id} onClick={() => onGive(member.id, member.name || member.email)}>
              {member.name || member.email}
            </Menu.Item>
          ))}
      </div>
    </>
  );
}
