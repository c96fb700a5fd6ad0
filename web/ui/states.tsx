/** What a screen shows instead of its content: nothing there, something went wrong, not allowed. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconLock, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { FaultText } from './FaultText.tsx';
import { faultCode, faultOf, faultsOf } from './fault.ts';
import { later } from './later.ts';
import classes from './states.module.css';
import { useTranslation } from './texts.ts';

const WrongFields = later(() => import('./WrongFields.tsx'));

/** Nothing is there (yet). @param detail why, and what to do next. @param action the button that does it. */
export function EmptyState(props: { icon?: ReactNode; title: string; detail?: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>{props.icon ?? <IconInbox size={22} />}</span>
      <p className={classes.title}>{props.title}</p>
      {props.detail !== undefined && <p className={classes.detail}>{props.detail}</p>}
      {props.action}
    </div>
  );
}

/** The filters of a list let nothing through; the way out takes them all away. */
export function NothingFound(props: { title: string; detail?: string | undefined; onClear: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <EmptyState
      title={props.title}
      detail={props.detail}
      action={
        <Button variant="default" size="sm" onClick={props.onClear}>
          {t('clearFilters')}
        </Button>
      }
    />
  );
}

/** What happened, what to do, and a way to try again. @param error what the call threw. A missing permission shows NoPermission. @param children another way out. */
export function ErrorState(props: { error: unknown; onRetry?: () => void; children?: ReactNode }) {
  const { t } = useTranslation('ui');
  const fault = faultOf(props.error);
  if (fault.code === 'FORBIDDEN') return <NoPermission />;
  const code = faultCode(fault);
  // What is asked for comes from the address or a filter: there is no field to point at.
  const said = code === 'INVALID_INPUT' ? 'notShown' : code;
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-tone="bad">
        <IconAlertTriangle size={22} />
      </span>
      <p className={classes.title}>{t(`fault.${said}.title`)}</p>
      <p className={classes.detail}>{t(`fault.${said}.detail`)}</p>
      {code !== 'NETWORK' && code !== 'INTERNAL' && (
        <p className={classes.detail}>
          <FaultText fault={fault} />
        </p>
      )}
      {props.onRetry && (
        <Button variant="default" size="sm" leftSection={<IconRefresh size={16} />} onClick={props.onRetry}>
          {t('retry')}
        </Button>
      )}
      {props.children}
    </div>
  );
}

/**
 * The same in one framed line, for forms and dialogs that stay as they are: fields that are marked as wrong are named, and say themselves what is
 * wrong with them. @param error what the call threw; null shows nothing.
 */
export function ErrorNote(props: { error: unknown }) {
  const { t } = useTranslation('ui');
  // Nothing is said twice: until it is known which fields say it themselves, the note waits.
  const [marked, setMarked] = useState<number | null>(null);
  if (props.error === null || props.error === undefined) return null;
  const faults = faultsOf(props.error);
  const code = faultCode(faults[0]!);
  const isOfFields = faults.every((fault) => fault.field !== null);
  return (
    <>
      <Suspense>{isOfFields && <WrongFields of={props.error} onFound={setMarked} leads />}</Suspense>
      {(!isOfFields || (marked !== null && marked < faults.length)) && (
        <div className={classes.note} role="alert">
          <strong>{t(`fault.${code}.title`)}</strong>
          {code === 'NETWORK' || code === 'INTERNAL' || code === 'FORBIDDEN' ? (
            <div>{t(`fault.${code}.detail`)}</div>
          ) : (
            faults.map((fault) => (
              <div key={fault.field ?? ''}>
                <FaultText fault={fault} />
              </div>
            ))
          )}
        </div>
      )}
    </>
  );
}

/** The user's role does not allow this. */
export function NoPermission() {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <IconLock size={22} />
      </span>
      <p className={classes.title}>{t('fault.FORBIDDEN.title')}</p>
      <p className={classes.detail}>{t('fault.FORBIDDEN.detail')}</p>
    </div>
  );
}
