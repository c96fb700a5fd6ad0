import { Menu, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useCan } from '../../../ui/permission.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { AssignAccountDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import classes from './DebtorColumn.module.css';

/** Whose account it is; a press gives it to somebody else, and that can be undone. */
export function AssignMenu({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const { members, nameOf } = useStaff();
  const mayAssign = useCan('account', 'assignAccount');
  const [assign] = useMutation('account', AssignAccountDocument, { idempotent: true });
  const present = account.assignee?.userId ?? null;
  const name = nameOf(present);
  const tag = <Tag>{name ? t('tag.assigned', { name }) : t('tag.unassigned')}</Tag>;
  if (!mayAssign) return name ? tag : null;
  const give = (userId: string | null, undo?: string | null) =>
    void assign({ clientId, accountId: account.id, userId, revision: null }).then(
      () =>
        toastSuccess(
          userId ? t('assign.done', { name: nameOf(userId) ?? '' }) : t('assign.taken'),
          undo === undefined ? undefined : { label: t('assign.undo'), run: () => give(undo) },
        ),
      (error: unknown) => toastError(error),
    );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.assign} aria-label={t('assign.change')}>
          {tag}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={320} className={classes.people}>
        <Menu.Label>{t('assign.change')}</Menu.Label>
        {members
          .filter((member) => member.isEnabled)
          .map((member) => (
            <Menu.Item key={member.id} disabled={member.id === present} onClick={() => give(member.id, present)}>
              {member.name || member.email}
            </Menu.Item>
          ))}
        {present !== null && <Menu.Divider />}
        {present !== null && <Menu.Item onClick={() => give(null, present)}>{t('assign.nobody')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
