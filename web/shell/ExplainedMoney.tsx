import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Money } from '../ui/Money.tsx';
import { useCan } from '../ui/permission.tsx';
import classes from './ExplainedMoney.module.css';
import { paths } from './paths.ts';
import { useAction } from './useAction.ts';
import { useWorkspace } from './workspace.ts';

interface Figure {
  readonly amount: string;
  readonly currency: string;
  readonly bare?: boolean;
  /** One claim; all of the account when absent. */
  readonly claimRef?: string;
}

/** An amount that says where it comes from: on a screen of the account the explanation opens beside it, elsewhere a link leads there. */
export function ExplainedMoney({
  accountId,
  claimRef,
  ...money
}: Figure & { /** null: the screen is the account's own. */ accountId: string | null }) {
  const { t } = useTranslation('ui');
  const { clientId } = useWorkspace();
  const [, act] = useAction();
  if (!useCan('operations', 'viewPayments')) return <Money {...money} />;
  const shown = { className: classes.open, title: t('explain') };
  if (accountId !== null)
    return (
      <Link {...shown} to={paths.explain(clientId, accountId, claimRef)}>
        <Money {...money} />
      </Link>
    );
  return (
    <UnstyledButton {...shown} onClick={() => act('explain', claimRef)}>
      <Money {...money} />
    </UnstyledButton>
  );
}
