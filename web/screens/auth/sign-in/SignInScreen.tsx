import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import classes from '../../../shell/auth/AuthCard.module.css';
import { AuthCard } from '../../../shell/auth/AuthCard.tsx';
import { useStep } from '../../../shell/auth/useStep.ts';
import { signIn, signInHints, useSession } from '../../../shell/session.ts';
import { useTranslation } from '../../../ui/texts.ts';

/** Why somebody was sent here. */
const REASONS = ['signedOut', 'ended', 'noScreen', 'failed', 'recalled', 'passwordSet', 'tookTooLong'] as const;

/** /auth: e-mail and password. Wrong ones are told clearly, without telling which; so is a lock-out with its length. */
export default function SignInScreen() {
  const { t } = useTranslation('auth');
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { busy, fault, send } = useStep([]);
  const [demoUsers, setDemoUsers] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState({ email: false, password: false });
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const known = typeof state?.email === 'string' ? state.email : '';
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
    const went = await send(async () => {
      const challenge = await signIn(given.email, given.password);
      if (challenge !== null) await navigate(challenge.kind === 'newPassword' ? '/auth/set-initial-password' : '/auth/mfa', { state });
    });
    if (went) return;
    if (password.current) password.current.value = '';
    password.current?.focus();
  }

  const why = REASONS.find((name) => name === state?.reason);
  return (
    <AuthCard
      title={t('title')}
      detail={why === undefined || fault !== null ? undefined : t(`reason.${why}`)}
      fault={fault}
      links={
        <Link className={classes.link} to="/auth/reset-password" state={{ ...state, reason: undefined }}>
          {t('forgot')}
        </Link>
      }
      footer={
        demoUsers.length > 0 && (
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
        )
      }
    >
      {session.status === 'signedIn' && (
        <p className={classes.fault} role="alert">
          {t('noClient')}
        </p>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <TextInput
          ref={email}
          error={missing.email && t('emailMissing')}
          onChange={() => setMissing((old) => ({ ...old, email: false }))}
          defaultValue={known}
          label={t('email')}
          type="email"
          name="email"
          autoComplete="username"
          size="md"
          autoFocus={known === ''}
        />
        <PasswordInput
          ref={password}
          error={missing.password && t('passwordMissing')}
          onChange={() => setMissing((old) => ({ ...old, password: false }))}
          label={t('password')}
          name="password"
          autoComplete="current-password"
          size="md"
          autoFocus={known !== ''}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('signIn')}
        </Button>
      </form>
    </AuthCard>
  );
}
