import { ActionIcon, UnstyledButton } from '@mantine/core';
import {
  IconAddressBook,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconDeviceMobile,
  IconMail,
  IconMapPin,
  IconPhone,
  IconSend,
  IconStar,
} from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { maskPhone } from '../../../../core/maskPhone.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ButtonMenu } from '../../../ui/ButtonMenu.tsx';
import { EmailText } from '../../../ui/EmailText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { SetCeaseDocument, SetConsentDocument, SetEmailStateDocument, SetPhoneStateDocument } from './account.graphql.ts';
import type { Account } from './account.ts';
import classes from './ContactList.module.css';
import { contactPlace } from './contactPlace.ts';
import { nameOf } from './debtorName.ts';
import { useAction } from './useAction.ts';

type State = Account['debtors'][number]['phones'][number]['contactPhoneNumberState'];
/** A mark takes little room, so that the number beside it is never cut; shapes differ for those who do not see colours. */
const MARKS = { unknown: IconCircleDashed, valid: IconCircleCheck, preferred: IconStar, wrong: IconCircleX, bounced: IconCircleX } as const;
const STATES: readonly State[] = ['preferred', 'valid', 'unknown', 'wrong', 'bounced'];
const CHANNELS = ['phone', 'email', 'sms', 'letter'] as const;

interface Point {
  readonly externalDebtorRef: string;
  readonly kind: string;
  readonly value: string;
  /** As people read it. */
  readonly shown: string;
  readonly state: State;
}

type Debtor = Account['debtors'][number];

/** @returns the ways to reach a debtor, e-mail addresses first. */
function pointsOf({ externalDebtorRef, emails, phones }: Debtor): Point[] {
  return [
    ...emails.map((each) => ({ externalDebtorRef, kind: 'email', value: each.email, shown: each.email, state: each.emailState })),
    ...[...phones]
      .sort((a, b) => a.type.localeCompare(b.type) * -1)
      .map((each) => ({
        externalDebtorRef,
        kind: each.type,
        value: each.contactPhoneNumber,
        shown: each.formatted,
        state: each.contactPhoneNumberState,
      })),
  ];
}

/** Addresses and numbers of all debtors, under their names when there are several, with what is known about each; phone numbers show when pressed. */
export function ContactList({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const { debtors } = account;
  const known = debtors.map((debtor) => ({ debtor, points: pointsOf(debtor) }));
  return (
    <ul className={classes.list}>
      {known.map(({ debtor, points }) => (
        <Fragment key={debtor.externalDebtorRef}>
          {debtors.length > 1 && <li className={classes.whose}>{nameOf(debtor)}</li>}
          {points.map((point) => (
            <Line key={`${point.kind} ${point.value}`} account={account} point={point} />
          ))}
          <Further debtor={debtor} />
        </Fragment>
      ))}
      {known.every(({ points }) => points.length === 0) && <li className={classes.none}>{t('contact.none')}</li>}
      <Consent account={account} />
    </ul>
  );
}

type Address = Debtor['contactInformation']['additionalAddresses'][number];

/** @returns an address in one line, with all that is known of it; empty when nothing is. */
function addressLine(address: Address, country: (code: string) => string): string {
  const words = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');
  return [
    words(address.addressLine1, address.houseNumber),
    address.addressLine2,
    address.addressLine3,
    address.suburb,
    words(address.postalCode, address.city),
    address.state,
    address.country && country(address.country),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Where a debtor lives, further addresses and ways to reach them, as they were noted. */
function Further({ debtor }: { debtor: Debtor }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { additionalAddresses, additionalContactInformation } = debtor.contactInformation;
  const addresses = [debtor.contactInformation, ...additionalAddresses]
    .map((each) => addressLine(each, format.country))
    .filter((line, at, all) => line !== '' && all.indexOf(line) === at);
  return (
    <>
      {addresses.map((address) => (
        <li key={address} className={classes.line}>
          <IconMapPin size={16} stroke={1.6} aria-label={t('contact.address')} className={classes.icon} />
          <span className={classes.value}>{address}</span>
        </li>
      ))}
      {additionalContactInformation.map((each) => (
        <li key={`${each.type} ${each.value}`} className={classes.line}>
          <IconAddressBook size={16} stroke={1.6} aria-hidden="true" className={classes.icon} />
          <span className={classes.value}>{[each.type, each.value, each.note].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </>
  );
}

function Line({ account, point }: { account: Account; point: Point }) {
  const { t } = useTranslation('account');
  const [, act] = useAction();
  const place = contactPlace(account, point);
  const writes =
    useCan('account', 'sendMessage') && account.claims.length > 0 && place !== null && point.state !== 'wrong' && point.state !== 'bounced';
  const [shown, setShown] = useState(false);
  const isEmail = point.kind === 'email';
  const Icon = isEmail ? IconMail : point.kind === 'mobile' ? IconDeviceMobile : IconPhone;
  return (
    <li className={classes.line} data-kind={point.kind}>
      <Icon size={16} stroke={1.6} aria-label={t(`contact.kind.${point.kind as 'email'}`)} className={classes.icon} />
      {isEmail ? (
        <span className={classes.value} title={point.value}>
          <EmailText value={point.value} />
        </span>
      ) : (
        <UnstyledButton className={classes.value} title={t('contact.show')} aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? point.shown : maskPhone(point.shown)}
        </UnstyledButton>
      )}
      <span className={classes.buttons}>
        {writes && (
          <ActionIcon
            variant="subtle"
            size={22}
            aria-label={t('contact.write', { address: isEmail ? point.value : maskPhone(point.shown) })}
            title={t('message')}
            onClick={() => act('message', place)}
          >
            <IconSend size={14} stroke={1.6} />
          </ActionIcon>
        )}
        <StateMenu accountId={account.id} point={point} />
      </span>
    </li>
  );
}

function StateMenu({ accountId, point }: { accountId: string; point: Point }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editAccount');
  const isEmail = point.kind === 'email';
  const [setPhone] = useMutation('account', SetPhoneStateDocument, { idempotent: true });
  const [setEmail] = useMutation('account', SetEmailStateDocument, { idempotent: true });
  const name = (state: State) => (isEmail && state === 'wrong' ? t('contact.wrongEmail') : t(`contact.state.${state}`));
  const Mark = MARKS[point.state];
  if (!mayEdit)
    return (
      <span className={classes.state} data-state={point.state} title={name(point.state)}>
        <Mark size={16} stroke={1.6} role="img" aria-label={name(point.state)} />
      </span>
    );
  const choose = async (state: State) => {
    try {
      const variables = { clientId, accountId, externalDebtorRef: point.externalDebtorRef, value: point.value, state };
      await (isEmail ? setEmail(variables) : setPhone(variables));
      toastSuccess(t('contact.saved'));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <ButtonMenu
      position="bottom-end"
      title={t('contact.mark')}
      choices={STATES.map((state) => ({
        key: state,
        label: name(state),
        disabled: state === point.state,
        onChoose: () => void choose(state),
      }))}
      button={
        <UnstyledButton
          className={classes.state}
          data-state={point.state}
          title={name(point.state)}
          aria-label={`${name(point.state)}: ${t('contact.actions', { value: isEmail ? point.value : maskPhone(point.shown) })}`}
        >
          <Mark size={16} stroke={1.6} aria-hidden="true" />
        </UnstyledButton>
      }
    />
  );
}

/** What the debtor wants: channels they opted out of, and whether they asked for no contact at all. */
function Consent({ account }: { account: Account }) {
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
