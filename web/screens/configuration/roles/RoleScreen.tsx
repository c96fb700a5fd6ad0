import { Button, Select } from '@mantine/core';
import { IconDeviceFloppy, IconRestore, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ROLE_TYPES } from '../../../../core/roles.ts';
import { permissionsOf, rightsOf } from '../../../../core/roleTicks.ts';
import { refetchScreen, useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useRoleName } from '../../../shell/roleNames.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { DeleteRoleDocument, type RoleFragment, RolesDocument, SaveRoleDocument } from './backoffice.graphql.ts';
import { ModuleTicks } from './ModuleTicks.tsx';
import classes from './RoleScreen.module.css';

/** configuration/roles/{roleName}: what the role opens, module by module. */
export default function RoleScreen() {
  const { t } = useTranslation('roles');
  const { clientId } = useWorkspace();
  const { roleName = '' } = useParams();
  const called = useRoleName();
  const { data, error, refetch } = useQuery('backoffice', RolesDocument, { clientId });
  const crumbs = [{ label: t('title'), to: paths.roles(clientId) }, { label: called(roleName) }];
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageHeader crumbs={crumbs} />;
  const role = data.getClientRoles.find((each) => each.name === roleName);
  if (!role)
    return (
      <>
        <PageHeader crumbs={crumbs} />
        <EmptyState title={t('missing', { name: called(roleName) })} detail={t('missingDetail')} />
      </>
    );
  return <Role key={role.name} role={role} onReload={refetch} />;
}

const partsOf = (role: RoleFragment) => ({ roleType: role.roleType, rights: rightsOf(role.permissions) });

function Role({ role, onReload }: { role: RoleFragment; onReload: () => void }) {
  const { t } = useTranslation('roles');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId, access, roleName: ownRole } = useWorkspace();
  const called = useRoleName()(role.name);
  const edits = useCan('backoffice', 'editRoles') && !role.isFixed;
  const [asking, setAsking] = useState(false);
  const mayLeave = useRef(false);
  const [send, busy] = useMutation('backoffice', SaveRoleDocument, { idempotent: true });
  const [remove] = useMutation('backoffice', DeleteRoleDocument, { idempotent: true });
  const changedBuiltIn = role.isBuiltIn && role.updatedAt !== null;

  const form = useScreenForm(
    `role ${role.name}`,
    { initialValues: partsOf(role), outdatedBy: 'roleChanged', onConflict: onReload, failed: t('problem') },
    { edits },
    async ({ roleType, rights: wanted }) => {
      const { saveClientRole: saved } = await send({
        clientId,
        role: { name: role.name, roleType, permissions: permissionsOf(new Set(wanted)), updatedAt: role.updatedAt },
      });
      // Specification 1, section 5: an empty answer is a failure.
      if (!saved) throw new Error(t('problem'));
      toastSuccess(t('saved', { name: called }));
      // The own role is in force at once: sidebar and screens are built anew.
      if (ownRole.split(' + ').includes(role.name)) void refetchScreen();
      else onReload();
    },
  );
  const { values, changed, canSave, save } = form;
  const rights = new Set(values.rights);
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title'), to: paths.roles(clientId) }, { label: called }]}
        chip={
          changed ? (
            <Tag tone="warn">{t('unsaved')}</Tag>
          ) : role.isBuiltIn ? (
            <Tag>{t(changedBuiltIn ? 'kind.changed' : 'kind.builtIn')}</Tag>
          ) : undefined
        }
        aside={t('people', { count: role.users, number: format.number(role.users) })}
        actions={
          edits && (
            <>
              {(changedBuiltIn || !role.isBuiltIn) && (
                <Button
                  variant="default"
                  leftSection={role.isBuiltIn ? <IconRestore size={16} /> : <IconTrash size={16} />}
                  disabled={!role.isBuiltIn && role.users > 0}
                  title={!role.isBuiltIn && role.users > 0 ? t('delete.used') : undefined}
                  onClick={() => setAsking(true)}
                >
                  {t(role.isBuiltIn ? 'restore.button' : 'delete.button')}
                </Button>
              )}
              <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!canSave} onClick={save}>
                {t('save')}
              </Button>
            </>
          )
        }
      />
      <div className={classes.body}>
        <p className={classes.intro}>{t(role.isFixed ? 'fixed' : 'intro')}</p>
        <KeptNote kept={form.kept} label={(part) => t(part === 'rights' ? 'rights' : 'columns.type')} />
        {access.isOn('USER_ROLE_TYPES') && (
          <Select
            w={240}
            label={t('columns.type')}
            description={t('typeDetail')}
            data={ROLE_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
            value={values.roleType}
            allowDeselect={false}
            disabled={!edits || role.isBuiltIn}
            onChange={(value) => value && form.setValues({ roleType: value })}
          />
        )}
        <ModuleTicks rights={rights} onChange={edits ? (next) => form.setValues({ rights: [...next].sort() }) : null} />
      </div>
      <LeaveGuard dirty={changed} mayLeave={mayLeave} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        danger
        title={t(role.isBuiltIn ? 'restore.title' : 'delete.title', { name: called })}
        detail={t(role.isBuiltIn ? 'restore.detail' : 'delete.detail', { count: role.users, number: format.number(role.users) })}
        confirm={t(role.isBuiltIn ? 'restore.button' : 'delete.button')}
        onConfirm={async () => {
          await remove({ clientId, name: role.name });
          mayLeave.current = true;
          toastSuccess(t(role.isBuiltIn ? 'restore.done' : 'delete.done', { name: called }));
          if (!role.isBuiltIn) void navigate(paths.roles(clientId));
        }}
      />
    </div>
  );
}
