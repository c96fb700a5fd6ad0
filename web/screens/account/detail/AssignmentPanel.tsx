import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Panel.tsx';
import { AssignMenu } from './AssignMenu.tsx';
import type { Account } from './account.ts';

/** Whose account it is, by itself; the debtor's tags show it too. */
export function AssignmentPanel({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  return (
    <Section title={t('assign.title')}>
      <AssignMenu account={account} />
    </Section>
  );
}
