import { ActionIcon, Button, MultiSelect, Select } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { type Draft, NEW_GROUP } from './draft.ts';
import classes from './UserScreen.module.css';
import { usePartners } from './usePartners.ts';
import { mayGive, type Role } from './user.ts';

/**
 * The groups in this client: a role each, and for whose people the partners. Roles that hold more than one's own cannot be given.
 * @param saved what the user has now: that stays choosable.
 */
export function GroupFields(props: {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  roles: readonly Role[];
  saved: Draft;
  readOnly: boolean;
  errors: FormErrors;
}) {
  const { draft, change, roles, saved, readOnly, errors } = props;
  const { t } = useTranslation('users');
  const roleName = useRoleName();
  const { access, clients, clientId } = useWorkspace();
  const partners = usePartners();
  const groups = draft.authGroups;
  // Lines have no id of their own; without one a removed line would leave what is typed in it to the next.
  const next = useRef(groups.length);
  const [ids, setIds] = useState<readonly number[]>(() => groups.map((_, index) => index));
  const set = (index: number, part: Partial<Draft['authGroups'][number]>) =>
    change({ authGroups: groups.map((group, at) => (at === index ? { ...group, ...part } : group)) });
  const has = (name: string) => saved.authGroups.some((group) => group.roleId === name);
  const optionsFor = (index: number) =>
    roles
      .filter((role) => role.name !== 'CLIENT_ADMIN' || access.isOn('CLIENT_ADMIN') || has(role.name))
      .filter((role) => !groups.some((group, at) => at !== index && group.roleId === role.name))
      .map((role) => ({ value: role.name, label: roleName(role.name), disabled: !mayGive(role, access.permissions) && !has(role.name) }));
  const typeOf = (roleId: string) => roles.find((role) => role.name === roleId)?.roleType;
  const client = clients.find((each) => each.clientId === clientId)?.name ?? '';
  return (
    <Section title={t('groups', { client })}>
      <p className={classes.detail}>{t('groupsDetail')}</p>
      <div className={classes.groups}>
        {groups.map((group, index) => (
          <div key={ids[index] ?? `line ${index}`} className={classes.group}>
            <Select
              label={t('role')}
              placeholder={t('chooseRole')}
              data={optionsFor(index)}
              value={group.roleId || null}
              allowDeselect={false}
              searchable={roles.length > 5}
              onChange={(roleId) => roleId && set(index, { roleId })}
              error={index === 0 && (errors['authGroups.roleId'] ?? errors.authGroups)}
            />
            <MultiSelect
              label={t('partners')}
              searchable
              placeholder={
                group.partnerIds.length > 0 ? undefined : t(typeOf(group.roleId) === 'PARTNER' ? 'partnersNeeded' : 'partnersNone')
              }
              value={[...group.partnerIds]}
              data={[
                ...partners.options,
                ...group.partnerIds
                  .filter((id) => !partners.options.some(({ value }) => value === id))
                  .map((id) => ({ value: id, label: partners.nameOf(id) })),
              ]}
              nothingFoundMessage={t('partnersMissing')}
              onChange={(partnerIds) => set(index, { partnerIds })}
              error={errors['authGroups.partnerIds']}
            />
            {groups.length > 1 && !readOnly && (
              <ActionIcon
                variant="subtle"
                size={34}
                className={classes.removeGroup}
                aria-label={t('removeGroup', { role: group.roleId || String(index + 1) })}
                onClick={() => {
                  setIds(ids.filter((_, at) => at !== index));
                  change({ authGroups: groups.filter((_, at) => at !== index) });
                }}
              >
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            )}
          </div>
        ))}
      </div>
      {!readOnly && groups.length < roles.length && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.6} />}
          onClick={() => {
            setIds([...ids, next.current++]);
            change({ authGroups: [...groups, NEW_GROUP] });
          }}
        >
          {t('addGroup')}
        </Button>
      )}
    </Section>
  );
}
