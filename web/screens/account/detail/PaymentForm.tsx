import { Button, MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from '../../../../core/id.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { sumOf } from '../../../ui/amounts.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { showFieldErrors } from '../../../ui/form.ts';
import { useFormat } from '../../../ui/format.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { toastFault, toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { RecordPaymentDocument } from './finance.graphql.ts';

/** Books money that came in outside of the product, such as a bank transfer, over the claims: the oldest first. */
export default function PaymentForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { currency } = account;
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [record, busy] = useMutation('finance', RecordPaymentDocument, { idempotent: true });
  // One key per opening: a press whose answer was lost books one payment.
  const [key] = useState(uuidv7);
  const open = account.claims.filter((claim) => claim.status === 'open');
  const today = format.dayOf(new Date().toISOString());
  const due = (refs: readonly string[]) =>
    sumOf(
      open.filter((claim) => refs.includes(claim.externalClaimRef)).map((claim) => claim.totalAmount),
      currency,
    );
  const form = useForm({
    initialValues: {
      externalClaimRefs: open.map((claim) => claim.externalClaimRef),
      amount: '',
      valueDate: today,
      method: t('recordPayment.transfer') as string,
      note: '',
    },
    validate: {
      externalClaimRefs: (refs) => (refs.length === 0 ? t('recordPayment.claimMissing') : null),
      amount: (value) =>
        format.readAmount(value, currency) === null ? t('promise.amountWrong', { example: format.amount('1284.6', 'EUR') }) : null,
      valueDate: (value) => (value !== '' && value <= today ? null : t('recordPayment.dateWrong')),
    },
  });
  const submit = form.onSubmit(async ({ externalClaimRefs, amount, valueDate, method, note }) => {
    try {
      const exact = format.readAmount(amount, currency) ?? '';
      await record({
        clientId,
        accountId: account.id,
        externalClaimRefs,
        amount: exact,
        valueDate,
        method: method.trim() || null,
        note: note.trim() || null,
        idempotencyKey: key,
      });
      toastSuccess(t('recordPayment.saved', { amount: format.money(exact, currency) }));
      onClose();
    } catch (error) {
      for (const fault of showFieldErrors(form, error)) toastFault(fault);
    }
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('recordPayment.title')}
      footer={
        <Button type="submit" form="payment" loading={busy}>
          {t('recordPayment.save')}
        </Button>
      }
    >
      <form
        id="payment"
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
        }}
      >
        <MoneyInput
          label={t('promise.amount')}
          data-autofocus
          currency={currency}
          description={t('recordPayment.due', { amount: format.money(due(form.values.externalClaimRefs), currency) })}
          {...form.getInputProps('amount')}
        />
        <MultiSelect
          mt="md"
          label={t('recordPayment.claims')}
          description={t('recordPayment.order')}
          data={open.map((claim) => ({
            value: claim.externalClaimRef,
            label: `${claim.externalClaimRef} · ${format.money(claim.totalAmount, claim.currency)}`,
          }))}
          {...form.getInputProps('externalClaimRefs')}
        />
        <TextInput mt="md" type="date" max={today} label={t('recordPayment.valueDate')} {...form.getInputProps('valueDate')} />
        <TextInput mt="md" label={t('recordPayment.method')} {...form.getInputProps('method')} />
        <Textarea mt="md" label={t('recordPayment.note')} autosize minRows={2} maxRows={8} {...form.getInputProps('note')} />
      </form>
    </Drawer>
  );
}
