import { Alert, Button, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { toDecimal } from '../../../../core/money.ts';
import { useMutation } from '../../../shell/api.ts';
import { useMoneyWords } from '../../../shell/useMoneyWords.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { minorOf, sumOf } from '../../../ui/amounts.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { readAmount } from '../../../ui/readAmount.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { RecordPaymentDocument } from './finance.graphql.ts';

/** Books money that came in outside of the product, such as a bank transfer, over the claims: the oldest first. */
export default function PaymentForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { currency } = account;
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const words = useMoneyWords();
  const [record, busy] = useMutation('finance', RecordPaymentDocument, { idempotent: true });
  const open = account.claims.filter((claim) => claim.status === 'open');
  const today = format.dayOf(new Date().toISOString());
  const due = (refs: readonly string[]) =>
    sumOf(
      open.filter((claim) => refs.includes(claim.externalClaimRef)).map((claim) => claim.totalAmount),
      currency,
    );
  const form = useKeptForm(`payment ${account.id}`, {
    initialValues: {
      externalClaimRefs: open.map((claim) => claim.externalClaimRef),
      amount: '',
      valueDate: today,
      method: t('recordPayment.transfer') as string,
      note: '',
      designation: '',
    },
    validate: {
      externalClaimRefs: (refs) => (refs.length === 0 ? t('recordPayment.claimMissing') : null),
      amount: (value) =>
        readAmount(format, value, currency) === null ? t('promise.amountWrong', { example: format.amount('1284.6', 'EUR') }) : null,
      valueDate: (value) => (value !== '' && value <= today ? null : t('recordPayment.dateWrong')),
    },
  });
  // What is more than is due, and the claim that keeps it as a credit: the one that is due longest.
  const chosen = open.filter((claim) => form.values.externalClaimRefs.includes(claim.externalClaimRef));
  const typed = readAmount(format, form.values.amount, currency);
  const beyond =
    typed === null || chosen.length === 0 ? 0n : minorOf(typed, currency) - minorOf(due(form.values.externalClaimRefs), currency);
  const credit = beyond > 0n ? toDecimal(beyond, currency) : null;
  const [keeper] = [...chosen].sort(
    (a, b) => (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999') || a.externalClaimRef.localeCompare(b.externalClaimRef),
  );
  const submit = form.send(async ({ externalClaimRefs, amount, valueDate, method, note, designation }) => {
    const exact = readAmount(format, amount, currency) ?? '';
    await record({
      clientId,
      accountId: account.id,
      externalClaimRefs,
      amount: exact,
      valueDate,
      method: method.trim() || null,
      note: note.trim() || null,
      designation: designation || null,
      allowCredit: credit !== null,
      // A press whose answer was lost books one payment, after a reload too.
      idempotencyKey: form.kept.sendKey,
    });
    toastSuccess(
      credit === null
        ? t('recordPayment.saved', { amount: format.money(exact, currency) })
        : t('recordPayment.savedWithCredit', { amount: format.money(exact, currency), credit: format.money(credit, currency) }),
    );
    onClose();
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
      <form id="payment" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} />
        <MoneyInput
          label={t('promise.amount')}
          data-autofocus
          currency={currency}
          description={t('recordPayment.due', { amount: format.money(due(form.values.externalClaimRefs), currency) })}
          {...form.getInputProps('amount')}
        />
        {credit !== null && keeper && (
          <Alert mt="sm" color="yellow" role="status">
            {t('recordPayment.credit', { credit: format.money(credit, currency), claim: keeper.externalClaimRef })}
          </Alert>
        )}
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
        <Select
          mt="md"
          label={t('recordPayment.designation')}
          description={t('recordPayment.designationDetail')}
          allowDeselect={false}
          data={(['', 'costs', 'interest', 'principal'] as const).map((value) => ({
            value,
            label: value === '' ? t('recordPayment.byOrder') : words.component(value),
          }))}
          {...form.getInputProps('designation')}
        />
        <DayInput mt="md" max={today} label={t('recordPayment.valueDate')} {...form.getInputProps('valueDate')} />
        <TextInput mt="md" label={t('recordPayment.method')} {...form.getInputProps('method')} />
        <Textarea mt="md" label={t('recordPayment.note')} autosize minRows={2} maxRows={8} {...form.getInputProps('note')} />
      </form>
    </Drawer>
  );
}
