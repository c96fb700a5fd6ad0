import { Button, Select } from '@mantine/core';
import { IconDeviceFloppy, IconRestore, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ROLE_TYPES } from '../../../../core/roles.ts';
import { permissionsOf, ticksOf } from '../../../../core/roleTicks.ts';
import { refetchScreen, useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { DeleteRoleDocument, type RoleFragment, RolesDocument, SaveRoleDocument } from './backoffice.graphql.ts';
import { ModuleTicks } from './ModuleTicks.tsx';
import classes from './RoleScreen.module.css';

/** configuration/roles/{roleName}: what the role opens, module by module. */
export default function RoleScreen() {
  const { t } = useTranslation('roles');
  const { clientId } = useWorkspace();
  const { roleName = '' } = useParams();
  const { data, error, refetch } = useQuery('backoffice', RolesDocument, { clientId });
  const crumbs = [{ label: t('title'), to: paths.roles(clientId) }, { label: roleName }];
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageHeader crumbs={crumbs} />;
  const role = data.getClientRoles.find((each) => each.name === roleName);
  if (!role)
    return (
      <>
        <PageHeader crumbs={crumbs} />
        <EmptyState title={t('missing', { name: roleName })} detail={t('missingDetail')} />
      </>
    );
  return <Role key={JSON.stringify(role)} role={role} />;
}

function Role({ role }: { role: RoleFragment }) {
  const { t } = useTranslation('roles');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId, access, roleName: ownRole } = useWorkspace();
  const edits = useCan('backoffice', 'editRoles') && !role.isFixed;
  const start = ticksOf(role.permissions);
  const [ticks, setTicks] = useState(start);
  const [roleType, setRoleType] = useState(role.roleType);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [asking, setAsking] = useState(false);
  const mayLeave = useRef(false);
  const [save, busy] = useMutation('backoffice', SaveRoleDocument, { idempotent: true });
  const [remove] = useMutation('backoffice', DeleteRoleDocument, { idempotent: true });
  const changed = roleType !== role.roleType || ticks.size !== start.size || [...ticks].some((tick) => !start.has(tick));
  const changedBuiltIn = role.isBuiltIn && role.updatedAt !== null;

  async function submit() {
    if (!edits || busy || !changed) return;
    setRefusal(null);
    try {
      const { saveClientRole: saved } = await save({
        clientId,
        role: { name: role.name, roleType, permissions: permissionsOf(ticks, role.permissions) },
      });
      // Specification 1, section 5: an empty answer is a failure.
      if (!saved) return toastError(t('problem'));
      toastSuccess(t('saved', { name: role.name }));
      // The own role is in force at once: sidebar and screens are built anew.
      if (ownRole.split(' + ').includes(role.name)) refetchScreen();
    } catch (error) {
      setRefusal(error);
    }
  }
  useHotkeys({ 'mod+s': () => void submit(), 'mod+Enter': () => void submit() });
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title'), to: paths.roles(clientId) }, { label: role.name }]}
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
              <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!changed} onClick={() => void submit()}>
                {t('save')}
              </Button>
            </>
          )
        }
      />
      <div className={classes.body}>
        <p className={classes.intro}>{t(role.isFixed ? 'fixed' : 'intro')}</p>
        {refusal !== null && <ErrorNote error={refusal} />}
        {access.isOn('USER_ROLE_TYPES') && (
          <Select
            w={240}
            label={t('columns.type')}
            description={t('typeDetail')}
            data={ROLE_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
            value={roleType}
            allowDeselect={false}
            disabled={!edits || role.isBuiltIn}
            onChange={(value) => value && setRoleType(value)}
          />
        )}
        <ModuleTicks ticks={ticks} onChange={edits ? setTicks : null} />
      </div>
      <LeaveGuard dirty={changed} mayLeave={mayLeave} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        danger
        title={t(role.isBuiltIn ? 'restore.title' : 'delete.title', { name: role.name })}
        detail={t(role.isBuiltIn ? 'restore.detail' : 'delete.detail', { count: role.users, number: format.number(role.users) })}
        confirm={t(role.isBuiltIn ? 'restore.button' : 'delete.button')}
        onConfirm={async () => {
          await remove({ clientId, name: role.name });
          mayLeave.current = true;
          toastSuccess(t(role.isBuiltIn ? 'restore.done' : 'delete.done', { name: role.name }));
          if (!role.isBuiltIn) void navigate(paths.roles(clientId));
        }}
      />
    </div>
  );
}
