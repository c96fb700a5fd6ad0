import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { SetClaimMetaDocument } from './account.graphql.ts';
import type { Claim } from './claim.ts';
import classes from './MetaFields.module.css';

/** The claim's own fields: what the client knows of it beyond ours. Each can be set and removed. */
export function MetaFields({ claim }: { claim: Claim }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editClaim');
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [send, busy] = useMutation('account', SetClaimMetaDocument);
  const fields = Object.entries((claim.meta ?? {}) as Record<string, unknown>);
  const set = async (meta: Record<string, unknown>, done: string) => {
    try {
      await send({ clientId, externalClaimRef: claim.externalClaimRef, meta, revision: claim.revision });
      toastSuccess(done);
      return true;
    } catch (error) {
      toastError(error);
      return false;
    }
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && (await set({ [name.trim()]: value }, t('claim.fieldSaved')))) {
      setName('');
      setValue('');
    }
  };
  return (
    <Section title={t('claim.metadata')}>
      <dl className={classes.list}>
        {fields.map(([field, content]) => (
          <div key={field} className={classes.field}>
            <dt>{field}</dt>
            <dd>{typeof content === 'object' ? JSON.stringify(content) : String(content)}</dd>
            {mayEdit && (
              <ActionIcon
                variant="subtle"
                size={20}
                aria-label={t('claim.removeField', { field })}
                onClick={() => void set({ [field]: null }, t('claim.fieldRemoved'))}
              >
                <IconX size={13} stroke={1.6} />
              </ActionIcon>
            )}
          </div>
        ))}
      </dl>
      {fields.length === 0 && <p className={classes.none}>{t('claim.noMetadata')}</p>}
      {mayEdit && (
        <form className={classes.add} onSubmit={(event) => void add(event)}>
          <TextInput
            size="xs"
            aria-label={t('claim.fieldName')}
            placeholder={t('claim.fieldName')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            size="xs"
            aria-label={t('claim.fieldValue')}
            placeholder={t('claim.fieldValue')}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button size="xs" variant="default" type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('claim.addField')}
          </Button>
        </form>
      )}
    </Section>
  );
}
