import { Button } from '@mantine/core';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Section } from '../../../ui/Panel.tsx';
import { Can } from '../../../ui/permission.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { PlanCard, PromiseCard } from './money/AgreementCard.tsx';
import { AgreementsDocument } from './money/finance.graphql.ts';
import classes from './money/money.module.css';
import { SettlementCard } from './money/SettlementCard.tsx';
import type { PanelProps } from './panel.ts';
import { wholePromises } from './promises.ts';
import { useAction } from './useAction.ts';

/** What was agreed on with the debtor: promises, plans and settlements, those that hold first. */
export default function AgreementsPanel({ account, accountId }: PanelProps) {
  const { t } = useTranslation('money');
  const { clientId } = useWorkspace();
  const [, act] = useAction();
  const { data, error } = useQuery('finance', AgreementsDocument, { clientId, accountId }, { reuse: true });
  const promises = wholePromises(data?.getAccountPromisesToPay ?? []).slice(0, 3);
  const plans = data?.getAccountInstalmentsPlans.slice(0, 3) ?? [];
  const offers = data?.getAccountSettlementOffers.slice(0, 3) ?? [];
  return (
    <Section
      title={t('agreement.title')}
      aside={
        account.activeClaimsCount > 0 && (
          <Can domain="operations" action="offerSettlement">
            <Button size="compact-xs" variant="subtle" onClick={() => act('settlement')}>
              {t('settlement.open')}
            </Button>
          </Can>
        )
      }
    >
      {error !== undefined && error !== null && !data && <ErrorNote error={error} />}
      {!data && !error && (
        <div className={classes.hint}>
          <TextSkeleton>{t('agreement.none')}</TextSkeleton>
        </div>
      )}
      {data && promises.length + plans.length + offers.length === 0 && <p className={classes.hint}>{t('agreement.none')}</p>}
      {offers.map((offer) => (
        <SettlementCard key={offer.id} offer={offer} currency={account.currency} />
      ))}
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} currency={account.currency} isOpen={account.activeClaimsCount > 0} />
      ))}
      {promises.map((promise) => (
        <PromiseCard key={promise.promiseId} promise={promise} currency={account.currency} />
      ))}
    </Section>
  );
}
