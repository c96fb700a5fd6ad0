import { UnstyledButton } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { AssignAccountDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import classes from './DebtorPanel.module.css';

/** Whose account it is; a press gives it to somebody else, and that can be undone. */
export function AssignMenu({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const { members, nameOf } = useStaff();
  const assigns = useFlag('ACCOUNT_ASSIGNMENT');
  const mayAssign = useCan('account', 'assignAccount') && assigns;
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
  const people = members
    .filter((member) => member.isEnabled)
    .map((member) => ({
      key: member.id,
      label: member.name || member.email,
      disabled: member.id === present,
      onChoose: () => give(member.id, present),
    }));
  const nobody = { key: 'nobody', label: t('assign.nobody'), line: true, onChoose: () => give(null, present) };
  return (
    <ButtonMenu
      position="bottom-start"
      title={t('assign.change')}
      choices={present === null ? people : [...people, nobody]}
      button={
        <UnstyledButton className={classes.assign} title={t('assign.change')}>
          {tag}
        </UnstyledButton>
      }
    />
  );
}
