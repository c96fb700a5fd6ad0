import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { Mark } from '../../../shell/Mark.tsx';
import { signIn, signInHints, useSession } from '../../../shell/session.ts';
import { faultOf, type ServerFault } from '../../../ui/fault.ts';
import classes from './SignInScreen.module.css';

/** Why /logout sent somebody here. */
const REASONS = ['signedOut', 'ended', 'noScreen', 'failed', 'recalled'] as const;
const KNOWN = ['UNAUTHENTICATED', 'RATE_LIMITED', 'NETWORK'] as const;

/** /auth: e-mail and password. Wrong ones are told clearly, without telling which; so is a lock-out with its length. */
export default function SignInScreen() {
  const { t } = useTranslation(['auth', 'shell']);
  const session = useSession();
  const { state } = useLocation();
  const [fault, setFault] = useState<ServerFault | null>(null);
  const [busy, setBusy] = useState(false);
  const [demoUsers, setDemoUsers] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState({ email: false, password: false });
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The page works without hints.
    signInHints().then(setDemoUsers, () => undefined);
  }, []);
  if (session.status === 'signedIn' && session.clients.length > 0)
    return <Navigate to={typeof state?.from === 'string' ? state.from : '/'} replace />;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    setMissing({ email: given.email === '', password: given.password === '' });
    if (given.email === '' || given.password === '') return (given.email === '' ? email : password).current?.focus();
    setBusy(true);
    setFault(null);
    try {
      await signIn(given.email, given.password);
    } catch (error) {
      setFault(faultOf(error));
      if (password.current) password.current.value = '';
      password.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  // The server says in its message how long the lock lasts.
  const lock = fault?.code === 'RATE_LIMITED' ? /(\d+) min/.exec(fault.message)?.[1] : undefined;
  const minutes = lock === undefined ? undefined : Number(lock);
  const code = KNOWN.find((known) => known === fault?.code) ?? 'INTERNAL';
  const why = REASONS.find((known) => known === state?.reason);
  const reason = why === undefined ? null : t(`reason.${why}`);
  return (
    <main className={classes.page}>
      <title>{`${t('shell:product')} · ${t('title')}`}</title>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Mark size={28} />
          {t('shell:product')}
        </div>
        <h1>{t('title')}</h1>
        {reason !== null && fault === null && <p className={classes.reason}>{reason}</p>}
        {session.status === 'signedIn' && (
          <p className={classes.fault} role="alert">
            {t('noClient')}
          </p>
        )}
        {fault !== null && (
          <div className={classes.fault} role="alert">
            {minutes === undefined ? t(`error.${code}`) : t('lockedFor', { count: minutes })}
          </div>
        )}
        <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
          <TextInput
            ref={email}
            error={missing.email && t('emailMissing')}
            onChange={() => setMissing((old) => ({ ...old, email: false }))}
            label={t('email')}
            type="email"
            name="email"
            autoComplete="username"
            size="md"
            autoFocus
          />
          <PasswordInput
            ref={password}
            error={missing.password && t('passwordMissing')}
            onChange={() => setMissing((old) => ({ ...old, password: false }))}
            label={t('password')}
            name="password"
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          />
          <Button type="submit" size="md" fullWidth loading={busy}>
            {t('signIn')}
          </Button>
        </form>
        {demoUsers.length > 0 && (
          <div className={classes.demo}>
            <span>{t('demo')}</span>
            {demoUsers.map((user) => (
              <button
                key={user}
                type="button"
                onClick={() => {
                  if (email.current) email.current.value = user;
                  setMissing((old) => ({ ...old, email: false }));
                }}
              >
                {user}
              </button>
            ))}
          </div>
        )}
      </div>
    </main>
  );
}
