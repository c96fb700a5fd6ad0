import { Button, Select } from '@mantine/core';
import { addDays, type CalendarDate } from '../../../../core/time.ts';
import { useMutation } from '../../../shell/api.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
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
import { CreatePromiseDocument } from './finance.graphql.ts';

const METHODS = ['bankTransfer', 'card', 'directDebit', 'cash', 'cheque', 'other'] as const;

/** Notes what a debtor promises to pay on a claim, and by when. The strategy of the claim rests until then. */
export default function PromiseForm(props: { account: Account; onClose: () => void }) {
  const { account, onClose } = props;
  const { t } = useTranslation(['account', 'money']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [create, busy] = useMutation('finance', CreatePromiseDocument, { idempotent: true });
  const asksMethod = useFlag('PROMISE_TO_PAY_METHOD');
  const open = account.claims.filter((claim) => claim.status === 'open');
  const today = format.dayOf(new Date().toISOString());
  const form = useKeptForm(`promise ${account.id}`, {
    failed: t('promise.failed'),
    initialValues: {
      externalClaimRef: open[0]?.externalClaimRef ?? '',
      amount: open[0] ? format.amount(open[0].totalAmount, open[0].currency) : '',
      dueDate: addDays(today as CalendarDate, 7) as string,
      method: null as string | null,
    },
    validate: {
      amount: (value) =>
        readAmount(format, value, account.currency) === null ? t('promise.amountWrong', { example: format.amount('1284.6', 'EUR') }) : null,
      dueDate: (value) => (value >= today ? null : t('promise.dateWrong')),
    },
  });
  const claim = open.find((each) => each.externalClaimRef === form.values.externalClaimRef);

  const submit = form.send(async ({ externalClaimRef, amount, dueDate, method }) => {
    const exact = readAmount(format, amount, account.currency) ?? '';
    await create({
      clientId,
      externalClaimRef,
      amount: exact,
      dueDate,
      method: asksMethod ? method : null,
      // One key until it is sent: a press whose answer was lost notes one promise.
      idempotencyKey: form.kept.sendKey,
    });
    toastSuccess(t('promise.saved', { amount: format.money(exact, account.currency) }));
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('promise.title')}
      footer={
        <Button type="submit" form="promise" loading={busy}>
          {t('promise.save')}
        </Button>
      }
    >
      <form id="promise" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} />
        <Select
          label={t('promise.claim')}
          allowDeselect={false}
          data={open.map((each) => ({
            value: each.externalClaimRef,
            label: `${each.externalClaimRef} · ${format.money(each.totalAmount, each.currency)}`,
          }))}
          {...form.getInputProps('externalClaimRef')}
          onChange={(value) => {
            const chosen = open.find((each) => each.externalClaimRef === value);
            if (chosen)
              form.setValues({ externalClaimRef: chosen.externalClaimRef, amount: format.amount(chosen.totalAmount, chosen.currency) });
          }}
        />
        <MoneyInput
          mt="md"
          label={t('promise.amount')}
          data-autofocus
          currency={account.currency}
          description={claim && t('promise.due', { amount: format.money(claim.totalAmount, claim.currency) })}
          {...form.getInputProps('amount')}
        />
        <DayInput mt="md" min={today} label={t('promise.dueDate')} {...form.getInputProps('dueDate')} />
        {asksMethod && (
          <Select
            mt="md"
            clearable
            label={t('money:method.label')}
            data={METHODS.map((method) => ({ value: method, label: t(`money:method.${method}`) }))}
            {...form.getInputProps('method')}
          />
        )}
      </form>
    </Drawer>
  );
}
