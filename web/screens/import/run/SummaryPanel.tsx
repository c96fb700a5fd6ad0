import { useFormat } from '../../../ui/format.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ImportScreen.module.css';
import type { ImportStateFragment } from './import.graphql.ts';

/** How many rows are new, changed, unchanged and rejected, and what they book in each currency. */
export function SummaryPanel(props: { title: string; summary: NonNullable<ImportStateFragment['summary']>; isRejected: boolean }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  const { summary } = props;
  const figures = [
    ['created', summary.created],
    ['changed', summary.changed],
    ['unchanged', summary.unchanged],
    ['rejected', summary.rejected],
    ['newAccounts', summary.newAccounts],
  ] as const;
  return (
    <Panel title={props.title} tone={props.isRejected ? 'warn' : 'plain'}>
      <div className={classes.figures}>
        {figures.map(([key, value]) => (
          <div key={key} className={classes.figure}>
            <strong>{format.number(value)}</strong>
            <span>{t(`summary.${key}`)}</span>
          </div>
        ))}
      </div>
      {summary.sums.length > 0 && (
        <table className={classes.sums}>
          <thead>
            <tr>
              <th scope="col">{t('summary.currency')}</th>
              <th scope="col">{t('summary.claims')}</th>
              <th scope="col">{t('summary.fees')}</th>
              <th scope="col">{t('summary.payments')}</th>
              <th scope="col">{t('summary.corrections')}</th>
            </tr>
          </thead>
          <tbody>
            {summary.sums.map((sum) => (
              <tr key={sum.currency}>
                <td>{sum.currency}</td>
                {[sum.claims, sum.fees, sum.payments, sum.corrections].map((amount, place) => (
                  <td key={['claims', 'fees', 'payments', 'corrections'][place]} className="tabular">
                    {format.amount(amount, sum.currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
