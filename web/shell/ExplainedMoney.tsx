import { UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import type { Format } from '../ui/format.ts';
import { Money } from '../ui/Money.tsx';
import { useCan } from '../ui/permission.tsx';
import { useTranslation } from '../ui/texts.ts';
import classes from './ExplainedMoney.module.css';
import { paths } from './paths.ts';
import { useAction } from './useAction.ts';
import { useWorkspace } from './workspace.ts';

/** What a figure is when it is not the balance of today: it is explained as of that day, and what it is made of is marked. */
export interface Point {
  /** Calendar day; today when absent. */
  readonly asOf?: string | undefined;
  /** Which of an entry's days counts: valueDate when absent. */
  readonly by?: 'valueDate' | 'bookedAt';
  /** The id of an entry, a payment or an agreement; or "payments" or "agreements" for what they add up to. */
  readonly at?: string | undefined;
}

/**
 * @param column balances run in the order of booking, so one is explained as it was known then; an amount as of the day it took effect.
 * @returns what a figure in the row of an entry is.
 */
export function pointOf(
  entryId: string,
  entry: { readonly valueDate: string; readonly bookedAt: string },
  column: 'amount' | 'balance',
  format: Format,
): Point {
  return column === 'amount' ? { at: entryId, asOf: entry.valueDate } : { at: entryId, asOf: format.dayOf(entry.bookedAt), by: 'bookedAt' };
}

interface Figure {
  readonly amount: string;
  readonly currency: string;
  readonly bare?: boolean;
  /** One claim; all of the account when absent. */
  readonly claimRef?: string | undefined;
  readonly point?: Point;
}

/** An amount that says where it comes from: the explanation opens beside it, on the screens of an account and its claims. */
export function ExplainedMoney({ claimRef, point, ...money }: Figure) {
  const { t } = useTranslation('ui');
  const [, act] = useAction();
  if (!useCan('operations', 'viewPayments')) return <Money {...money} />;
  return (
    <UnstyledButton className={classes.open} title={t('explain')} onClick={() => act('explain', claimRef, point)}>
      <Money {...money} />
    </UnstyledButton>
  );
}

/** An amount in a list that leads to where it comes from, on the account's screen. @param claimRef one claim; all of the account when absent. */
export function ExplainedLink(props: { accountId: string; amount: string; currency: string; bare?: boolean; claimRef?: string }) {
  const { accountId, claimRef, ...money } = props;
  const { t } = useTranslation('ui');
  const { clientId } = useWorkspace();
  if (!useCan('operations', 'viewPayments')) return <Money {...money} />;
  return (
    <Link className={classes.open} title={t('explain')} to={paths.explain(clientId, accountId, claimRef)}>
      <Money {...money} />
    </Link>
  );
}
