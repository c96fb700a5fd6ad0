import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { isModuleVisible } from '../../../../core/moduleRules.ts';
import { ALL_MODULES } from '../../../../core/modules.ts';
import { ROLE_TYPES } from '../../../../core/roles.ts';
import { useQuery } from '../../../shell/api.ts';
import { ListExport, wordsOf } from '../../../shell/ListExport.tsx';
import { paths } from '../../../shell/paths.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { CountChip, PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { type RoleFragment, RolesDocument } from './backoffice.graphql.ts';

const NewRoleDialog = later(() => import('./NewRoleDialog.tsx'));

/** configuration/roles: what the people of this client may do, role by role. CLIENT_ADMIN is shown only where its flag is on. */
export default function RolesScreen() {
  const { t } = useTranslation('roles');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId, access } = useWorkspace();
  const edits = useCan('backoffice', 'editRoles');
  const [making, setMaking] = useState(false);
  const { data, error, loading, refetch } = useQuery('backoffice', RolesDocument, { clientId }, { reuse: true });
  const roleName = useRoleName();
  const all = data?.getClientRoles ?? [];
  const roles = all.filter((role) => role.name !== 'CLIENT_ADMIN' || access.isOn('CLIENT_ADMIN'));
  const typed = access.isOn('USER_ROLE_TYPES');
  useHotkeys({ n: () => setMaking(true) }, { enabled: edits });

  const columns: Column<RoleFragment>[] = [
    { key: 'name', header: t('columns.name'), width: 220, strong: true, cell: (role) => roleName(role.name) },
    ...(typed
      ? [{ key: 'type', header: t('columns.type'), width: 140, cell: (role: RoleFragment) => t(`type.${role.roleType as 'WORK'}`) }]
      : []),
    {
      key: 'kind',
      header: t('columns.kind'),
      width: 150,
      cell: (role) =>
        role.isBuiltIn ? (
          <Tag tone={role.updatedAt === null ? 'neutral' : 'info'}>{t(role.updatedAt === null ? 'kind.builtIn' : 'kind.changed')}</Tag>
        ) : (
          <Tag tone="violet">{t('kind.own')}</Tag>
        ),
    },
    {
      key: 'modules',
      header: t('columns.modules'),
      width: 400,
      wraps: true,
      cell: (role) => {
        const seen = ALL_MODULES.filter(
          (module) => module.path !== null && isModuleVisible(module, role.permissions, (flag) => access.isOn(flag)),
        ).map((module) => t(`module.${module.name as 'tasks'}`));
        return seen.length > 0 ? seen.join(', ') : t('nothing');
      },
    },
    { key: 'users', header: t('columns.users'), width: 90, align: 'right', cell: (role) => format.number(role.users) },
    {
      key: 'updated',
      header: t('columns.updated'),
      width: 130,
      cell: (role) => (role.updatedAt ? <DateText value={role.updatedAt} /> : ''),
    },
  ];
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={roles.length > 0 && <CountChip>{format.number(roles.length)}</CountChip>}
        actions={
          <>
            <ListExport
              list="roles"
              columns={[
                { key: 'name', header: t('columns.name') },
                { key: 'type', header: t('columns.type'), words: wordsOf(ROLE_TYPES, (each) => t(`type.${each}`)) },
                { key: 'kind', header: t('columns.kind'), words: wordsOf(['builtIn', 'changed', 'own'], (each) => t(`kind.${each}`)) },
                { key: 'permissions', header: t('columns.permissions') },
                { key: 'users', header: t('columns.users') },
                { key: 'updated', header: t('columns.updated') },
              ]}
            />
            {edits && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
                {t('new.button')}
              </Button>
            )}
          </>
        }
      />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={roles}
        rowId={(role) => role.name}
        total={roles.length}
        loading={loading && !data}
        error={error}
        onRetry={refetch}
        onOpen={(role) => void navigate(paths.role(clientId, role.name))}
      />
      <Suspense>{making && <NewRoleDialog roles={roles} taken={all.map((role) => role.name)} onClose={() => setMaking(false)} />}</Suspense>
    </>
  );
}
