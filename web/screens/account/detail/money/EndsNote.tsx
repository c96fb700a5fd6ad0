import { useFormat } from '../../../../ui/format.ts';
import states from '../../../../ui/states.module.css';
import { useTranslation } from '../../../../ui/texts.ts';
import type { PreviewPlanQuery } from './finance.graphql.ts';
import classes from './money.module.css';

export type Ends = PreviewPlanQuery['previewInstalmentsPlan']['ends'];

/** What a new agreement ends, said before it is made; nothing when it ends nothing. */
export function EndsNote({ ends }: { ends: Ends }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  if (ends.length === 0) return null;
  return (
    <div className={`${states.note} ${classes.ends}`} data-tone="info" data-in="form" role="status">
      <strong>{t('agreement.ends')}</strong>
      {ends.map((each) => (
        <div key={each.id}>
          {t(`agreement.end.${each.kind as 'promise'}`, { amount: format.money(each.amount, each.currency), day: format.date(each.until) })}
        </div>
      ))}
    </div>
  );
}
