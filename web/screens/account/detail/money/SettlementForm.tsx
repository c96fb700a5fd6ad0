import { Button, MultiSelect, Textarea } from '@mantine/core';
import { addDays, type CalendarDate } from '../../../../../core/time.ts';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { minorOf, sumOf } from '../../../../ui/amounts.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { readAmount } from '../../../../ui/readAmount.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import type { Account } from '../account.ts';
import { useApproval } from './approval/useApproval.ts';
import { CreateSettlementDocument } from './finance.graphql.ts';

/** Offers to settle claims for less, when it is paid by a day. */
export default function SettlementForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { currency } = account;
  const { t } = useTranslation(['money', 'account']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [create, busy] = useMutation('finance', CreateSettlementDocument, { idempotent: true });
  const open = account.claims.filter((claim) => claim.status === 'open');
  const today = format.dayOf(new Date().toISOString());
  const form = useKeptForm(`settlement ${account.id}`, {
    initialValues: {
      externalClaimRefs: open.map((claim) => claim.externalClaimRef),
      amount: '',
      validUntil: addDays(today as CalendarDate, 14) as string,
      note: '',
    },
    validate: {
      externalClaimRefs: (refs) => (refs.length === 0 ? t('account:recordPayment.claimMissing') : null),
      amount: (value) =>
        readAmount(format, value, currency) === null ? t('account:promise.amountWrong', { example: format.amount('1284.6', 'EUR') }) : null,
      validUntil: (value) => (value >= today ? null : t('account:promise.dateWrong')),
    },
  });
  const due = sumOf(
    open.filter((claim) => form.values.externalClaimRefs.includes(claim.externalClaimRef)).map((claim) => claim.totalAmount),
    currency,
  );
  const offered = readAmount(format, form.values.amount, currency);
  const share =
    offered === null || minorOf(due, currency) <= 0n ? null : Number(minorOf(offered, currency)) / Number(minorOf(due, currency));
  const approval = useApproval(account.id, form.values);
  const submit = form.send(async ({ externalClaimRefs, amount, validUntil, note }) => {
    const exact = readAmount(format, amount, currency) ?? '';
    const idempotencyKey = form.kept.sendKey;
    const offer = { accountId: account.id, externalClaimRefs, amount: exact, validUntil };
    const booked = await approval.bookOrAsk(
      () => create({ clientId, ...offer, note, idempotencyKey }),
      { kind: 'settlement', ...offer, description: note },
      idempotencyKey,
    );
    toastSuccess(t(booked === 'asked' ? 'approval.asked' : 'settlement.saved', { amount: format.money(exact, currency) }));
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('settlement.title')}
      footer={
        <Button type="submit" form="settlement" loading={busy || approval.busy}>
          {t(approval.isNeeded ? 'approval.ask' : 'settlement.save')}
        </Button>
      }
    >
      <form id="settlement" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} />
        <MultiSelect
          label={t('account:recordPayment.claims')}
          data={open.map((claim) => ({
            value: claim.externalClaimRef,
            label: `${claim.externalClaimRef} · ${format.money(claim.totalAmount, claim.currency)}`,
          }))}
          {...form.getInputProps('externalClaimRefs')}
        />
        <MoneyInput
          mt="md"
          data-autofocus
          label={t('settlement.amount')}
          currency={currency}
          description={[
            share === null
              ? t('settlement.due', { amount: format.money(due, currency) })
              : t('settlement.share', { amount: format.money(due, currency), share: format.percent(share) }),
            approval.hint('settlement'),
          ]
            .filter(Boolean)
            .join(' · ')}
          {...form.getInputProps('amount')}
        />
        <DayInput mt="md" min={today} label={t('settlement.validUntil')} {...form.getInputProps('validUntil')} />
        <Textarea mt="md" label={t('account:recordPayment.note')} autosize minRows={2} maxLength={1000} {...form.getInputProps('note')} />
        <p>{t('settlement.hint')}</p>
      </form>
    </Drawer>
  );
}
