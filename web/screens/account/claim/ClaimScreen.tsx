import { Button, Skeleton } from '@mantine/core';
import { IconMessageReport, IconSend } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { AccountForm } from '../../../shell/account/AccountForm.tsx';
import { type QueryResult, useMutation, useQuery } from '../../../shell/api.ts';
import { useClaimType } from '../../../shell/claimTypes.ts';
import { ExplainedMoney, pointOf } from '../../../shell/ExplainedMoney.tsx';
import { useMetadataSchema } from '../../../shell/metadata/metadataSchema.ts';
import { paths } from '../../../shell/paths.ts';
import { DisputedTag, PromisedTag, ResolvedTag, SegmentTag } from '../../../shell/states/StateTags.tsx';
import { useAction } from '../../../shell/useAction.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { useWorkElsewhere } from '../../../shell/work/held.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { minorOf, sumOf } from '../../../ui/amounts.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { LedgerTable } from '../../../ui/LedgerTable.tsx';
import { later } from '../../../ui/later.ts';
import { MetaFields } from '../../../ui/MetaFields.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ClaimDocument, ClaimLedgerDocument, type ClaimLedgerQuery, SetClaimMetaDocument } from './account.graphql.ts';
import { ClaimEvents } from './ClaimEvents.tsx';
import { ClaimNote } from './ClaimNote.tsx';
import classes from './ClaimScreen.module.css';
import type { Claim } from './claim.ts';
import { StrategyPanel } from './StrategyPanel.tsx';

const DisputeDialog = later(() => import('./DisputeDialog.tsx'));

