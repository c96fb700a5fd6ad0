import { Button, Skeleton } from '@mantine/core';
import { IconMessageReport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { refetchScreen, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useEvents } from '../../../shell/useEvents.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { LedgerTable } from '../../../ui/LedgerTable.tsx';
import { Money } from '../../../ui/Money.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { ClaimDocument, ClaimLedgerDocument } from './account.graphql.ts';
import { ClaimEvents } from './ClaimEvents.tsx';
import classes from './ClaimScreen.module.css';
import type { Claim } from './claim.ts';
import { DisputeDialog } from './DisputeDialog.tsx';
import { MetaFields } from './MetaFields.tsx';
import { StrategyPanel } from './StrategyPanel.tsx';

/** account/claim/{ref} and account/{accountId}/claim/{ref}: one debt, where its balance comes from, and what its strategy does. */
export default function ClaimScreen() {
  const { t } = useTranslation(['account', 'shell']);
  const { clientId } = useWorkspace();
  const { externalClaimRef = '', accountId } = useParams();
  const [disputing, setDisputing] = useState(false);
  const { data, error, refetch } = useQuery('account', ClaimDocument, { clientId, externalClaimRef });
  const claim = data?.getClaimData;
  const account = claim?.accountId ?? accountId;
  const debtor = claim?.debtor?.companyName ?? [claim?.debtor?.firstName, claim?.debtor?.lastName].filter(Boolean).join(' ');
  return (
    <>
      <PageHeader
        crumbs={[
          { label: t('shell:screen.accounts'), to: paths.accounts(clientId) },
          { label: debtor || '…', ...(account ? { to: paths.account(clientId, account) } : {}) },
          { label: t('claim.title', { ref: '' }).trim() },
        ]}
        chip={<Reference value={externalClaimRef} chip />}
        actions={
          claim && (
            <Can domain="account" action="editClaim">
              <Button variant="default" leftSection={<IconMessageReport size={16} stroke={1.6} />} onClick={() => setDisputing(true)}>
                {t(claim.disputedAt === null ? 'claim.dispute' : 'claim.closeDispute')}
              </Button>
            </Can>
          )
        }
      />
      {error && !claim ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className={classes.columns}>
          <aside className={classes.left}>{claim ? <Facts claim={claim} /> : <Skeleton height={300} radius={10} />}</aside>
          <div className={classes.middle}>
            <Ledger claim={claim} />
            <Section title={t('claim.events')}>
              <ClaimEvents externalClaimRef={externalClaimRef} />
            </Section>
          </div>
          <aside className={classes.right}>
            <StrategyPanel externalClaimRef={externalClaimRef} isOpen={claim?.status === 'open'} />
          </aside>
        </div>
      )}
      {account && <Live accountId={account} />}
      {claim && disputing && <DisputeDialog claim={claim} onClose={() => setDisputing(false)} />}
    </>
  );
}

/** What happens on the account may change the claim: the screen is asked for again. */
function Live({ accountId }: { accountId: string }) {
  useEvents({ accountId }, refetchScreen);
  return null;
}

function Facts({ claim }: { claim: Claim }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const paid = Number(claim.amount) + Number(claim.totalFees) - Number(claim.totalAmount);
  const money = (amount: string) => <Money amount={amount} currency={claim.currency} />;
  return (
    <>
      <header className={classes.head}>
        <p className={classes.label}>{t('claim.open')}</p>
        <p className={classes.amount}>{money(claim.totalAmount)}</p>
        <div className={classes.tags}>
          {claim.status === 'resolved' && <Tag tone="good">{t('claims.resolved')}</Tag>}
          {claim.disputedAt !== null && <Tag tone="warn">{t('claim.disputedSince', { date: format.date(claim.disputedAt) })}</Tag>}
          {claim.promisedUntil !== null && (
            <Tag tone="good">{t('claims.promised', { date: format.date(claim.promisedUntil, 'dayMonth') })}</Tag>
          )}
          {claim.segment && <Tag tone="info">{t('tag.segment', { segment: claim.segment })}</Tag>}
        </div>
      </header>
      <Section title={t('claim.amounts')}>
        <KeyValue
          pairs={[
            [t('claim.original'), money(claim.amount)],
            [t('claim.fees'), Number(claim.totalFees) === 0 ? null : money(claim.totalFees)],
            [t('claim.paid'), money(paid.toFixed(2))],
            [t('claim.open'), money(claim.totalAmount)],
            [t('claim.due'), claim.dueDate === null ? null : <DateText key="due" value={claim.dueDate} style="medium" />],
            [t('claim.product'), claim.productName ?? claim.productReference],
            [t('claim.portfolio'), claim.externalPortfolioRef],
            [t('claim.paymentReference'), claim.paymentReference && <Reference key="reference" value={claim.paymentReference} />],
            [t('claim.created'), <DateText key="created" value={claim.createdAt} style="medium" />],
          ]}
        />
      </Section>
      <MetaFields claim={claim} />
    </>
  );
}

function Ledger({ claim }: { claim: Claim | undefined }) {
  const { t } = useTranslation(['account', 'events']);
  const { clientId } = useWorkspace();
  const may = useCan('operations', 'viewPayments');
  const variables = claim && may ? { clientId, accountId: claim.accountId, externalClaimRef: claim.externalClaimRef } : null;
  const { data, error, refetch } = useQuery('account', ClaimLedgerDocument, variables);
  if (!may) return null;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const ledger = data?.getAccountLedgerEntries;
  return (
    <Section title={t('claim.where')}>
      <LedgerTable
        label={t('claim.where')}
        lines={ledger?.entries.map((entry) => ({ ...entry, label: t(`events:kind.${entry.kind as 'fee'}`) }))}
        balance={ledger?.balance}
        currency={claim?.currency ?? 'EUR'}
        words={{
          date: t('ledger.column.date'),
          what: t('ledger.column.what'),
          claim: t('ledger.column.claim'),
          amount: t('ledger.column.amount'),
          balance: t('ledger.column.balance'),
          sum: t('ledger.sum'),
        }}
      />
    </Section>
  );
}
