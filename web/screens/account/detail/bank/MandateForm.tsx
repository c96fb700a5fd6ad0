import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import { CreateMandateDocument } from './finance.graphql.ts';

/** Takes down a SEPA mandate that was signed. */
export default function MandateForm(props: { accountId: string; holder: string; onClose: () => void }) {
  const { t } = useTranslation(['mandates', 'bank']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [create, busy] = useMutation('finance', CreateMandateDocument);
  const today = format.dayOf(new Date().toISOString());
  const form = useKeptForm(`mandate ${props.accountId}`, {
    initialValues: { holder: props.holder, iban: '', bic: '', signedOn: today, reference: '', isOneOff: false },
    omit: ['iban'],
  });
  const submit = form.send(async (values) => {
    await create({
      clientId,
      accountId: props.accountId,
      mandate: {
        ...values,
        providerName: 'sepaDirectDebit',
        bic: values.bic || null,
        reference: values.reference || null,
        signedOn: values.signedOn || null,
      },
    });
    toastSuccess(t('saved'));
    props.onClose();
  });
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={t('add')}
      footer={
        <Button type="submit" form="mandate" loading={busy}>
          {t('save')}
        </Button>
      }
    >
      <form id="mandate" noValidate onSubmit={submit}>
        <KeptNote kept={form.kept} />
        <TextInput label={t('bank:account.holder')} {...form.getInputProps('holder')} />
        <TextInput mt="md" data-autofocus label={t('bank:column.iban')} {...form.getInputProps('iban')} />
        <TextInput mt="md" label={t('bank:account.bic')} description={t('bank:account.bicDetail')} {...form.getInputProps('bic')} />
        <DayInput mt="md" max={today} label={t('signedOn')} {...form.getInputProps('signedOn')} />
        <TextInput mt="md" label={t('reference')} description={t('referenceDetail')} {...form.getInputProps('reference')} />
        <Checkbox mt="md" label={t('oneOff')} {...form.getInputProps('isOneOff', { type: 'checkbox' })} />
      </form>
    </Drawer>
  );
}
