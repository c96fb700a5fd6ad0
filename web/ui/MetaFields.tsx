import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './MetaFields.module.css';
import { Section } from './Panel.tsx';
import { toastError, toastSuccess } from './toasts.ts';

/**
 * Fields of a claim or an account: what the client knows of it beyond ours. Each can be set and removed.
 * @param onSet sends the fields that change (null removes one); left out where they may only be read.
 */
export function MetaFields(props: { meta: unknown; onSet?: ((meta: Record<string, unknown>) => Promise<unknown>) | undefined }) {
  const { t } = useTranslation('ui');
  const { onSet } = props;
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const fields = Object.entries((props.meta ?? {}) as Record<string, unknown>);
  const set = async (meta: Record<string, unknown>, done: string) => {
    setBusy(true);
    try {
      await onSet?.(meta);
      toastSuccess(done);
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && (await set({ [name.trim()]: value }, t('meta.saved')))) {
      setName('');
      setValue('');
    }
  };
  return (
    <Section title={t('meta.title')}>
      <dl className={classes.list}>
        {fields.map(([field, content]) => (
          <div key={field} className={classes.field}>
            <dt>{field}</dt>
            <dd>{typeof content === 'object' ? JSON.stringify(content) : String(content)}</dd>
            {onSet && (
              <ActionIcon
                variant="subtle"
                size={20}
                aria-label={t('meta.remove', { field })}
                onClick={() => void set({ [field]: null }, t('meta.removed'))}
              >
                <IconX size={13} stroke={1.6} />
              </ActionIcon>
            )}
          </div>
        ))}
      </dl>
      {fields.length === 0 && <p className={classes.none}>{t('meta.none')}</p>}
      {onSet && (
        <form className={classes.add} onSubmit={(event) => void add(event)}>
          <TextInput
            size="xs"
            aria-label={t('meta.name')}
            placeholder={t('meta.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            size="xs"
            aria-label={t('meta.value')}
            placeholder={t('meta.value')}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button size="xs" variant="default" type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('meta.set')}
          </Button>
        </form>
      )}
    </Section>
  );
}
