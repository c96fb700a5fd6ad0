import { Autocomplete } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WrittenChannel } from '../../../core/messageChannels.ts';
import { useTranslation } from '../../ui/texts.ts';
import { useQuery } from '../api.ts';
import { useWorkspace } from '../workspace.ts';
import { MessageContactsDocument } from './account.graphql.ts';
import { BETWEEN } from './message.ts';

/** Where the message goes: one of the debtors' addresses, or one that is typed in; empty is the one strategies would take. */
export function ContactField(props: {
  accountId: string;
  channel: WrittenChannel;
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation(['messages', 'events']);
  const { clientId } = useWorkspace();
  const { data } = useQuery('account', MessageContactsDocument, { clientId, accountId: props.accountId });
  const all =
    props.channel === 'email'
      ? (data?.getAccountDebtorEmails ?? []).map(({ externalDebtorRef, email, emailState }) => ({
          reference: externalDebtorRef,
          address: email,
          shown: email,
          state: emailState,
        }))
      : (data?.getAccountDebtorContactPhoneNumbers ?? [])
          .filter(({ type }) => type !== 'landline')
          .map(({ externalDebtorRef, contactPhoneNumber, formatted, contactPhoneNumberState }) => ({
            reference: externalDebtorRef,
            address: contactPhoneNumber,
            shown: formatted,
            state: contactPhoneNumberState,
          }));
  const recipients = data?.getUsualRecipients;
  const usual = props.channel === 'email' ? recipients?.email : recipients?.mobileNumber;
  const label = (contact: (typeof all)[number]) => `${contact.shown} · ${contact.reference} · ${t(`events:state.${contact.state}`)}`;
  const chosen = all.find((contact) => `${contact.reference}${BETWEEN}${contact.address}` === props.value);
  return (
    <Autocomplete
      label={t('messages:composer.to')}
      placeholder={usual ? t('messages:composer.toUsualAddress', { address: usual }) : t('messages:composer.toUsual')}
      data={all.map(label)}
      value={chosen ? label(chosen) : props.value}
      error={props.error}
      onChange={(typed) => {
        const picked = all.find((contact) => label(contact) === typed);
        props.onChange(picked ? `${picked.reference}${BETWEEN}${picked.address}` : typed);
      }}
    />
  );
}
