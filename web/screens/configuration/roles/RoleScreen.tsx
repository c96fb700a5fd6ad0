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
import { faultOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { OutdatedNote } from '../../../ui/OutdatedNote.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { useDraft } from '../../../ui/useDraft.ts';
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
  const { draft, version, met, change, adopt, takeTheirs, keepMine, ...edited } = useDraft(partsOf(role), role.updatedAt);
  const changed = edited.changed.length > 0;
  const rights = new Set(draft.rights);
  const [outdated, setOutdated] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [asking, setAsking] = useState(false);
  const mayLeave = useRef(false);
  const [save, busy] = useMutation('backoffice', SaveRoleDocument, { idempotent: true });
  const [remove] = useMutation('backoffice', DeleteRoleDocument, { idempotent: true });
  const changedBuiltIn = role.isBuiltIn && role.updatedAt !== null;

  async function submit() {
    if (!edits || busy || !changed || met.length > 0) return;
    setRefusal(null);
    try {
      const { saveClientRole: saved } = await save({
        clientId,
        role: { name: role.name, roleType: draft.roleType, permissions: permissionsOf(rights), updatedAt: version },
      });
      // Specification 1, section 5: an empty answer is a failure.
      if (!saved) return toastError(t('problem'));
      adopt(draft, partsOf(saved), saved.updatedAt);
      setOutdated(false);
      toastSuccess(t('saved', { name: called }));
      // The own role is in force at once: sidebar and screens are built anew.
      if (ownRole.split(' + ').includes(role.name)) refetchScreen();
    } catch (error) {
      if (faultOf(error).code !== 'CONFLICT') return setRefusal(error);
      setOutdated(true);
      onReload();
    }
  }
  useHotkeys({ 'mod+s': () => void submit(), 'mod+Enter': () => void submit() });
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
              <Button
                leftSection={<IconDeviceFloppy size={16} />}
                loading={busy}
                disabled={!changed || met.length > 0}
                onClick={() => void submit()}
              >
                {t('save')}
              </Button>
            </>
          )
        }
      />
      <div className={classes.body}>
        <p className={classes.intro}>{t(role.isFixed ? 'fixed' : 'intro')}</p>
        {refusal !== null && <ErrorNote error={refusal} />}
        {(met.length > 0 || (outdated && changed)) && (
          <OutdatedNote
            names={met.map((part) => t(part === 'rights' ? 'rights' : 'columns.type'))}
            onTakeTheirs={takeTheirs}
            onKeepMine={keepMine}
          />
        )}
        {access.isOn('USER_ROLE_TYPES') && (
          <Select
            w={240}
            label={t('columns.type')}
            description={t('typeDetail')}
            data={ROLE_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
            value={draft.roleType}
            allowDeselect={false}
            disabled={!edits || role.isBuiltIn}
            onChange={(value) => value && change({ roleType: value })}
          />
        )}
        <ModuleTicks rights={rights} onChange={edits ? (next) => change({ rights: [...next].sort() }) : null} />
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