/** account/claim/{ref} and account/{accountId}/claim/{ref}: one debt, where its balance comes from, and what its strategy does. */
export default function ClaimScreen() {
  const { t } = useTranslation(['account', 'shell', 'states']);
  const { clientId } = useWorkspace();
  const { externalClaimRef = '', accountId } = useParams();
  const [disputing, setDisputing] = useState(false);
  const [, act] = useAction();
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
              <Can domain="account" action="editClaim">
                <Button variant="default" leftSection={<IconMessageReport size={16} stroke={1.6} />} onClick={() => setDisputing(true)}>
                  {t(claim.disputedAt === null ? 'claim.dispute' : 'claim.closeDispute')}
                </Button>
              </Can>
            </>
          )
        }
      />
      {error && !claim ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className={classes.columns}>
          <aside className={classes.left}>
            {claim ? <Facts claim={claim} entries={ledger.data?.getAccountLedgerEntries.entries} /> : <Skeleton height={300} radius={10} />}
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

type Entry = ClaimLedgerQuery['getAccountLedgerEntries']['entries'][number];

/** @param entries undefined: not to be seen, or not there yet. */
function Facts({ claim, entries }: { claim: Claim; entries: readonly Entry[] | undefined }) {
  const { t } = useTranslation(['account', 'events']);
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editClaim');
  const schema = useMetadataSchema('claim');
  const [setMeta] = useMutation('account', SetClaimMetaDocument);
  // Without the ledger, what the claim itself says. With it, one line per kind of booking: they add up to what is owed.
  const kinds = [...new Set(entries?.map((entry) => entry.kind))];
  const parts: [kind: string, amount: string][] = entries
    ? kinds.map((kind) => [
        kind,
        sumOf(
          entries.filter((entry) => entry.kind === kind).map((entry) => entry.amount),
          claim.currency,
        ),
      ])
    : [
        ['principal', claim.amount],
        ['fee', claim.totalFees],
      ];
  const money = (amount: string) => <ExplainedMoney claimRef={claim.externalClaimRef} amount={amount} currency={claim.currency} />;
  return (
    <>
      <header className={classes.head}>
        <p className={classes.label}>{t('claim.open')}</p>
        <p className={classes.amount}>{money(claim.totalAmount)}</p>
        <div className={classes.tags}>
          {claim.status === 'resolved' && <ResolvedTag />}
          {claim.disputedAt !== null && <DisputedTag since={claim.disputedAt} />}
          {claim.promisedUntil !== null && <PromisedTag until={claim.promisedUntil} />}
          {claim.segment && <SegmentTag segment={claim.segment} />}
        </div>
      </header>
      <Section title={t('claim.amounts')}>
        <KeyValue
          pairs={[
            ...parts.map(([kind, amount]): [string, ReactNode] => [
              t(`events:kind.${kind as 'fee'}`),
              kind !== 'principal' && minorOf(amount, claim.currency) === 0n ? null : money(amount),
            ]),
            [t('claim.open'), money(claim.totalAmount)],
            [t('claim.due'), claim.dueDate === null ? null : <DateText key="due" value={claim.dueDate} style="medium" />],
            [
              t('claim.externalDue'),
              claim.externalDueDate && claim.externalDueDate !== claim.dueDate ? (
                <DateText key="external" value={claim.externalDueDate} style="medium" />
              ) : null,
            ],
            [t('claim.paymentReference'), claim.paymentReference && <Reference key="reference" value={claim.paymentReference} />],
          ]}
        />
      </Section>
      <Details claim={claim} />
      {/* Its texts come with it, and nothing around it waits for them. */}
      <Suspense>
        {schema && (
          <MetaFields
            name={`metadata ${claim.externalClaimRef}`}
            schema={schema}
            currency={claim.currency}
            meta={claim.meta}
            onSet={
              mayEdit
                ? (meta) => setMeta({ clientId, externalClaimRef: claim.externalClaimRef, meta, revision: claim.revision })
                : undefined
            }
          />
        )}
      </Suspense>
    </>
  );
}

/** What the claim is, beside its amounts. */
function Details({ claim }: { claim: Claim }) {
  const { t } = useTranslation(['account', 'debtor']);
  const format = useFormat();
  const showsScores = useFlag('CLAIM_AI_SCORE');
  const { clientId } = useWorkspace();
  const typeName = useClaimType();
  const { productName, productReference, compoundClaimRefs, debtor } = claim;
  const yes = (is: boolean) => t(is ? 'claim.yes' : 'claim.no');
  return (
    <Section title={t('claim.details')}>
      <KeyValue
        pairs={[
          [t('claim.debtor'), debtor && <Reference key="debtor" value={debtor.externalDebtorRef} />],
          [t('claim.type'), typeName(claim.type)],
          [
            t('claim.product'),
            [productName ?? productReference, claim.productType && typeName(claim.productType)].filter(Boolean).join(' · ') || null,
          ],
          [t('claim.productReference'), productName !== null && productReference !== productName ? productReference : null],
          [t('claim.portfolio'), claim.externalPortfolioRef],
          [t('claim.reason'), claim.statusReason === 'paid' ? t('claim.reasonPaid') : claim.statusReason],
          [
            t('claim.compound'),
            compoundClaimRefs.length === 0
              ? null
              : compoundClaimRefs.map((ref) => (
                  <Link key={ref} className={classes.part} to={paths.claim(clientId, ref)}>
                    {ref}
                  </Link>
                )),
          ],
          ...(showsScores ? claim.scores : []).map(({ type, value }) => [`${t('debtor:scores')}: ${type}`, format.number(value)] as const),
          [t('claim.plan'), yes(claim.instalmentsPlanEnabled)],
          [t('claim.promise'), yes(claim.promiseToPayEnabled)],
          [t('claim.created'), <DateText key="created" value={claim.createdAt} style="medium" />],
          [t('claim.changed'), <DateText key="changed" value={claim.updatedAt} style="medium" />],
        ]}
      />
    </Section>
  );
}

function Ledger({ claim, ledger: { data, error, refetch } }: { claim: Claim | undefined; ledger: QueryResult<ClaimLedgerQuery> }) {
  const { t } = useTranslation(['account', 'events']);
  const format = useFormat();
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const ledger = data?.getAccountLedgerEntries;
  const currency = claim?.currency ?? 'EUR';
  return (
    <Section title={t('claim.where')}>
      <LedgerTable
        label={t('claim.where')}
        lines={ledger?.entries.map((entry) => ({ ...entry, label: t(`events:kind.${entry.kind as 'fee'}`) }))}
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
