import { Button, Kbd, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { keyLabel } from '../../../ui/hotkeys.ts';
import { Money } from '../../../ui/Money.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './BankScreen.module.css';
import { Signs } from './EntryFacts.tsx';
import type { BankEntry } from './useBankEntry.ts';

/** The accounts that money which came in may be for, the likeliest first. @param props.acts whether one may book. */
export function CandidateCards({ work, currency, acts }: { work: BankEntry; currency: string; acts: boolean }) {
  const { t } = useTranslation('bank');
  const format = useFormat();
  return work.candidates.map((candidate, index) => (
    <Card
      key={candidate.accountId}
      of={candidate}
      aside={
        <Tag tone={candidate.score >= 75 ? 'good' : candidate.score >= 45 ? 'warn' : 'neutral'}>
          {t('points', { score: candidate.score })}
        </Tag>
      }
      detail={t('due', { amount: format.money(candidate.due, currency) })}
    >
      <Signs signs={candidate.signs} />
      {acts && (
        <div className={classes.acts}>
          <Button
            size="xs"
            loading={work.booking}
            onClick={() => void work.bookWhole(candidate)}
            rightSection={index < 9 ? <Kbd size="xs">{keyLabel(String(index + 1))}</Kbd> : undefined}
          >
            {t('bookHere')}
          </Button>
          <Button size="xs" variant="default" onClick={() => work.addPart(candidate)}>
            {t('part')}
          </Button>
        </div>
      )}
    </Card>
  ));
}

/** The payments that money which went out may give back. @param props.acts whether one may book. */
export function ReturnCards({ work, currency, acts }: { work: BankEntry; currency: string; acts: boolean }) {
  const { t } = useTranslation('bank');
  const format = useFormat();
  const { error, loading, data, refetch } = work.returns;
  return (
    <>
      {error ? <ErrorState error={error} onRetry={refetch} /> : null}
      {loading && !data && work.isOpen && work.isOut && <Skeleton height={64} mb={10} />}
      {(data?.getReturnCandidates ?? []).map((each) => (
        <Card
          key={each.paymentId}
          of={each}
          aside={<Money amount={each.amount} currency={currency} />}
          detail={format.date(each.createdAt)}
        >
          {acts && (
            <div className={classes.acts}>
              <Button size="xs" onClick={() => void work.bookReturnOf(each.paymentId)}>
                {t('bookReturn')}
              </Button>
            </div>
          )}
        </Card>
      ))}
    </>
  );
}

function Card(props: {
  of: { accountId: string; externalAccountRef: string; debtorName: string };
  aside: ReactNode;
  detail: string;
  children: ReactNode;
}) {
  const { accountId, externalAccountRef, debtorName } = props.of;
  const { clientId } = useWorkspace();
  return (
    <section className={classes.card}>
      <header>
        <Link to={paths.account(clientId, accountId)}>{debtorName || externalAccountRef}</Link>
        {props.aside}
      </header>
      <div className={classes.muted}>
        {externalAccountRef} · {props.detail}
      </div>
      {props.children}
    </section>
  );
}
