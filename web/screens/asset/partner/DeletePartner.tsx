import { Skeleton } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { UsagesDocument } from '../../../shell/usage/strategy.graphql.ts';
import { UsagePlaces } from '../../../shell/usage/UsagePlaces.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Partner } from './draft.ts';
import classes from './PartnerScreen.module.css';
import { DeletePartnerDocument, PartnerGiversDocument } from './partner.graphql.ts';

/** Deletes a partner, together with taking back what it has; while something gives it claims, says what that is and leads there. */
export default function DeletePartner({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { t } = useTranslation(['partners', 'outsourcing']);
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const { name, partnerId, itemCount: count } = partner;
  const mayRecall = useCan('partner', 'outsource');
  const sees = useCan('strategy', 'viewStrategies');
  const givers = useQuery('partner', PartnerGiversDocument, { clientId, partnerId });
  const usages = useQuery('strategy', UsagesDocument, sees ? { clientId, kind: 'partner', value: partnerId } : null);
  const [remove] = useMutation('partner', DeletePartnerDocument, { idempotent: true });
  const rules = givers.data?.getPartnerAllocations.filter(({ shares }) => shares.some((share) => share.partnerId === partnerId)) ?? [];
  const isScheduled = Boolean(givers.data?.getOutsourcingConfig);
  const areas = usages.data?.getUsages.filter(({ places, hidden }) => places.length + hidden > 0) ?? [];
  const isKnown = givers.data !== undefined && (!sees || usages.data !== undefined);
  const isUsed = isScheduled || rules.length > 0 || areas.length > 0;
  const error = givers.error ?? usages.error;
  const values = { name, count, number: format.number(count) };
  const recalls = count > 0;
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      blocked={!isKnown || isUsed || (recalls && !mayRecall)}
      title={t('delete.title', { name })}
      confirm={recalls ? t('delete.withRecall', values) : t('delete.button')}
      detail={
        error !== undefined && error !== null && !isKnown ? (
          <ErrorState error={error} onRetry={givers.refetch} />
        ) : !isKnown ? (
          <Skeleton height={60} />
        ) : isUsed ? (
          <div className={classes.givers}>
            <p>{t('delete.used', { name })}</p>
            {isScheduled && (
              <Section title={t('tab.schedule')}>
                <Link className={classes.giver} to={`${paths.partner(clientId, partnerId)}?tab=schedule`}>
                  {t('delete.schedule', { name })}
                </Link>
              </Section>
            )}
            {rules.length > 0 && (
              <Section title={t('allocation.title')} count={rules.length}>
                {rules.map((rule) => (
                  <Link key={rule.allocationId} className={classes.giver} to={paths.allocationRules(clientId)}>
                    {rule.name}
                  </Link>
                ))}
              </Section>
            )}
            {areas.map((area) => (
              <UsagePlaces key={area.where} area={area} />
            ))}
          </div>
        ) : recalls ? (
          <>
            <p>{t(mayRecall ? 'delete.recalls' : 'delete.first', values)}</p>
            {mayRecall && <p>{t('delete.told')}</p>}
            <p>{t('delete.keeps')}</p>
          </>
        ) : (
          <p>
            {t('delete.detail')} {t('delete.keeps')}
          </p>
        )
      }
      onConfirm={async () => {
        await remove({ clientId, partnerId, recallClaims: recalls });
        toastSuccess(t('delete.done', { name }));
        void navigate(paths.partners(clientId));
      }}
    />
  );
}
