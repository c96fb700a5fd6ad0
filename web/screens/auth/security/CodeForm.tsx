import { Button, Group } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { AuthFault } from '../../../shell/auth/AuthCard.tsx';
import { CodeField } from '../../../shell/auth/fields.tsx';
import { useStep } from '../../../shell/auth/useStep.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './SecurityDialog.module.css';

/** Asks for a code of the second factor. @param props.isDigits one of the app alone; otherwise a recovery code will do. */
export function CodeForm(props: {
  isDigits: boolean;
  label: string;
  submit: string;
  onCancel: () => void;
  onCode: (code: string) => Promise<void>;
}) {
  const { t } = useTranslation(['auth', 'security']);
  const { busy, fault, errors, setErrors, send } = useStep(['code']);
  const code = useRef<HTMLInputElement>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = code.current?.value.trim() ?? '';
    if (given === '') setErrors({ code: t('security:mfa.codeMissing') });
    else if (await send(() => props.onCode(given))) return;
    code.current?.select();
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      {fault && <AuthFault fault={fault} />}
      <CodeField ref={code} label={props.label} error={errors.code} isDigits={props.isDigits} autoFocus />
      <Group justify="flex-end" gap={10}>
        <Button variant="default" onClick={props.onCancel}>
          {t('security:security.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {props.submit}
        </Button>
      </Group>
    </form>
  );
}
