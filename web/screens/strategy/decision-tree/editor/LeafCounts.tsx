import { useFormat } from '../../../../ui/format.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Outline.module.css';
import type { PortfolioTrial } from './useTreeView.ts';

/** How many claims of the portfolio come here, and their balances. */
export function LeafCounts({ count }: { count: PortfolioTrial['counts']['leaves'][number] | null }) {
  const { t } = useTranslation('trees');
  const format = useFormat();
  if (!count) return null;
  const balances = count.balances.map(({ currency, balance }) => format.money(balance, currency)).join(' · ');
  return (
    <span className={classes.count}>
      {t('trial.claims', { count: count.claims, number: format.number(count.claims) })} · {balances}
    </span>
  );
}
