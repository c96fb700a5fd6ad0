import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { readAmount } from '../../../../ui/readAmount.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import { ChargeMandateDocument } from './finance.graphql.ts';

/** Plans a collection under a mandate. */
export default function ChargeForm(props: {
  mandate: { mandateId: string; reference: string; providerName: string };
  currency: string;
  onClose: () => void;
}) {
  const { mandate, currency } = props;
  const { t } = useTranslation(['mandates', 'bank']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [charge, busy] = useMutation('finance', ChargeMandateDocument, { idempotent: true });
  const form = useKeptForm(`charge ${mandate.mandateId}`, {
    initialValues: { amount: '', collectionDate: '', isFinal: false },
    validate: { amount: (value) => (value !== '' && readAmount(format, value, currency) === null ? t('amountWrong') : null) },
  });
  const submit = form.send(async ({ amount, collectionDate, isFinal }) => {
    const { chargeRecurringPaymentMandate: made } = await charge({
      clientId,
      mandateId: mandate.mandateId,
      amount: readAmount(format, amount, currency),
      collectionDate: collectionDate || null,
      isFinal,
      idempotencyKey: form.kept.sendKey,
    });
    toastSuccess(t('charged', { amount: format.money(made.amount, made.currency) }));
    props.onClose();
  });
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={t('chargeTitle', { reference: mandate.reference })}
      footer={
        <Button type="submit" form="charge" loading={busy}>
          {t('charge')}
        </Button>
      }
    >
      <form id="charge" noValidate onSubmit={submit}>
        <KeptNote kept={form.kept} />
        <MoneyInput
          data-autofocus
          label={t('bank:column.amount')}
          description={t('amountDetail')}
          currency={currency}
          {...form.getInputProps('amount')}
        />
        <DayInput mt="md" label={t('bank:debit.day')} description={t('dayDetail')} {...form.getInputProps('collectionDate')} />
        {mandate.providerName === 'sepaDirectDebit' && (
          <Checkbox mt="md" label={t('final')} description={t('finalDetail')} {...form.getInputProps('isFinal', { type: 'checkbox' })} />
        )}
      </form>
    </Drawer>
  );
}
