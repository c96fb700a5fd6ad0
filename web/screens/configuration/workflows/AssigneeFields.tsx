import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WorkflowAssignee } from '../../../../engine/workflows/blueprint.ts';
import { useQuery } from '../../../shell/api.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useTopics } from '../../../shell/topics.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { AssignableRolesDocument } from './backoffice.graphql.ts';
import type { StepFieldProps } from './stepField.ts';

/** Choices by the kind they are of: "role:AGENT", "user:ada@…", "group:Legal". */
const split = (value: string): [kind: string, name: string] => [value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1)];
const chosenOf = (to: WorkflowAssignee | null): string | null =>
  to?.username ? `user:${to.username}` : to?.userRole ? `role:${to.userRole}` : null;

function useChoices() {
  const { t } = useTranslation('workflows');
  const { clientId } = useWorkspace();
  const roleName = useRoleName();
  const { members } = useStaff();
  const { data } = useQuery('backoffice', AssignableRolesDocument, { clientId }, { reuse: true });
  return [
    { group: t('roles'), items: (data?.getClientRoles ?? []).map(({ name }) => ({ value: `role:${name}`, label: roleName(name) })) },
    {
      group: t('peopleNamed'),
      items: members.filter(({ isEnabled }) => isEnabled).map(({ email, name }) => ({ value: `user:${email}`, label: name || email })),
    },
  ];
}

/** A role or a person. */
export function AssigneeSelect(props: {
  label: string;
  description?: string;
  value: WorkflowAssignee | null;
  error?: ReactNode;
  onChange: (to: WorkflowAssignee | null) => void;
}) {
  const { t } = useTranslation('workflows');
  const choices = useChoices();
  return (
    <Select
      label={props.label}
      description={props.description}
      placeholder={t('nobody')}
      searchable
      clearable
      data={withUnknown(choices, chosenOf(props.value))}
      value={chosenOf(props.value)}
      error={props.error}
      onChange={(value) => props.onChange(value === null ? null : assigneeOf(value))}
    />
  );
}

function assigneeOf(value: string): WorkflowAssignee {
  const [kind, name] = split(value);
  return kind === 'user' ? { userRole: null, username: name } : { userRole: name, username: null };
}

/** Who has left stays to be seen. */
const withUnknown = (choices: readonly { group: string; items: { value: string; label: string }[] }[], value: string | null) =>
  value === null || choices.some(({ items }) => items.some((item) => item.value === value))
    ? [...choices]
    : [...choices, { group: '…', items: [{ value, label: split(value)[1] }] }];

/** Who does a step: a group, a role, a person, or whoever comes first. */
export function AssigneeFields({ step, onChange, errorOf }: StepFieldProps) {
  const { t } = useTranslation('workflows');
  const choices = useChoices();
  const { groups } = useTopics();
  const value = step.groupName ? `group:${step.groupName}` : chosenOf(step.assignedTo);
  const all = [
    ...(groups?.length ? [{ group: t('groups'), items: groups.map(({ name }) => ({ value: `group:${name}`, label: name })) }] : []),
    ...choices,
  ];
  return (
    <Select
      label={t('assignedTo')}
      description={t('assignedDetail')}
      placeholder={t('everybody')}
      searchable
      clearable
      data={withUnknown(all, value)}
      value={value}
      error={errorOf('assignedTo') ?? errorOf('groupName')}
      onChange={(next) => {
        const [kind, name] = split(next ?? '');
        onChange({ groupName: kind === 'group' ? name : null, assignedTo: next && kind !== 'group' ? assigneeOf(next) : null });
      }}
    />
  );
}
