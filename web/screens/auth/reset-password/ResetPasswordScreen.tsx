import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import classes from '../../../shell/auth/AuthCard.module.css';
import { AuthCard } from '../../../shell/auth/AuthCard.tsx';
import { CodeField, NewPasswordField } from '../../../shell/auth/fields.tsx';
import { RequestPasswordResetDocument, ResetPasswordDocument } from '../../../shell/auth/identity.graphql.ts';
import { useStep } from '../../../shell/auth/useStep.ts';
import { ask, useSession } from '../../../shell/session.ts';
import { useTranslation } from '../../../ui/texts.ts';

const SHORTEST = 10;

/** /auth/reset-password: asks for a code by mail, then takes it with the new password. Says the same whether or not anybody has the address. */
export default function ResetPasswordScreen() {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const [email, setEmail] = useState(query.get('email') ?? (typeof state?.email === 'string' ? state.email : ''));
  const [isSent, setIsSent] = useState(false);
  if (useSession().status === 'signedIn') return <Navigate to="/" replace />;
  return isSent ? (
    <Choose email={email} onAgain={() => setIsSent(false)} />
  ) : (
    <Request
      email={email}
      onSent={(address) => {
        setEmail(address);
        setIsSent(true);
      }}
    />
  );
}

function Back({ email }: { email: string }) {
  const { t } = useTranslation(['auth', 'security']);
  return (
    <Link className={classes.link} to="/auth" state={{ email }}>
      {t('back')}
    </Link>
  );
}

function Request({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { t } = useTranslation(['auth', 'security']);
  const { busy, fault, errors, setErrors, send } = useStep(['email']);
  const input = useRef<HTMLInputElement>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = input.current?.value.trim() ?? '';
    if (given === '') {
      setErrors({ email: t('emailMissing') });
      return input.current?.focus();
    }
    if (await send(() => ask(RequestPasswordResetDocument, { email: given }))) onSent(given);
  }
  return (
    <AuthCard title={t('security:reset.title')} detail={t('security:reset.request')} fault={fault} links={<Back email={email} />}>
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <TextInput
          ref={input}
          error={typeof errors.email === 'string' && errors.email}
          defaultValue={email}
          label={t('email')}
          type="email"
          name="email"
          autoComplete="username"
          size="md"
          autoFocus
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('security:reset.send')}
        </Button>
      </form>
    </AuthCard>
  );
}

function Choose({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation(['auth', 'security']);
  const navigate = useNavigate();
  const { busy, fault, errors, setErrors, send } = useStep(['code', 'password']);
  const code = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = { email, code: code.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    if (given.code === '') {
      setErrors({ code: t('security:mfa.codeMissing') });
      return code.current?.focus();
    }
    if (given.password.length < SHORTEST) {
      setErrors({ password: t('security:passwordShort') });
      return password.current?.focus();
    }
    if (await send(() => ask(ResetPasswordDocument, given)))
      await navigate('/auth', { replace: true, state: { reason: 'passwordSet', email } });
    else code.current?.focus();
  }
  return (
    <AuthCard
      title={t('security:reset.title')}
      detail={t('security:reset.sent', { email })}
      fault={fault}
      links={
        <>
          <Back email={email} />
          <button type="button" onClick={onAgain}>
            {t('security:reset.again')}
          </button>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <CodeField ref={code} label={t('security:reset.code')} error={errors.code} isDigits={false} autoFocus />
        <NewPasswordField ref={password} label={t('security:reset.newPassword')} error={errors.password} />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('security:reset.set')}
        </Button>
      </form>
    </AuthCard>
  );
}
