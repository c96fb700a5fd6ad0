import { Skeleton } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useClaimType } from '../../../shell/claimTypes.ts';
import { ExplainedMoney } from '../../../shell/ExplainedMoney.tsx';
import { paths } from '../../../shell/paths.ts';
import { useReason } from '../../../shell/reasons.ts';
import { DueTag } from '../../../shell/states/StateTags.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { daysBetweenDays, useFormat } from '../../../ui/format.ts';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Account } from './account.ts';
import classes from './ClaimsPanel.module.css';
import { AccountStrategiesDocument, type AccountStrategiesQuery } from './strategy.graphql.ts';

export type AccountClaim = Account['claims'][number];
type ClaimStrategy = AccountStrategiesQuery['getAccountStrategies'][number];

/** Open claims that the column shows at once; the rest is in the tab. */
const SHOWN = 8;

/** The open claims as cards, the oldest first, each with where its strategy stands. */
export function ClaimsPanel({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const { clientId } = useWorkspace();
  const sees = useCan('strategy', 'viewStrategies');
  const asked = sees ? { clientId, accountId: account.id } : null;
  const { data, error } = useQuery('strategy', AccountStrategiesDocument, asked, { reuse: true });
  // Until they are known nothing is said of strategies, and nothing at all to who may not see them.
  const strategyOf = (claim: AccountClaim) => {
    if (!data) return error || !sees ? null : undefined;
    return data.getAccountStrategies.find((each) => each.externalClaimRef === claim.externalClaimRef) ?? 'none';
  };
  const open = account.claims.filter((claim) => claim.status === 'open');
  const resolved = account.claims.length - open.length;
  return (
    <Section title={t('claims.title')} count={open.length} aside={open.length > 1 ? t('claims.order') : undefined}>
      {open.length === 0 && resolved === 0 && <EmptyState title={t('claims.none')} detail={t('claims.noneDetail')} />}
      {open.slice(0, SHOWN).map((claim) => (
        <ClaimCard key={claim.externalClaimRef} accountId={account.id} claim={claim} strategy={strategyOf(claim)} />
      ))}
      {(resolved > 0 || open.length > SHOWN) && (
        <Link className={classes.more} to="?tab=claims">
          {open.length > SHOWN ? `+ ${open.length - SHOWN}` : t('claims.more', { count: resolved })}
        </Link>
      )}
    </Section>
  );
}

/** @param strategy undefined: not known yet; null: not to be known. */
function ClaimCard(props: { accountId: string; claim: AccountClaim; strategy: ClaimStrategy | 'none' | null | undefined }) {
  const typeName = useClaimType();
  const { accountId, claim, strategy } = props;
  const { clientId } = useWorkspace();
  return (
    <article className={classes.card}>
      <div className={classes.line}>
        <Reference value={claim.externalClaimRef} />
        <strong>
          <ExplainedMoney claimRef={claim.externalClaimRef} amount={claim.totalAmount} currency={claim.currency} />
        </strong>
      </div>
      <div className={classes.line}>
        <Link className={classes.product} to={paths.accountClaim(clientId, accountId, claim.externalClaimRef)}>
          {claim.productName ?? claim.productReference ?? claim.externalPortfolioRef ?? typeName(claim.type)}
        </Link>
        <ClaimTag claim={claim} />
      </div>
      {strategy !== null && (
        <div className={classes.strategy}>
          <IconRoute size={14} stroke={1.6} aria-hidden="true" />
          {strategy === undefined ? <Skeleton height={12} width={140} my={4} /> : <StrategyLine claim={claim} strategy={strategy} />}
        </div>
      )}
    </article>
  );
}

/** How late it is, or what keeps it from being late. */
export function ClaimTag({ claim }: { claim: AccountClaim }) {
  const format = useFormat();
  const days = claim.dueDate === null ? null : daysBetweenDays(claim.dueDate, format.dayOf(new Date().toISOString()));
  const { promisedUntil } = claim;
  return <DueTag due={{ isResolved: claim.status !== 'open', isDisputed: claim.disputedAt !== null, promisedUntil, days }} />;
}

function StrategyLine({ claim, strategy }: { claim: AccountClaim; strategy: ClaimStrategy | 'none' }) {
  const { t, find } = useTranslation(['account', 'strategy']);
  const format = useFormat();
  const reason = useReason();
  if (strategy === 'none') return <span>{t('claims.noStrategy')}</span>;
  if (strategy.status === 'paused' && strategy.reason?.key === 'run.pausedByPartner') return <span>{t('claims.pausedByPartner')}</span>;
  if (strategy.status === 'paused' && claim.promisedUntil !== null) return <span>{t('claims.pausedByPromise')}</span>;
  const step = find(`strategy:step.${strategy.stepType}.name`);
  const when = strategy.wakeAt
    ? t('claims.waitUntil', { when: format.date(strategy.wakeAt, sameDay(format.dayOf(strategy.wakeAt), format) ? 'time' : 'dayMonth') })
    : null;
  const state = strategy.status === 'waiting' ? (when ?? step) : strategy.status === 'active' ? step : null;
  return (
    <>
      <span className={classes.name}>{strategy.displayName}</span>
      <span className={classes.state}>{state ?? t(`claims.strategyStatus.${strategy.status as 'active'}`)}</span>
      {strategy.status === 'failed' && <span className={classes.failed}>{[step, reason(strategy.reason)].filter(Boolean).join(': ')}</span>}
    </>
  );
}

const sameDay = (day: string, format: ReturnType<typeof useFormat>) => day === format.dayOf(new Date().toISOString());
