import { Button, Group, PasswordInput } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { AuthFault } from '../../../shell/auth/AuthCard.tsx';
import { NewPasswordField } from '../../../shell/auth/fields.tsx';
import { useStep } from '../../../shell/auth/useStep.ts';
import { ask, currentSession, refresh } from '../../../shell/session.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ChangePasswordDocument } from './identity.graphql.ts';
import classes from './SecurityDialog.module.css';

/** Another password, for which the present one is asked. Nothing of it is kept: it would be a password in storage. */
export function PasswordForm({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const { t } = useTranslation(['auth', 'security']);
  const { busy, fault, errors, setErrors, send } = useStep(['currentPassword', 'password']);
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const session = currentSession();
  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = { currentPassword: current.current?.value ?? '', password: next.current?.value ?? '' };
    if (given.currentPassword === '') {
      setErrors({ currentPassword: t('passwordMissing') });
      return current.current?.focus();
    }
    if (given.password.length < 10) {
      setErrors({ password: t('security:passwordShort') });
      return next.current?.focus();
    }
    const went = await send(async () => {
      await ask(ChangePasswordDocument, given);
      // Every token ended with the old password, this one's too; the new cookie brings another.
      await refresh();
    });
    if (went) onDone();
    else current.current?.focus();
  }
  const wrong = errors.currentPassword;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      {fault && <AuthFault fault={fault} />}
      <input type="hidden" name="email" autoComplete="username" value={session.status === 'signedIn' ? session.user.email : ''} readOnly />
      <PasswordInput
        ref={current}
        error={typeof wrong === 'object' ? <FaultText fault={wrong} /> : wrong}
        label={t('security:security.current')}
        name="password"
        autoComplete="current-password"
        size="md"
        autoFocus
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      />
      <NewPasswordField ref={next} label={t('security:reset.newPassword')} error={errors.password} />
      <Group justify="flex-end" gap={10}>
        <Button variant="default" onClick={onCancel}>
          {t('security:security.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('security:security.change')}
        </Button>
      </Group>
    </form>
  );
}
