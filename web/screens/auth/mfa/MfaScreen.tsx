import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import classes from '../../../shell/auth/AuthCard.module.css';
import { AuthCard } from '../../../shell/auth/AuthCard.tsx';
import { CodeField } from '../../../shell/auth/fields.tsx';
import { AnswerMfaDocument, type AnswerMfaMutation } from '../../../shell/auth/identity.graphql.ts';
import { MfaSetupView } from '../../../shell/auth/MfaSetupView.tsx';
import { RecoveryCodes } from '../../../shell/auth/RecoveryCodes.tsx';
import { useStep } from '../../../shell/auth/useStep.ts';
import { ask, enter, useSession, waitingChallenge } from '../../../shell/session.ts';
import { faultOf } from '../../../ui/fault.ts';
import { useTranslation } from '../../../ui/texts.ts';

/** /auth/mfa: the second step. Whoever has no second factor and must have one sets it up here and gets recovery codes. */
export default function MfaScreen() {
  const { t } = useTranslation(['auth', 'security']);
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [challenge] = useState(waitingChallenge);
  const [byRecovery, setByRecovery] = useState(false);
  const [answered, setAnswered] = useState<AnswerMfaMutation['answerMfa'] | null>(null);
  const { busy, fault, errors, setErrors, send } = useStep(['code']);
  const code = useRef<HTMLInputElement>(null);
  if (session.status === 'signedIn') return <Navigate to={typeof state?.from === 'string' ? state.from : '/'} replace />;
  if (challenge === null) return <Navigate to="/auth" replace state={state} />;
  const { challenge: name, kind, setup, email } = challenge;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = code.current?.value.trim() ?? '';
    if (given === '') {
      setErrors({ code: t('security:mfa.codeMissing') });
      return code.current?.focus();
    }
    const went = await send(async () => {
      try {
        const { answerMfa } = await ask(AnswerMfaDocument, { challenge: name, code: given });
        // Whoever gets recovery codes sees them before anything else.
        if (answerMfa.recoveryCodes.length > 0) setAnswered(answerMfa);
        else if (answerMfa.session) enter(answerMfa.session);
      } catch (error) {
        if (faultOf(error).code !== 'UNAUTHENTICATED') throw error;
        await navigate('/auth', { replace: true, state: { ...state, reason: 'tookTooLong', email } });
      }
    });
    if (!went) code.current?.select();
  }

  if (answered?.session) {
    const { session: next } = answered;
    return (
      <AuthCard title={t('security:recovery.title')} detail={t('security:recovery.detail')}>
        <RecoveryCodes codes={answered.recoveryCodes} onKept={() => enter(next)} />
      </AuthCard>
    );
  }
  const label = setup ? t('security:setup.code') : byRecovery ? t('security:mfa.recoveryLabel') : t('security:mfa.codeLabel');
  return (
    <AuthCard
      title={kind === 'mfaSetup' ? t('security:setup.title') : t('security:mfa.title')}
      detail={setup ? t('security:setup.detail') : byRecovery ? t('security:mfa.recoveryDetail') : t('security:mfa.detail')}
      fault={fault}
      links={
        <>
          <Link className={classes.link} to="/auth" state={{ ...state, email }}>
            {t('back')}
          </Link>
          {!setup && (
            <button
              type="button"
              onClick={() => {
                setByRecovery(!byRecovery);
                setErrors({});
                if (code.current) code.current.value = '';
                code.current?.focus();
              }}
            >
              {byRecovery ? t('security:mfa.useAuthenticator') : t('security:mfa.useRecovery')}
            </button>
          )}
        </>
      }
    >
      {setup && <MfaSetupView setup={setup} />}
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <CodeField ref={code} label={label} error={errors.code} isDigits={!byRecovery} autoFocus />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {setup ? t('security:setup.confirm') : t('signIn')}
        </Button>
      </form>
    </AuthCard>
  );
}
