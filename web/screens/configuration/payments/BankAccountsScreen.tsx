import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './BankTab.module.css';
import BankTab from './BankTab.tsx';

/** configuration/payments/bank: the bank accounts on their own. */
export default function BankAccountsScreen() {
  const { t } = useTranslation('bank');
  return (
    <div className={classes.tab}>
      <PageHeader crumbs={[{ label: t('account.title') }]} />
      <div className={classes.list}>
        <BankTab />
      </div>
    </div>
  );
}
