import { Button, SegmentedControl, Select, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
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
import { useAction } from '../useAction.ts';
import { useApproval } from './approval/useApproval.ts';
import { BookFeeDocument, BookInterestDocument, FeeCatalogueDocument, WriteOffDocument } from './finance.graphql.ts';

const KINDS = ['fee', 'interest', 'writeOff'] as const;

/** A client's own fee, as its settings name it. */
interface CatalogueFee {
  readonly name: string;
  readonly amount: string;
}

/** Books a fee, interest until a day, or a write-off on one claim. */
export default function BookingForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { currency } = account;
  const { t } = useTranslation(['money', 'account']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [, , about] = useAction();
  const [bookFee, feeBusy] = useMutation('finance', BookFeeDocument, { idempotent: true });
  const [bookInterest, interestBusy] = useMutation('finance', BookInterestDocument, { idempotent: true });
  const [writeOff, writeOffBusy] = useMutation('finance', WriteOffDocument, { idempotent: true });
  const fees = (useQuery('finance', FeeCatalogueDocument, { clientId }).data?.getFeeCatalogue ?? []) as readonly CatalogueFee[];
  const claims = account.claims;
  const today = format.dayOf(new Date().toISOString());
  const form = useKeptForm(`booking ${account.id}`, {
    initialValues: {
      kind: 'fee' as (typeof KINDS)[number],
      externalClaimRef: about ?? claims.find((claim) => claim.status === 'open')?.externalClaimRef ?? claims[0]?.externalClaimRef ?? '',
      amount: '',
      description: '',
      valueDate: today as string,
    },
    validate: {
      amount: (value, { kind }) =>
        kind === 'interest' || (kind === 'writeOff' && value === '') || readAmount(format, value, currency) !== null
          ? null
          : t('account:promise.amountWrong', { example: format.amount('1284.6', 'EUR') }),
      description: (value, { kind }) => (kind !== 'interest' && value.trim() === '' ? t('booking.descriptionMissing') : null),
      valueDate: (value) => (value !== '' && value <= today ? null : t('account:recordPayment.dateWrong')),
    },
  });
  const { kind } = form.values;
  const approval = useApproval(account.id, form.values);
  const asks = kind === 'writeOff' && approval.isNeeded;
  const submit = form.send(async ({ kind: wanted, externalClaimRef, amount, description, valueDate }) => {
    const where = { clientId, accountId: account.id, externalClaimRef };
    const exact = readAmount(format, amount, currency);
    const idempotencyKey = form.kept.sendKey;
    if (wanted === 'fee') await bookFee({ ...where, amount: exact ?? '', description, valueDate, idempotencyKey });
    else if (wanted === 'writeOff') {
      const booked = await approval.bookOrAsk(
        () => writeOff({ ...where, amount: exact, description, valueDate, idempotencyKey }),
        { kind: 'writeOff', accountId: account.id, externalClaimRef, amount: exact, description, valueDate },
        idempotencyKey,
      );
      toastSuccess(t(booked === 'asked' ? 'approval.asked' : 'booking.saved'));
      return onClose();
    } else {
      const { bookInterest: booked } = await bookInterest({ ...where, until: valueDate, description });
      if (booked.length === 0) {
        toastSuccess(t('booking.noInterest'));
        return onClose();
      }
    }
    toastSuccess(t('booking.saved'));
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('booking.title')}
      footer={
        <Button
          type="submit"
          form="booking"
          loading={feeBusy || interestBusy || writeOffBusy || approval.busy}
          color={kind === 'writeOff' && !asks ? 'red' : undefined}
        >
          {asks ? t('approval.ask') : t(`booking.do.${kind}`)}
        </Button>
      }
    >
      <form id="booking" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} />
        <SegmentedControl
          fullWidth
          aria-label={t('booking.kind')}
          data={KINDS.map((value) => ({ value, label: t(`booking.kinds.${value}`) }))}
          {...form.getInputProps('kind')}
        />
        <Select
          mt="md"
          label={t('account:promise.claim')}
          allowDeselect={false}
          data={claims.map((each) => ({
            value: each.externalClaimRef,
            label: `${each.externalClaimRef} · ${format.money(each.totalAmount, each.currency)}`,
          }))}
          {...form.getInputProps('externalClaimRef')}
        />
        {kind === 'fee' && fees.length > 0 && (
          <Select
            mt="md"
            label={t('booking.catalogue')}
            value={null}
            data={fees.map((fee) => ({ value: fee.name, label: `${fee.name} · ${format.money(fee.amount, currency)}` }))}
            onChange={(name) => {
              const fee = fees.find((each) => each.name === name);
              if (fee) form.setValues({ amount: format.amount(fee.amount, currency), description: fee.name });
            }}
          />
        )}
        {kind !== 'interest' && (
          <MoneyInput
            mt="md"
            label={t('account:promise.amount')}
            currency={currency}
            description={kind === 'writeOff' ? [t('booking.wholeHint'), approval.hint('writeOff')].filter(Boolean).join(' ') : undefined}
            {...form.getInputProps('amount')}
          />
        )}
        <DayInput
          mt="md"
          max={today}
          label={kind === 'interest' ? t('booking.until') : t('account:recordPayment.valueDate')}
          description={kind === 'interest' ? t('booking.interestHint') : undefined}
          {...form.getInputProps('valueDate')}
        />
        <Textarea mt="md" label={t('booking.description')} autosize minRows={2} maxLength={500} {...form.getInputProps('description')} />
      </form>
    </Drawer>
  );
}
