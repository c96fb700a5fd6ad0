/** The card that every step of signing in stands in: brand, title, what is to be said first, the form, other ways. */
import type { ReactNode } from 'react';
import { FaultText } from '../../ui/FaultText.tsx';
import type { ServerFault } from '../../ui/fault.ts';
import { useTranslation } from '../../ui/texts.ts';
import { Mark } from '../Mark.tsx';
import classes from './AuthCard.module.css';

const KNOWN = ['UNAUTHENTICATED', 'NETWORK', 'INTERNAL'] as const;

/** A refusal that belongs to no field; a limit says how long it lasts. */
export function AuthFault({ fault }: { fault: ServerFault }) {
  const { t } = useTranslation('auth');
  const { minutes, seconds } = (fault.code === 'RATE_LIMITED' ? fault.words?.values : undefined) ?? {};
  const known = KNOWN.find((code) => code === fault.code);
  return (
    <div className={classes.fault} role="alert">
      {minutes !== undefined ? (
        t('lockedFor', { count: Number(minutes) })
      ) : seconds !== undefined ? (
        t('waitFor', { count: Number(seconds) })
      ) : fault.code === 'RATE_LIMITED' ? (
        t('error.RATE_LIMITED')
      ) : known !== undefined ? (
        t(`error.${known}`)
      ) : (
        <FaultText fault={fault} />
      )}
    </div>
  );
}

/** @param detail what to do here. @param fault what the server refused. @param links other ways, beneath. */
export function AuthCard(props: {
  title: string;
  detail?: ReactNode;
  fault?: ServerFault | null;
  children?: ReactNode;
  links?: ReactNode;
  footer?: ReactNode;
}) {
  const { t } = useTranslation(['auth', 'shell']);
  return (
    <main className={classes.page}>
      <title>{`${t('shell:product')} · ${props.title}`}</title>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Mark size={28} />
          {t('shell:product')}
        </div>
        <h1>{props.title}</h1>
        {props.detail !== undefined && <p className={classes.detail}>{props.detail}</p>}
        {props.fault && <AuthFault fault={props.fault} />}
        {props.children}
        {props.links !== undefined && <div className={classes.links}>{props.links}</div>}
        {props.footer}
      </div>
    </main>
  );
}
