import { Button, Checkbox, Modal, Select, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { useMoneyWords } from '../../../../shell/useMoneyWords.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useFormat } from '../../../../ui/format.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { readAmount } from '../../../../ui/readAmount.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import { useApproval } from './approval/useApproval.ts';
import { CorrectEntryDocument, PaymentProvidersOfAccountDocument, RefundPaymentDocument } from './finance.graphql.ts';

export interface ChosenEntry {
  readonly id: string;
  readonly kind: string;
  readonly component: string;
  readonly amount: string;
  readonly paymentId: string | null;
  /** Take the entry back, or pay its payment back. */
  readonly act: 'correct' | 'refund';
}

/** Takes one entry back, and books it right when told how; or pays a payment back, whole or in part. */
export default function EntryDialog(props: { entry: ChosenEntry; accountId: string; currency: string; onClose: () => void }) {
  const { entry, accountId, currency, onClose } = props;
  const { t } = useTranslation(['money', 'account']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const words = useMoneyWords();
  const [correct, correcting] = useMutation('finance', CorrectEntryDocument, { idempotent: true });
  const [refund, refunding] = useMutation('finance', RefundPaymentDocument, { idempotent: true });
  const isRefund = entry.act === 'refund';
  const payments = useQuery('finance', PaymentProvidersOfAccountDocument, isRefund ? { clientId, accountId } : null);
  const payment = payments.data?.getAccountPayments.find((each) => each.id === entry.paymentId);
  const form = useKeptForm(`${entry.act} ${entry.id}`, {
    initialValues: { amount: '', component: entry.component, description: '', byHand: false },
    validate: {
      amount: (value) =>
        value === '' || readAmount(format, value, currency) !== null
          ? null
          : t('account:promise.amountWrong', { example: format.amount('1284.6', 'EUR') }),
      description: (value) => (value.trim() === '' ? t('booking.descriptionMissing') : null),
    },
  });
  const approval = useApproval(accountId, form.values);
  const submit = form.send(async ({ amount, component, description, byHand }) => {
    const exact = amount === '' ? null : readAmount(format, amount, currency);
    const about = { clientId, accountId, description, amount: exact, idempotencyKey: form.kept.sendKey };
    const other = component === entry.component ? null : component;
    const booked = await approval.bookOrAsk(
      () =>
        isRefund
          ? refund({ ...about, paymentId: entry.paymentId ?? '', byHand })
          : correct({ ...about, entryId: entry.id, component: other }),
      isRefund
        ? { kind: 'refund', accountId, description, amount: exact, paymentId: entry.paymentId, byHand }
        : { kind: 'correction', accountId, description, amount: exact, entryId: entry.id, component: other },
      form.kept.sendKey,
    );
    toastSuccess(t(booked === 'asked' ? 'approval.asked' : isRefund ? 'refund.saved' : 'correct.saved'));
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={t(isRefund ? 'refund.title' : 'correct.title')} size={420}>
      <form onSubmit={submit}>
        <KeptNote kept={form.kept} />
        <p>
          {words.kind(entry.kind)} · {words.component(entry.component)} · <strong>{format.money(entry.amount, currency)}</strong>
        </p>
        <MoneyInput
          mt="md"
          label={t(isRefund ? 'refund.amount' : 'correct.amount')}
          description={[t(isRefund ? 'refund.amountHint' : 'correct.amountHint'), approval.hint(isRefund ? 'refund' : 'writeOff')]
            .filter(Boolean)
            .join(' ')}
          currency={currency}
          {...form.getInputProps('amount')}
        />
        {!isRefund && (
          <Select
            mt="md"
            label={t('correct.component')}
            allowDeselect={false}
            data={(['costs', 'interest', 'principal', 'credit'] as const).map((value) => ({ value, label: words.component(value) }))}
            {...form.getInputProps('component')}
          />
        )}
        <Textarea
          mt="md"
          label={t('booking.description')}
          data-autofocus
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        {isRefund && payment && (
          <p role="note">{t(payment.isPaidBackByProvider && !form.values.byHand ? 'refund.byProvider' : 'refund.byHandDetail')}</p>
        )}
        {isRefund && payment?.isPaidBackByProvider && (
          <Checkbox label={t('refund.byHand')} {...form.getInputProps('byHand', { type: 'checkbox' })} />
        )}
        <Button
          mt="lg"
          fullWidth
          type="submit"
          loading={correcting || refunding || approval.busy}
          color={approval.isNeeded ? undefined : 'red'}
        >
          {t(approval.isNeeded ? 'approval.ask' : isRefund ? 'refund.do' : 'correct.do')}
        </Button>
      </form>
    </Modal>
  );
}
