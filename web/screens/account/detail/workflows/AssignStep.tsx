import { Button } from '@mantine/core';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { useRoleName } from '../../../../shell/roleNames.ts';
import { useStaff } from '../../../../shell/staff.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ButtonMenu } from '../../../../ui/ButtonMenu.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../../ui/toasts.ts';
import { StepRolesDocument } from './backoffice.graphql.ts';
import type { Step, Workflow } from './workflow.ts';
import { AssignStepDocument } from './workflows.graphql.ts';

/** Gives a step to oneself, a colleague, a role or everybody. */
export function AssignStep(props: { step: Step; workflow: Workflow; accountId: string; onChanged: () => void }) {
  const { step } = props;
  const { t } = useTranslation('workflow-steps');
  const { clientId, user } = useWorkspace();
  const { members } = useStaff();
  const roleName = useRoleName();
  const { data } = useQuery('backoffice', StepRolesDocument, { clientId }, { reuse: true });
  const [assign] = useMutation('workflows', AssignStepDocument, { idempotent: true });
  const give = (to: { userRole?: string; username?: string }, name: string) =>
    void assign({
      input: { clientId, accountId: props.accountId, workflowId: props.workflow.workflowId, stepId: step.stepId, ...to },
    }).then(
      () => {
        toastSuccess(t('assigned', { name }));
        props.onChanged();
      },
      (error: unknown) => toastError(error),
    );
  // Oneself first.
  const people = members.filter(({ isEnabled }) => isEnabled).toSorted((a, b) => Number(b.id === user.id) - Number(a.id === user.id));
  return (
    <ButtonMenu
      position="bottom-start"
      title={t('assign')}
      button={
        <Button size="compact-xs" variant="default">
          {t('assign')}
        </Button>
      }
      choices={[
        ...people.map(({ id, name, email }) => ({
          key: id,
          heading: t('peopleNamed'),
          label: name || email,
          disabled: id === step.assignedTo?.userId,
          onChoose: () => give({ username: email }, name || email),
        })),
        ...(data?.getClientRoles ?? []).map(({ name }) => ({
          key: `role ${name}`,
          heading: t('roles'),
          label: roleName(name),
          disabled: name === step.assignedTo?.userRole,
          onChoose: () => give({ userRole: name }, roleName(name)),
        })),
        {
          key: 'everybody',
          heading: t('roles'),
          label: t('everybody'),
          disabled: !step.assignedTo,
          onChoose: () => give({}, t('everybody')),
        },
      ]}
    />
  );
}
