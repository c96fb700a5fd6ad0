import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconListSearch, IconSend } from '@tabler/icons-react';
import { useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWhereUsed } from '../../../shell/usage/useWhereUsed.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { ErrorState, NoPermission } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { GivableRolesDocument, SaveUserDocument, UserByIdDocument } from './backoffice.graphql.ts';
import { type Draft, draftOf, inputOf, isWhole } from './draft.ts';
import { GroupFields } from './GroupFields.tsx';
import { PersonFields } from './PersonFields.tsx';
import { UserPanel } from './UserPanel.tsx';
import classes from './UserScreen.module.css';
import { type Role, STANDING_TONES, standingOf, type User } from './user.ts';

/** configuration/user/detail/{userId?}: who somebody is and what they may do here; without an id, somebody new. */
export default function UserScreen() {
  const { t } = useTranslation('users');
  const { clientId } = useWorkspace();
  const { userId } = useParams();
  const edits = useCan('backoffice', 'editUsers');
  const user = useQuery('backoffice', UserByIdDocument, userId ? { clientId, userId } : null);
  const roles = useQuery('backoffice', GivableRolesDocument, { clientId });
  const error = user.error ?? roles.error;
  const refetch = () => {
    if (userId) user.refetch();
    roles.refetch();
  };
  if (error && (!roles.data || (userId && !user.data))) return <ErrorState error={error} onRetry={refetch} />;
  if (!userId && !edits) return <NoPermission />;
  const saved = user.data?.getUserV2 ?? null;
  if (!roles.data || (userId && !saved))
    return <PageHeader crumbs={[{ label: t('title'), to: paths.users(clientId) }, { label: userId ? '' : t('new.title') }]} />;
  return <UserForm key={userId ?? 'new'} user={saved} roles={roles.data.getClientRoles} onReload={user.refetch} />;
}

function UserForm({ user, roles, onReload }: { user: User | null; roles: readonly Role[]; onReload: () => void }) {
  const { t } = useTranslation('users');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const isGone = user?.status === 'anonymized';
  const edits = useCan('backoffice', 'editUsers') && !isGone;
  const usage = useWhereUsed();
  const mayLeave = useRef(false);
  // Invited once: a lost answer must not be asked for again, a change may.
  const [send, busy] = useMutation('backoffice', SaveUserDocument, { idempotent: user !== null });
  const start = draftOf(user);
  const form = useScreenForm<Draft>(
    `user ${user?.id ?? 'new'}`,
    { initialValues: start, outdatedBy: 'userChanged', onConflict: onReload },
    { edits, isWhole: (draft) => isWhole(draft, user === null) },
    async (draft) => {
      const { saveUser: saved } = await send({ clientId, backofficeUser: inputOf(draft, user) });
      toastSuccess(t(user ? 'saved' : 'new.done', { name: saved.displayName, email: saved.email }));
      if (user) return onReload();
      mayLeave.current = true;
      void navigate(paths.user(clientId, saved.id), { replace: true });
    },
  );
  const { values: draft, setValues: change, errors, changed, canSave, save } = form;
  const labelOf = (field: keyof Draft) => t(field === 'authGroups' ? 'columns.roles' : `field.${field}`);
  const title = user ? (isGone ? t('anonymous') : user.displayName) : t('new.title');
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title'), to: paths.users(clientId) }, { label: title }]}
        chip={
          changed && user ? (
            <Tag tone="warn">{t('unsaved')}</Tag>
          ) : user ? (
            <Tag tone={STANDING_TONES[standingOf(user)]}>{t(`state.${standingOf(user)}`)}</Tag>
          ) : undefined
        }
        actions={
          <>
            {user && usage.sees && (
              <Button
                variant="default"
                leftSection={<IconListSearch size={16} stroke={1.6} />}
                onClick={() => usage.open({ kind: 'user', value: user.id })}
              >
                {usage.label}
              </Button>
            )}
            {edits && (
              <Button
                leftSection={user ? <IconDeviceFloppy size={16} stroke={1.6} /> : <IconSend size={16} stroke={1.6} />}
                loading={busy}
                disabled={!canSave}
                onClick={save}
              >
                {t(user ? 'save' : 'new.button')}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.columns}>
        <fieldset className={classes.form} disabled={!edits}>
          <legend className={classes.unseen}>{title}</legend>
          {user === null && <p className={classes.intro}>{t('new.detail')}</p>}
          <KeptNote kept={form.kept} label={labelOf} />
          {!isGone && <PersonFields draft={draft} change={change} isNew={user === null} errors={errors} />}
          {!isGone && <GroupFields draft={draft} change={change} roles={roles} saved={start} readOnly={!edits} errors={errors} />}
        </fieldset>
        {user && <UserPanel user={user} edits={edits} unsaved={changed} />}
      </div>
      {usage.drawer}
      <LeaveGuard dirty={changed} mayLeave={mayLeave} />
    </div>
  );
}
