import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconDeviceMobile, IconMail, IconPhone, IconSend } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { maskPhone } from '../../../../core/maskPhone.ts';
import { EmailText } from '../../../ui/EmailText.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { Addresses } from './Addresses.tsx';
import type { Account } from './account.ts';
import { ContactConsent } from './ContactConsent.tsx';
import classes from './ContactList.module.css';
import { ContactState } from './ContactState.tsx';
import { contactPlace } from './contactPlace.ts';
import { type Point, pointsOf } from './contactPoints.ts';
import { nameOf } from './debtorName.ts';
import { useAction } from './useAction.ts';

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
          <Addresses debtor={debtor} />
        </Fragment>
      ))}
      {known.every(({ points }) => points.length === 0) && <li className={classes.none}>{t('contact.none')}</li>}
      <ContactConsent account={account} />
    </ul>
  );
}

/** One way to reach a debtor: what it is, writing to it, and what is known about it. */
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
        <ContactState accountId={account.id} point={point} />
      </span>
    </li>
  );
}
