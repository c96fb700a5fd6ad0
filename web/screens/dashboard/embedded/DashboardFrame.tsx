import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './EmbeddedScreen.module.css';
import type { EmbeddedDashboardsQuery } from './reporting.graphql.ts';

type Dashboard = EmbeddedDashboardsQuery['getEmbeddedDashboard'][number];
type Failure = 'blocked' | 'silent' | 'refused';

/** A page that says nothing for this long is given up, ms. */
const PATIENCE = 20_000;
/** The event that tells whoever watches the page of a dashboard that could not be shown (specification 1, section 8). */
const FAILED = 'dashboard-embedding-error';
/** A page of another house may run its scripts and keep its own session, but neither lead this window away nor start downloads. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** One dashboard. It fails when the page's policy blocks it, when it never answers, or when the dashboard's own program reports an error. */
export function DashboardFrame({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboards');
  const { type, url, label } = dashboard;
  const [round, setRound] = useState(0);
  const [state, setState] = useState<'loading' | 'shown' | Failure>('loading');
  const frame = useRef<HTMLIFrameElement>(null);
  const loaded = useRef(false);

  useEffect(() => {
    loaded.current = false;
    const origin = new URL(url).origin;
    const fail = (reason: Failure) => {
      setState(reason);
      clearTimeout(timer);
      window.dispatchEvent(new CustomEvent(FAILED, { detail: { label, type, origin, reason, round } }));
    };
    const timer = setTimeout(() => !loaded.current && fail('silent'), PATIENCE);
    const blocked = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src' && event.blockedURI.startsWith(origin)) fail('blocked');
    };
    const told = (event: MessageEvent<unknown>) => {
      const name = (event.data as { eventName?: unknown } | null)?.eventName;
      if (event.origin === origin && event.source === frame.current?.contentWindow && typeof name === 'string' && /error/i.test(name))
        fail('refused');
    };
    document.addEventListener('securitypolicyviolation', blocked);
    window.addEventListener('message', told);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('securitypolicyviolation', blocked);
      window.removeEventListener('message', told);
    };
  }, [url, label, type, round]);

  const failed = state !== 'loading' && state !== 'shown';
  return (
    <>
      {!failed && (
        <iframe
          key={round}
          ref={frame}
          className={classes.frame}
          title={label}
          src={url}
          referrerPolicy="strict-origin"
          onLoad={() => {
            loaded.current = true;
            setState((now) => (now === 'loading' ? 'shown' : now));
          }}
          {...(type === 'static' && { sandbox: SANDBOX })}
        />
      )}
      {state === 'loading' && (
        <div className={classes.over} role="status" aria-label={t('loadingOne', { label })}>
          <Skeleton className={classes.fill} />
        </div>
      )}
      {failed && (
        <div className={classes.over} role="alert">
          <EmptyState
            icon={<IconAlertTriangle size={22} />}
            title={t('failed.title', { label })}
            detail={t(`failed.${state}`, { origin: new URL(url).origin })}
            action={
              <Button
                variant="default"
                onClick={() => {
                  setState('loading');
                  setRound(round + 1);
                }}
              >
                {t('failed.retry')}
              </Button>
            }
          />
        </div>
      )}
    </>
  );
}
