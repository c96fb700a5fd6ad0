import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import classes from '../../../shell/auth/AuthCard.module.css';
import { AuthCard } from '../../../shell/auth/AuthCard.tsx';
import { NewPasswordField } from '../../../shell/auth/fields.tsx';
import { SetInitialPasswordDocument } from '../../../shell/auth/identity.graphql.ts';
import { useStep } from '../../../shell/auth/useStep.ts';
import { ask, goOn, useSession, waitingChallenge } from '../../../shell/session.ts';
import { useTranslation } from '../../../ui/texts.ts';

const SHORTEST = 10;

/** /auth/set-initial-password: the link of an invitation, or a password that somebody else gave and that must be replaced. */
export default function InitialPasswordScreen() {
  const { t } = useTranslation(['auth', 'security']);
  const session = useSession();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [{ email, code, replaces }] = useState(() => {
    const challenge = waitingChallenge();
    const linked = { email: query.get('email') ?? '', code: query.get('code') ?? '', replaces: false };
    return linked.code === '' && challenge?.kind === 'newPassword'
      ? { email: challenge.email, code: challenge.challenge, replaces: true }
      : linked;
  });
  const { busy, fault, errors, setErrors, send } = useStep(['password', 'code']);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The code is taken out of the address, and so out of the browser's history.
    if (query.has('code')) setQuery({}, { replace: true });
  }, [query, setQuery]);
  if (session.status === 'signedIn') return <Navigate to="/" replace />;
  const toSignIn = (
    <Link className={classes.link} to="/auth" state={{ email }}>
      {t('back')}
    </Link>
  );
  if (email === '' || code === '')
    return <AuthCard title={t('security:initial.title')} detail={t('security:initial.noLink')} links={toSignIn} />;
  if (errors.code !== undefined)
    return (
      <AuthCard
        title={t('security:initial.title')}
        detail={t('security:initial.ended')}
        links={
          <>
            {toSignIn}
            <Link className={classes.link} to="/auth/reset-password" state={{ email }}>
              {t('security:initial.askCode')}
            </Link>
          </>
        }
      />
    );

  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = password.current?.value ?? '';
    if (given.length < SHORTEST) {
      setErrors({ password: t('security:passwordShort') });
      return password.current?.focus();
    }
    const went = await send(async () => {
      const { setInitialPassword } = await ask(SetInitialPasswordDocument, { email, code, password: given });
      if (goOn(email, setInitialPassword) !== null) await navigate('/auth/mfa', { replace: true });
    });
    if (!went) password.current?.focus();
  }

  return (
    <AuthCard
      title={t('security:initial.title')}
      detail={replaces ? t('security:initial.replace') : t('security:initial.detail')}
      fault={fault}
      links={toSignIn}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <TextInput label={t('email')} type="email" name="email" autoComplete="username" size="md" value={email} readOnly />
        <NewPasswordField ref={password} label={t('password')} error={errors.password} autoFocus />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('security:initial.set')}
        </Button>
      </form>
    </AuthCard>
  );
}
