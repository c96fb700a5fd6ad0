import { Button } from '@mantine/core';
import { IconDeviceMobileOff, IconMail, IconUserCheck, IconUserMinus, IconUserOff, IconUserX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useMutation } from '../../../shell/api.ts';
import { useOnline } from '../../../shell/presence.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import {
  AnonymizeUserDocument,
  ReinviteUserDocument,
  RemoveUserDocument,
  ResetUserSecondFactorDocument,
  SetUserEnabledDocument,
} from './backoffice.graphql.ts';
import classes from './UserScreen.module.css';
import { standingOf, type User } from './user.ts';

type Question = 'disable' | 'enable' | 'factor' | 'remove' | 'anonymize';

/** What is known of a user beside the form, and what can be done with them. @param unsaved actions wait until the form is saved. */
export function UserPanel({ user, edits, unsaved }: { user: User; edits: boolean; unsaved: boolean }) {
  const { t } = useTranslation('users');
  const { clientId, clients, user: me } = useWorkspace();
  const online = useOnline();
  const [asking, setAsking] = useState<Question | null>(null);
  const [asked, setAsked] = useState<Question>('disable');
  const [setEnabled] = useMutation('backoffice', SetUserEnabledDocument, { idempotent: true });
  // Not asked again when the answer is lost: the second time there would be none to take away.
  const [resetFactor] = useMutation('backoffice', ResetUserSecondFactorDocument);
  const [remove] = useMutation('backoffice', RemoveUserDocument, { idempotent: true });
  const [anonymize] = useMutation('backoffice', AnonymizeUserDocument, { idempotent: true });
  const [reinvite, inviting] = useMutation('backoffice', ReinviteUserDocument);
  const client = clients.find((each) => each.clientId === clientId)?.name ?? '';
  const words = { name: user.displayName, client, email: user.email };
  const standing = standingOf(user);
  const isMe = user.id === me.id;
  const who = { clientId, userId: user.id };

  const act: Record<Question, () => Promise<unknown>> = {
    disable: () => setEnabled({ ...who, enabled: false }),
    enable: () => setEnabled({ ...who, enabled: true }),
    factor: () => resetFactor(who),
    remove: () => remove(who),
    anonymize: () => anonymize(who),
  };
  const ask = (question: Question) => {
    setAsked(question);
    setAsking(question);
  };
  const action = (question: Question, icon: ReactNode) => (
    <Button fullWidth variant="default" justify="flex-start" leftSection={icon} disabled={unsaved} onClick={() => ask(question)}>
      {t(`${question}.button`)}
    </Button>
  );
  async function invite() {
    try {
      await reinvite(who);
      toastSuccess(t('reinvite.done', words));
    } catch (error) {
      toastError(error);
    }
  }
  const moment = (value: string | null | undefined, none: string) => (value ? <DateText value={value} /> : none);
  return (
    <aside className={classes.aside}>
      <Panel title={t('about')}>
        <KeyValue
          dense
          pairs={[
            [t('columns.state'), t(`state.${standing}`)],
            [t('columns.lastOnline'), online.has(user.id) ? t('now') : moment(user.lastOnline, t('never'))],
            [t('emailVerified'), t(user.isEmailVerified ? 'yes' : 'no')],
            [t('columns.mfa'), t(user.mfaEnabled ? 'mfa.on' : 'mfa.off')],
            [t('created'), moment(user.createdAt, '–')],
            [t('modified'), moment(user.modifiedAt, '–')],
          ]}
        />
      </Panel>
      {edits && (
        <Panel title={t('actions')}>
          <div className={classes.actions}>
            {standing === 'invited' && (
              <Button
                fullWidth
                variant="default"
                justify="flex-start"
                leftSection={<IconMail size={16} stroke={1.6} />}
                loading={inviting}
                onClick={() => void invite()}
              >
                {t('reinvite.button')}
              </Button>
            )}
            {isMe ? (
              <p className={classes.detail}>{t('notMe')}</p>
            ) : (
              <>
                {standing === 'disabled' && action('enable', <IconUserCheck size={16} stroke={1.6} />)}
                {(standing === 'active' || standing === 'invited') && action('disable', <IconUserOff size={16} stroke={1.6} />)}
                {user.mfaEnabled && standing !== 'removed' && action('factor', <IconDeviceMobileOff size={16} stroke={1.6} />)}
                {standing !== 'removed' && action('remove', <IconUserMinus size={16} stroke={1.6} />)}
                {action('anonymize', <IconUserX size={16} stroke={1.6} />)}
              </>
            )}
            {standing === 'removed' && <p className={classes.detail}>{t('removedDetail')}</p>}
          </div>
        </Panel>
      )}
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        danger={asked !== 'enable'}
        title={t(`${asked}.title`, words)}
        detail={t(`${asked}.detail`, words)}
        confirm={t(`${asked}.button`)}
        onConfirm={async () => {
          await act[asked]();
          toastSuccess(t(`${asked}.done`, words));
        }}
      />
    </aside>
  );
}
