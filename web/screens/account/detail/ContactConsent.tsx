import { UnstyledButton } from '@mantine/core';
import type { MessageChannel } from '../../../../core/messageChannels.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { SetCeaseDocument, SetConsentDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import classes from './ContactList.module.css';

const CHANNELS = ['phone', 'email', 'sms', 'whatsapp', 'letter'] as const satisfies readonly MessageChannel[];

/** What the debtor wants: channels they opted out of, and whether they asked for no contact at all. */
export function ContactConsent({ account }: { account: Account }) {
  const { t } = useTranslation(['account', 'reasons']);
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editAccount');
  const [setConsent] = useMutation('account', SetConsentDocument, { idempotent: true });
  const [setCease] = useMutation('account', SetCeaseDocument, { idempotent: true });
  const run = (act: () => Promise<unknown>) =>
    act().then(
      () => toastSuccess(t('consent.saved')),
      (error) => toastError(error),
    );
  if (!mayEdit) return null;
  const channels = CHANNELS.map((channel) => {
    const optedOut = account.optedOut.includes(channel);
    return {
      key: channel,
      label: t('consent.wants', { channel: t(`reasons:channel.${channel}`) }),
      checked: !optedOut,
      onChoose: () => void run(() => setConsent({ clientId, accountId: account.id, channel, optedOut: !optedOut })),
    };
  });
  const ceased = account.ceaseRequestedAt !== null;
  const ceases = {
    key: 'cease',
    label: t('consent.cease'),
    checked: ceased,
    line: true,
    onChoose: () => void run(() => setCease({ clientId, accountId: account.id, ceaseRequested: !ceased })),
  };
  return (
    <li className={classes.consent}>
      <ButtonMenu
        position="bottom-start"
        choices={[...channels, ceases]}
        button={<UnstyledButton className={classes.wishes}>{t('consent.title')}</UnstyledButton>}
      />
    </li>
  );
}
