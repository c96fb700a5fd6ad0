import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
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
