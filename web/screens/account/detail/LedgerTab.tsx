import { Button, Select } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { useMoneyWords } from '../../../shell/useMoneyWords.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { later } from '../../../ui/later.ts';
import { Can } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { LedgerExport } from './AccountExports.tsx';
import type { Account } from './account.ts';
import { LedgerPages, LedgerTable, PAGE } from './LedgerTable.tsx';
import { WaitingApprovals } from './money/approval/WaitingApprovals.tsx';
import type { ChosenEntry } from './money/EntryDialog.tsx';
import { ExplainBalanceDocument } from './money/finance.graphql.ts';
import classes from './money/money.module.css';
import { useAction } from './useAction.ts';

const EntryDialog = later(() => import('./money/EntryDialog.tsx'));
const KINDS = ['principal', 'fee', 'interest', 'payment', 'refund', 'chargeback', 'writeOff', 'correction'] as const;

/** Every booking of the account with both its days and the balance after it, the newest first: where the balance comes from. */
export default function LedgerTab({ account, accountId }: { account: Account | undefined; accountId: string }) {
  const { t } = useTranslation(['money', 'account']);
  const { clientId } = useWorkspace();
  const words = useMoneyWords();
  const [, act] = useAction();
  const [claimRef, setClaimRef] = useState<string | null>(null);
  const [skip, setSkip] = useState(0);
  const [kind, setKind] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ChosenEntry | null>(null);
  const { data, error, refetch } = useQuery(
    'finance',
    ExplainBalanceDocument,
    { clientId, accountId, externalClaimRef: claimRef, by: 'bookedAt', skip },
    { reuse: true, keepPrevious: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const ledger = data?.explainBalance;
  const currency = ledger?.currency ?? account?.currency ?? 'EUR';
  // The server answers in the order of booking, in which each balance follows from the one before.
  const lines = ledger?.entries.filter(({ entry }) => kind === null || entry.kind === kind).reverse();
  return (
    <>
      <WaitingApprovals accountId={accountId} />
      <p className={classes.hint}>{t('account:ledger.explain')}</p>
      <div className={classes.filters}>
        <Select
          size="xs"
          clearable
          aria-label={t('explain.what')}
          placeholder={t('explain.whole')}
          value={claimRef}
          data={account?.claims.map((claim) => claim.externalClaimRef) ?? []}
          onChange={(next) => {
            setClaimRef(next);
            setSkip(0);
          }}
        />
        <Select
          size="xs"
          clearable
          aria-label={t('explain.entry')}
          placeholder={t('ledger.allKinds')}
          value={kind}
          data={KINDS.map((value) => ({ value, label: words.kind(value) }))}
          onChange={setKind}
        />
        <span>
          <LedgerExport accountId={accountId} externalClaimRef={claimRef} />{' '}
          <Can domain="operations" action="bookLedger">
            <Button variant="default" size="xs" mr={8} onClick={() => act('booking', claimRef ?? undefined)}>
              {t('booking.open')}
            </Button>
          </Can>
          <Button variant="default" size="xs" onClick={() => act('explain', claimRef ?? undefined)}>
            {t('explain.open')}
          </Button>
        </span>
      </div>
      {lines?.length === 0 ? (
        <EmptyState title={t('account:ledger.none')} />
      ) : (
        <LedgerTable
          ledger={ledger}
          lines={lines}
          isFiltered={kind !== null}
          currency={currency}
          claimRef={claimRef}
          onChoose={setChosen}
        />
      )}
      {ledger && ledger.entryCount > PAGE && <LedgerPages skip={skip} count={ledger.entryCount} onSkip={setSkip} />}
      <Suspense>
        {chosen && <EntryDialog key={chosen.id} entry={chosen} accountId={accountId} currency={currency} onClose={() => setChosen(null)} />}
      </Suspense>
    </>
  );
}
