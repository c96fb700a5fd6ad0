/** Fields of the sign-in forms, as password managers and keyboards of telephones want them. */
import { PasswordInput, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { FaultText } from '../../ui/FaultText.tsx';
import type { ServerFault } from '../../ui/fault.ts';
import { useTranslation } from '../../ui/texts.ts';

interface FieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly error?: string | ServerFault | undefined;
  readonly label: string;
  readonly autoFocus?: boolean;
}

const errorOf = (error: FieldProps['error']) => (typeof error === 'object' ? <FaultText fault={error} /> : error);

/** The new password that one chooses. */
export function NewPasswordField({ error, ...props }: FieldProps) {
  const { t } = useTranslation(['auth', 'security']);
  return (
    <PasswordInput
      {...props}
      error={errorOf(error)}
      description={t('security:reset.hint')}
      name="new-password"
      autoComplete="new-password"
      size="md"
      data-autofocus={props.autoFocus}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
    />
  );
}

/** A code: six digits of an app, ten letters and digits of a mail, or a recovery code. */
export function CodeField({ error, isDigits, ...props }: FieldProps & { readonly isDigits: boolean }) {
  return (
    <TextInput
      {...props}
      error={errorOf(error)}
      name="code"
      inputMode={isDigits ? 'numeric' : 'text'}
      autoComplete={isDigits ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      data-autofocus={props.autoFocus}
    />
  );
}
