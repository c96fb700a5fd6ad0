import { ActionIcon, Button, NumberInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type BudgetItem, MOST_PEOPLE, surplusOf } from '../../../../core/budget.ts';
import { refetchScreen, useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
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
import classes from './DebtorForm.module.css';
import { SetFinancialInformationDocument } from './forms/account.graphql.ts';

const LISTS = ['incomes', 'expenses'] as const;
const NAMES = { incomes: 'finance.incomes', expenses: 'finance.expenses' } as const;
const ADDS = { incomes: 'finance.addIncome', expenses: 'finance.addExpense' } as const;

interface Values {
  [field: string]: unknown;
  incomes: BudgetItem[];
  expenses: BudgetItem[];
  household: number | string;
}

/** What a debtor earns and spends in a month, with what is left while one types. */
export default function FinancialForm({ account, onClose, about }: { account: Account; onClose: () => void; about: string | null }) {
  const { t } = useTranslation('debtor');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [save, busy] = useMutation('account', SetFinancialInformationDocument);
  const debtor = account.debtors.find((each) => each.externalDebtorRef === about) ?? account.debtors[0];
  const known = debtor?.debtorFinancialInformation;
  const cells = (list: readonly BudgetItem[] | undefined) =>
    (list ?? []).map(({ source, amount, currency }) => ({ source, amount: format.amount(amount, currency), currency }));
  const exact = ({ amount, currency }: BudgetItem) => readAmount(format, amount, currency);
  const form = useKeptForm<Values>(`finances ${account.id} ${debtor?.externalDebtorRef}`, {
    initialValues: { incomes: cells(known?.incomes), expenses: cells(known?.expenses), household: known?.household ?? '' },
    validate: (values) =>
      Object.fromEntries(
        LISTS.flatMap((list) =>
          values[list].flatMap((item, at): [string, string][] => [
            ...(item.source.trim() === '' ? [[`${list}.${at}.source`, t('finance.note')] as [string, string]] : []),
            ...(exact(item) === null
              ? [[`${list}.${at}.amount`, t('finance.amountWrong', { example: format.amount('1284.6', 'EUR') })] as [string, string]]
              : []),
          ]),
        ),
      ),
    onConflict: () => refetchScreen(),
  });
  const submit = form.send(async (values) => {
    const read = (list: readonly BudgetItem[]) => list.map((item) => ({ ...item, amount: exact(item) ?? '' }));
    await save({
      clientId,
      accountId: account.id,
      externalDebtorRef: debtor?.externalDebtorRef ?? '',
      info: {
        incomes: read(values.incomes),
        expenses: read(values.expenses),
        household: values.household === '' ? null : Number(values.household),
      },
      revision: account.revision,
    });
    toastSuccess(t('finance.saved'));
    onClose();
  }, 'debtorFinancialInformation');
  const typed = (list: readonly BudgetItem[]) => list.map((item) => ({ ...item, amount: exact(item) ?? '0' }));
  const sums = surplusOf({ incomes: typed(form.values.incomes), expenses: typed(form.values.expenses) });
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      title={t('finance.formTitle')}
      footer={
        <Button type="submit" form="finances" loading={busy} disabled={form.kept.met.length > 0}>
          {t('finance.save')}
        </Button>
      }
    >
      <form id="finances" onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} label={(list) => t(NAMES[list as 'incomes'])} />
        {LISTS.map((list) => (
          <fieldset key={list} className={classes.list}>
            <legend>{t(NAMES[list])}</legend>
            {[...form.values[list].entries()].map(([at, item]) => (
              <div key={at} className={classes.cells}>
                <TextInput label={t('finance.source')} {...form.getInputProps(`${list}.${at}.source`)} />
                <MoneyInput label={t('finance.amount')} currency={item.currency} {...form.getInputProps(`${list}.${at}.amount`)} />
                <TextInput label={t('finance.currency')} maxLength={3} {...form.getInputProps(`${list}.${at}.currency`)} />
                <ActionIcon
                  variant="subtle"
                  size={26}
                  aria-label={`${t('form.remove')} ${item.source}`}
                  onClick={() => form.removeListItem(list, at)}
                >
                  <IconX size={15} stroke={1.6} />
                </ActionIcon>
              </div>
            ))}
            <Button
              size="xs"
              variant="default"
              data-autofocus={(list === 'incomes' && form.values.incomes.length === 0) || undefined}
              leftSection={<IconPlus size={14} stroke={1.6} />}
              onClick={() => form.insertListItem(list, { source: '', amount: '', currency: account.currency })}
            >
              {t(ADDS[list])}
            </Button>
          </fieldset>
        ))}
        <NumberInput label={t('finance.household')} min={1} max={MOST_PEOPLE} allowDecimal={false} {...form.getInputProps('household')} />
        <ul className={classes.sums} aria-live="polite">
          {sums.map((sum) => (
            <li key={sum.currency}>{`${t('finance.surplus')}: ${format.money(sum.surplus, sum.currency)}`}</li>
          ))}
        </ul>
      </form>
    </Drawer>
  );
}
