import { Button, Skeleton } from '@mantine/core';
import { IconMessageReport, IconPackageExport, IconSend } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { AccountForm } from '../../../shell/account/AccountForm.tsx';
import { type QueryResult, useQuery } from '../../../shell/api.ts';
import { ExplainedMoney, pointOf } from '../../../shell/ExplainedMoney.tsx';
import { OutsourcedClaimDocument } from '../../../shell/partners/partner.graphql.ts';
import { paths } from '../../../shell/paths.ts';
import { useAction } from '../../../shell/useAction.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { useMoneyWords } from '../../../shell/useMoneyWords.ts';
import { useWorkElsewhere } from '../../../shell/work/held.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { LedgerTable } from '../../../ui/LedgerTable.tsx';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ClaimDocument, ClaimLedgerDocument, type ClaimLedgerQuery } from './account.graphql.ts';
import { ClaimEvents } from './ClaimEvents.tsx';
import { ClaimFacts } from './ClaimFacts.tsx';
import { ClaimNote } from './ClaimNote.tsx';
import classes from './ClaimScreen.module.css';
import type { Claim } from './claim.ts';
import { StrategyPanel } from './StrategyPanel.tsx';

const DisputeDialog = later(() => import('./DisputeDialog.tsx'));
const OpenProposals = later(() => import('../../../shell/proposals/OpenProposals.tsx'));
const OutsourcedClaimNote = later(() => import('../../../shell/partners/OutsourcedClaimNote.tsx'));

/** account/claim/{ref} and account/{accountId}/claim/{ref}: one debt, where its balance comes from, and what its strategy does. */
export default function ClaimScreen() {
  const { t } = useTranslation(['account', 'shell']);
  const { clientId } = useWorkspace();
  const { externalClaimRef = '', accountId } = useParams();
  const [disputing, setDisputing] = useState(false);
  const [, act] = useAction();
  const hasPartners = useFlag('PARTNERS');
  const { data: out } = useQuery('partner', OutsourcedClaimDocument, hasPartners ? { clientId, externalClaimRef } : null, { reuse: true });
  const mayOutsource = useCan('partner', 'outsource') && out !== undefined && !out.getOutsourcedClaim;
  const { data, error, refetch } = useQuery('account', ClaimDocument, { clientId, externalClaimRef }, { reuse: true });
  const claim = data?.getClaimData;
  const seesMoney = useCan('operations', 'viewPayments');
  const ledger = useQuery(
    'account',
    ClaimLedgerDocument,
    claim && seesMoney ? { clientId, accountId: claim.accountId, externalClaimRef: claim.externalClaimRef } : null,
    { reuse: true },
  );
  const account = claim?.accountId ?? accountId;
  useWorkElsewhere(account);
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
            <>
              <Can domain="account" action="sendMessage">
                <Button
                  variant="default"
                  leftSection={<IconSend size={16} stroke={1.6} />}
                  onClick={() => act('message', claim.externalClaimRef)}
                >
                  {t('message')}
                </Button>
              </Can>
              {mayOutsource && claim.status === 'open' && (
                <Button
                  variant="default"
                  leftSection={<IconPackageExport size={16} stroke={1.6} />}
                  onClick={() => act('outsource', claim.externalClaimRef)}
                >
                  {t('action.outsource')}
                </Button>
              )}
              <Can domain="account" action="editClaim">
                <Button variant="default" leftSection={<IconMessageReport size={16} stroke={1.6} />} onClick={() => setDisputing(true)}>
                  {t(claim.disputedAt === null ? 'claim.dispute' : 'claim.closeDispute')}
                </Button>
              </Can>
            </>
          )
        }
      />
      {hasPartners && (
        <Suspense>
          <OutsourcedClaimNote externalClaimRef={externalClaimRef} />
        </Suspense>
      )}
      <Suspense>{account && <OpenProposals accountId={account} claimRef={externalClaimRef} />}</Suspense>
      {error && !claim ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className={classes.columns}>
          <aside className={classes.left}>
            {claim ? (
              <ClaimFacts claim={claim} entries={ledger.data?.getAccountLedgerEntries.entries} />
            ) : (
              <Skeleton height={300} radius={10} />
            )}
          </aside>
          <div className={classes.middle}>
            {seesMoney && <Ledger claim={claim} ledger={ledger} />}
            <Section title={t('claim.events')}>
              {account && (
                <Can domain="account" action="editAccount">
                  <ClaimNote key={externalClaimRef} accountId={account} externalClaimRef={externalClaimRef} />
                </Can>
              )}
              <ClaimEvents externalClaimRef={externalClaimRef} />
            </Section>
          </div>
          <aside className={classes.right}>
            <StrategyPanel externalClaimRef={externalClaimRef} isOpen={claim?.status === 'open'} />
          </aside>
        </div>
      )}
      {account && <Live accountId={account} />}
      {claim && <AccountForm accountId={claim.accountId} />}
      <Suspense>{claim && disputing && <DisputeDialog claim={claim} onClose={() => setDisputing(false)} />}</Suspense>
    </>
  );
}

/** What happens on the account may change the claim: the screen is asked for again. */
function Live({ accountId }: { accountId: string }) {
  useFreshScreen({ accountId });
  return null;
}

/** Where the balance comes from. */
function Ledger({ claim, ledger: { data, error, refetch } }: { claim: Claim | undefined; ledger: QueryResult<ClaimLedgerQuery> }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const words = useMoneyWords();
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const ledger = data?.getAccountLedgerEntries;
  const currency = claim?.currency ?? 'EUR';
  return (
    <Section title={t('claim.where')}>
      <LedgerTable
        label={t('claim.where')}
        lines={ledger?.entries.map((entry) => ({ ...entry, label: words.kind(entry.kind), description: words.said(entry.description) }))}
        balance={ledger?.balance}
        currency={currency}
        figure={(amount, line, column) => (
          <ExplainedMoney
            bare
            claimRef={claim?.externalClaimRef}
            amount={amount}
            currency={currency}
            {...(line && { point: pointOf(line.entryId, line, column, format) })}
          />
        )}
        words={{
          booked: t('ledger.column.booked'),
          date: t('ledger.column.date'),
          what: t('ledger.column.what'),
          amount: t('ledger.column.amount'),
          balance: t('ledger.column.balance'),
          sum: t('ledger.sum'),
        }}
      />
    </Section>
  );
}
