import { Button, TagsInput } from '@mantine/core';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import classes from './Personal.module.css';
import { RectifiedDocument } from './privacy.graphql.ts';

/** Notes a correction on the person's wish: which fields, never their values. */
export function RectifyPart({ person, onChange }: { person: { accountId: string; externalDebtorRef: string }; onChange: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const [record, busy] = useMutation('privacy', RectifiedDocument);
  const form = useKeptForm(`correction ${person.accountId} ${person.externalDebtorRef}`, {
    initialValues: { fields: [] as string[], requestedOn: '', informed: [] as string[] },
    addsMore: true,
  });
  const { fields, requestedOn } = form.values;
  const submit = form.send(async (wanted) => {
    await record({ clientId, ...person, ...wanted });
    toastSuccess(t('rectify.saved'));
    onChange();
  });
  return (
    <Section title={t('rectify.title')}>
      <p className={classes.words}>{t('rectify.intro')}</p>
      <form className={classes.fields} onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} />
        <TagsInput label={t('rectify.fields')} maxTags={50} acceptValueOnBlur {...form.getInputProps('fields')} />
        <DayInput label={t('rectify.requestedOn')} {...form.getInputProps('requestedOn')} />
        <TagsInput label={t('rectify.informed')} maxTags={50} acceptValueOnBlur {...form.getInputProps('informed')} />
        <Button type="submit" size="xs" variant="default" loading={busy} disabled={fields.length === 0 || requestedOn === ''}>
          {t('rectify.save')}
        </Button>
      </form>
    </Section>
  );
}
