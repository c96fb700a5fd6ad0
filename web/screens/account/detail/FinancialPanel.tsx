import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Can } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Account } from './account.ts';
import classes from './DebtorPanel.module.css';
import { useAction } from './useAction.ts';

/** What the main debtor earns, spends and has left in a month, per currency. */
export default function FinancialPanel({ account }: { account: Account }) {
  const { t } = useTranslation('debtor');
  const format = useFormat();
  const [, act] = useAction();
  const known = account.debtors[0]?.debtorFinancialInformation;
  return (
    <Section
      title={t('finance.title')}
      aside={
        <Can domain="account" action="editAccount">
          <ActionIcon variant="subtle" size={22} aria-label={t('finance.edit')} title={t('finance.edit')} onClick={() => act('finances')}>
            <IconPencil size={15} stroke={1.6} />
          </ActionIcon>
        </Can>
      }
    >
      {!known && <p className={classes.none}>{t('finance.none')}</p>}
      {known?.surplus.map((line) => (
        <KeyValue
          key={line.currency}
          dense
          pairs={[
            [t('finance.incomes'), format.money(line.incomes, line.currency)],
            [t('finance.expenses'), format.money(line.expenses, line.currency)],
            [t('finance.household'), known.household],
            [t('finance.surplus'), <strong key="surplus">{format.money(line.surplus, line.currency)}</strong>],
          ]}
        />
      ))}
    </Section>
  );
}
