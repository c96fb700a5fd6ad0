import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconRefresh, IconSend } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultOf, faultsOf } from '../../../ui/fault.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote, ErrorState, NoPermission } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { GivableRolesDocument, SaveUserDocument, UserByIdDocument } from './backoffice.graphql.ts';
import { type Draft, draftOf, inputOf, isSame, isWhole } from './draft.ts';
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
  // A form begins anew with what others wrote, unless it holds changes: those meet at saving.
  return <UserForm key={userId ?? 'new'} user={saved} roles={roles.data.getClientRoles} onReload={user.refetch} />;
}

function UserForm({ user, roles, onReload }: { user: User | null; roles: readonly Role[]; onReload: () => void }) {
  const { t } = useTranslation('users');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const isGone = user?.status === 'anonymized';
  const edits = useCan('backoffice', 'editUsers') && !isGone;
  const [base, setBase] = useState(user);
  const [draft, setDraft] = useState<Draft>(() => draftOf(user));
  const [refusal, setRefusal] = useState<unknown>(null);
  const mayLeave = useRef(false);
  // Invited once: a lost answer must not be asked for again, a change may.
  const [send, busy] = useMutation('backoffice', SaveUserDocument, { idempotent: user !== null });
  const start = draftOf(base);
  const changed = !isSame(draft, start);
  if (user !== base && !changed) {
    // What others changed, and what was just saved.
    setBase(user);
    setDraft(draftOf(user));
  }
  const wrong = faultsOf(refusal);
  const isOutdated = refusal !== null && user !== null && faultOf(refusal).code === 'CONFLICT';
  const refused = (field: string) => {
    const fault = refusal === null ? undefined : wrong.find((each) => each.field === field || each.field?.startsWith(`${field}.`));
    return fault && <FaultText fault={fault} />;
  };
  const change = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }));
  const canSave = edits && changed && isWhole(draft, user === null);

  async function save() {
    if (!canSave || busy) return;
    setRefusal(null);
    try {
      const { saveUser: saved } = await send({ clientId, backofficeUser: inputOf(draft, base) });
      toastSuccess(t(user ? 'saved' : 'new.done', { name: saved.displayName, email: saved.email }));
      if (user) {
        setBase(saved);
        setDraft(draftOf(saved));
        onReload();
      } else {
        mayLeave.current = true;
        void navigate(paths.user(clientId, saved.id), { replace: true });
      }
    } catch (error) {
      setRefusal(error);
    }
  }
  useHotkeys({ 'mod+s': () => void save(), 'mod+Enter': () => void save() });
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
          edits && (
            <Button
              leftSection={user ? <IconDeviceFloppy size={16} stroke={1.6} /> : <IconSend size={16} stroke={1.6} />}
              loading={busy}
              disabled={!canSave}
              onClick={() => void save()}
            >
              {t(user ? 'save' : 'new.button')}
            </Button>
          )
        }
      />
      <div className={classes.columns}>
        <fieldset className={classes.form} disabled={!edits}>
          <legend className={classes.unseen}>{title}</legend>
          {user === null && <p className={classes.intro}>{t('new.detail')}</p>}
          <ErrorNote error={refusal} />
          {isOutdated && (
            <Button
              variant="default"
              className={classes.reload}
              leftSection={<IconRefresh size={16} stroke={1.6} />}
              onClick={() => {
                setRefusal(null);
                setDraft(start);
                onReload();
              }}
            >
              {t('reload')}
            </Button>
          )}
          {!isGone && <PersonFields draft={draft} change={change} isNew={user === null} refused={refused} />}
          {!isGone && <GroupFields draft={draft} change={change} roles={roles} saved={start} readOnly={!edits} refused={refused} />}
        </fieldset>
        {user && <UserPanel user={user} edits={edits} unsaved={changed} />}
      </div>
      <LeaveGuard dirty={changed} mayLeave={mayLeave} />
    </div>
  );
}
