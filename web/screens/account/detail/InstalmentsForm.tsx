import { Button, MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from '../../../../core/id.ts';
import { split, toDecimal } from '../../../../core/money.ts';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { useMutation } from '../../../shell/api.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { minorOf } from '../../../ui/amounts.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { showFieldErrors } from '../../../ui/form.ts';
import { useFormat } from '../../../ui/format.ts';
import { toastFault, toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { CreateInstalmentsDocument } from './finance.graphql.ts';

const INTERVALS = ['weekly', 'everyTwoWeeks', 'monthly'] as const;

/** Agrees on three instalments over what is due on the claims. */
export default function InstalmentsForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { currency } = account;
  const { t } = useTranslation(['account', 'events']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [create, busy] = useMutation('finance', CreateInstalmentsDocument, { idempotent: true });
  const [key] = useState(uuidv7);
  const open = account.claims.filter((claim) => claim.status === 'open');
  const today = format.dayOf(new Date().toISOString());
  const form = useForm({
    initialValues: {
      externalClaimRefs: open.map((claim) => claim.externalClaimRef),
      interval: 'monthly' as (typeof INTERVALS)[number],
      firstDueDate: addDays(today as CalendarDate, 14) as string,
    },
    validate: {
      externalClaimRefs: (refs) => (refs.length === 0 ? t('recordPayment.claimMissing') : null),
      firstDueDate: (value) => (value >= today ? null : t('promise.dateWrong')),
    },
  });
  const coversAll = useFlag('DISABLE_INSTALMENT_PLAN_CLAIM_SELECTION');
  const chosen = open.filter((claim) => form.values.externalClaimRefs.includes(claim.externalClaimRef));
  const whole = chosen.reduce((sum, claim) => sum + minorOf(claim.totalAmount, currency), 0n);
  const parts = split(whole, 3).map((part) => format.money(toDecimal(part, currency), currency));
  const submit = form.onSubmit(async (values) => {
    try {
      await create({ clientId, accountId: account.id, ...values, idempotencyKey: key });
      toastSuccess(t('instalments.saved'));
      onClose();
    } catch (error) {
      for (const fault of showFieldErrors(form, error)) toastFault(fault);
    }
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('instalments.title')}
      footer={
        <Button type="submit" form="instalments" loading={busy} disabled={whole <= 0n}>
          {t('instalments.save')}
        </Button>
      }
    >
      <form id="instalments" onSubmit={submit}>
        <MultiSelect
          disabled={coversAll}
          label={t('recordPayment.claims')}
          description={t('instalments.parts', { parts: parts.join(' + ') })}
          data={open.map((claim) => ({
            value: claim.externalClaimRef,
            label: `${claim.externalClaimRef} · ${format.money(claim.totalAmount, claim.currency)}`,
          }))}
          {...form.getInputProps('externalClaimRefs')}
        />
        <SegmentedControl
          mt="md"
          fullWidth
          aria-label={t('instalments.interval')}
          data={INTERVALS.map((interval) => ({ value: interval, label: t(`events:part.interval.${interval}`) }))}
          {...form.getInputProps('interval')}
        />
        <TextInput mt="md" type="date" min={today} label={t('instalments.first')} {...form.getInputProps('firstDueDate')} />
      </form>
    </Drawer>
  );
}
