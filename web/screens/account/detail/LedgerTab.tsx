import { ActionIcon, Button, Menu, Select, Skeleton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useQuery } from '../../../shell/api.ts';
import { ExplainedMoney, pointOf } from '../../../shell/ExplainedMoney.tsx';
import { useWorkspace } from '../../../shell/workspace.ts';
import { sumOf } from '../../../ui/amounts.ts';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { Can, useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { LedgerExport } from './AccountExports.tsx';
import type { Account } from './account.ts';
import { WaitingApprovals } from './money/approval/WaitingApprovals.tsx';
import type { ChosenEntry } from './money/EntryDialog.tsx';
import { ExplainBalanceDocument } from './money/finance.graphql.ts';
import classes from './money/money.module.css';
import { useMoneyWords } from './money/useMoneyWords.ts';
import { useAction } from './useAction.ts';

const EntryDialog = later(() => import('./money/EntryDialog.tsx'));
/** Entries the server gives at once. */
const PAGE = 2000;
const KINDS = ['principal', 'fee', 'interest', 'payment', 'refund', 'chargeback', 'writeOff', 'correction'] as const;

/** Every booking of the account with both its days and the balance after it, the newest first: where the balance comes from. */
export default function LedgerTab({ account, accountId }: { account: Account | undefined; accountId: string }) {
  const { t } = useTranslation(['money', 'account', 'events']);
  const { clientId } = useWorkspace();
  const format = useFormat();
  const words = useMoneyWords();
  const [, act] = useAction();
  const mayBook = useCan('operations', 'bookLedger');
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
  const figure = (entry: { id: string; valueDate: string; bookedAt: string }, amount: string, column: 'amount' | 'balance') => (
    <ExplainedMoney
      bare
      claimRef={claimRef ?? undefined}
      amount={amount}
      currency={currency}
      point={pointOf(entry.id, entry, column, format)}
    />
  );
  // The server answers in the order of booking, in which each balance follows from the one before.
  const lines = ledger?.entries.filter(({ entry }) => kind === null || entry.kind === kind).reverse();
  // A sum of a part of the entries would be wrong.
  const isWhole = ledger !== undefined && ledger.entryCount <= PAGE;
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
        <table className={classes.rows} aria-label={t('account:tabs.ledger')}>
          <thead>
            <tr>
              <th>{t('explain.bookedAt')}</th>
              <th>{t('explain.valueDate')}</th>
              <th>{t('explain.entry')}</th>
              <th data-right>{`${t('explain.amount')} ${format.currencySign(currency)}`}</th>
              <th data-right>{`${t('explain.balance')} ${format.currencySign(currency)}`}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {lines === undefined
              ? [1, 2, 3].map((row) => (
                  <tr key={row}>
                    <td colSpan={6}>
                      <Skeleton height={12} />
                    </td>
                  </tr>
                ))
              : lines.map(({ entry, runningBalance }) => (
                  <tr key={entry.id} data-gone={entry.reversedByEntryId !== null || undefined}>
                    <td className={classes.day}>{format.date(entry.bookedAt)}</td>
                    <td className={classes.day}>{format.date(entry.valueDate)}</td>
                    <td>
                      <strong>{words.kind(entry.kind)}</strong>
                      {words.partOf(entry) && ` · ${words.partOf(entry)}`}{' '}
                      {entry.reversedByEntryId !== null && <Tag tone="neutral">{t('ledger.gone')}</Tag>}
                      <span className={classes.note}>
                        <Reference value={entry.externalClaimRef} />
                        {entry.description !== '' && ` · ${words.said(entry.description)}`}
                      </span>
                    </td>
                    <td data-right>{figure(entry, entry.amount, 'amount')}</td>
                    <td data-right>{figure(entry, runningBalance, 'balance')}</td>
                    <td data-right>
                      {mayBook && entry.reversesEntryId === null && entry.reversedByEntryId === null && (
                        <Menu position="bottom-end">
                          <Menu.Target>
                            <ActionIcon variant="subtle" size={24} aria-label={t('ledger.actions')}>
                              <IconDots size={16} stroke={1.6} />
                            </ActionIcon>
                          </Menu.Target>
                          <Menu.Dropdown>
                            <Menu.Item onClick={() => setChosen({ ...entry, act: 'correct' })}>{t('correct.title')}</Menu.Item>
                            {entry.kind === 'payment' && entry.paymentId !== null && (
                              <Menu.Item onClick={() => setChosen({ ...entry, act: 'refund' })}>{t('refund.title')}</Menu.Item>
                            )}
                          </Menu.Dropdown>
                        </Menu>
                      )}
                    </td>
                  </tr>
                ))}
          </tbody>
          {ledger && (
            <tfoot>
              <tr>
                <th colSpan={3}>{t('explain.sum')}</th>
                <th data-right>
                  {isWhole &&
                    lines &&
                    format.amount(
                      sumOf(
                        lines.map(({ entry }) => entry.amount),
                        currency,
                      ),
                      currency,
                    )}
                </th>
                <th data-right>{kind === null && format.amount(ledger.balance, currency)}</th>
                <th />
              </tr>
            </tfoot>
          )}
        </table>
      )}
      {ledger && ledger.entryCount > PAGE && (
        <p className={classes.pages}>
          <Button variant="default" size="xs" disabled={skip === 0} onClick={() => setSkip(Math.max(0, skip - PAGE))}>
            {t('ledger.newer')}
          </Button>
          <Button variant="default" size="xs" disabled={skip + PAGE >= ledger.entryCount} onClick={() => setSkip(skip + PAGE)}>
            {t('ledger.older')}
          </Button>
          <span>
            {t('ledger.page', {
              from: format.number(skip + 1),
              to: format.number(Math.min(skip + PAGE, ledger.entryCount)),
              all: format.number(ledger.entryCount),
            })}
          </span>
        </p>
      )}
      <Suspense>
        {chosen && <EntryDialog key={chosen.id} entry={chosen} accountId={accountId} currency={currency} onClose={() => setChosen(null)} />}
      </Suspense>
    </>
  );
}
