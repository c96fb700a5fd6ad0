import { Skeleton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { SafetyPanel } from '../../../shell/account/SafetyPanel.tsx';
import { useQuery } from '../../../shell/api.ts';
import { ExplainedMoney } from '../../../shell/ExplainedMoney.tsx';
import { paths } from '../../../shell/paths.ts';
import { type ReasonLike, useReason } from '../../../shell/reasons.ts';
import { AccountTags } from '../../../shell/states/StateTags.tsx';
import { useTaskNames } from '../../../shell/tasks/matters.ts';
import { isEcho, useEventItem } from '../../../shell/timeline/useEventItem.tsx';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Panel, Section } from '../../../ui/Panel.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Timeline } from '../../../ui/Timeline.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { WorkedAccountDocument } from './account.graphql.ts';
import classes from './CollectorScreen.module.css';
import { Columns } from './Columns.tsx';
import { Doors } from './Doors.tsx';
import { WorkedDiaryDocument } from './events.graphql.ts';
import { OutcomePanel } from './OutcomePanel.tsx';
import { Script } from './Script.tsx';
import type { Account, Item, Next } from './work.ts';

/** The account on the screen: why this one, who it is and what is owed; what happened; what came of it. */
export function WorkedAccount(props: { item: Item; includeBlocked: boolean; onNext: (next: Next) => void; onLost: () => void }) {
  const { item } = props;
  const { clientId } = useWorkspace();
  const { accountId } = item;
  const { data, error, refetch } = useQuery('account', WorkedAccountDocument, { clientId, accountId });
  const account = data?.getAccountDataV2;
  const [isSure, setIsSure] = useState(false);
  useFreshScreen({ accountId });
  if (error && !account) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <Columns
      who={account ? <Person account={account} /> : <Skeleton height={44} radius={10} />}
      script={account ? <Script item={item} account={account} isSure={isSure} /> : <Skeleton height={200} radius={10} />}
      known={account ? <Known account={account} /> : <Skeleton height={240} radius={10} />}
      middle={
        <>
          <Why item={item} />
          <Happened accountId={accountId} />
        </>
      }
    >
      {account ? <OutcomePanel account={account} {...props} onSure={setIsSure} /> : <Skeleton height={420} radius={10} />}
      {account && <Doors account={account} />}
    </Columns>
  );
}

/** "Why this one", as sentences with their numbers, and the task it came with. */
function Why({ item }: { item: Item }) {
  const { t } = useTranslation(['work', 'reasons']);
  const reason = useReason();
  const reasons = item.reasons as (ReasonLike & { points?: number })[];
  const { nameOf, detailOf } = useTaskNames();
  return (
    <Panel title={t('why')} aside={reasons.some((each) => each.points) && t('points')}>
      <ol className={classes.why}>
        {reasons.map((each) => (
          <li key={each.key}>
            <span>{reason(each)}</span>
            {each.points !== undefined && <span className={classes.points}>{each.points}</span>}
          </li>
        ))}
      </ol>
      {item.task && (
        <p>
          <strong>{nameOf(item.task)}</strong> {detailOf(item.task)}
        </p>
      )}
    </Panel>
  );
}

/** Who it is, and what one must know before saying a word. */
function Person({ account }: { account: Account }) {
  const [debtor] = account.debtors;
  const disputed = account.claims.filter((claim) => claim.disputedAt !== null).length;
  return (
    <>
      <header className={classes.person}>
        <Avatar name={account.debtorFullName} size={44} />
        <div>
          <h2>{account.debtorFullName}</h2>
          <p>
            <Reference value={account.externalAccountRef} />
          </p>
        </div>
      </header>
      <div className={classes.tags}>
        <AccountTags
          deceased={debtor?.deceased ?? false}
          disputed={disputed}
          segment={account.segment}
          hasPlan={account.hasInstalmentsPlan}
        />
      </div>
    </>
  );
}

function Known({ account }: { account: Account }) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const [debtor] = account.debtors;
  const address = debtor?.contactInformation;
  const place = [
    [address?.addressLine1, address?.houseNumber].filter(Boolean).join(' '),
    [address?.postalCode, address?.city].filter(Boolean).join(' '),
  ].filter((part) => part !== '');
  const figure = (amount: string, at: 'payments' | 'agreements') => (
    <ExplainedMoney amount={amount} currency={account.currency} point={{ at }} />
  );
  return (
    <>
      <Section title={t('money')}>
        <p className={classes.amount}>
          <ExplainedMoney amount={account.totalAmount} currency={account.currency} />
        </p>
        <KeyValue
          dense
          pairs={[
            [t('paid'), figure(account.paidAmount, 'payments')],
            [t('promised'), figure(account.promisedAmount, 'agreements')],
          ]}
        />
        <ul className={classes.list}>
          {account.claims
            .filter((claim) => claim.status === 'open')
            .map((claim) => (
              <li key={claim.externalClaimRef}>
                <Link to={paths.accountClaim(clientId, account.id, claim.externalClaimRef)}>
                  {claim.productName ?? claim.externalClaimRef}
                </Link>
                <span className="tabular">
                  {claim.dueDate && <span className={classes.quiet}>{format.date(claim.dueDate)} · </span>}
                  <ExplainedMoney claimRef={claim.externalClaimRef} amount={claim.totalAmount} currency={claim.currency} />
                </span>
              </li>
            ))}
        </ul>
      </Section>
      <Section title={t('numbers')}>
        <Numbers account={account} />
        {place.length > 0 && <p className={classes.quiet}>{place.join(', ')}</p>}
      </Section>
      <SafetyPanel account={account} />
    </>
  );
}

/** Telephone numbers that may be called now are links that a telephone takes; the others say why not. */
function Numbers({ account }: { account: Account }) {
  const { t } = useTranslation('work');
  const phone = account.contactSafety.find((each) => each.channel === 'phone');
  const numbers = account.debtors.flatMap((debtor) => debtor.phones);
  if (numbers.length === 0) return <p className={classes.quiet}>{t('noNumber')}</p>;
  return (
    <ul className={classes.list}>
      {numbers.map(({ formatted: number, contactPhoneNumberState: state }) => (
        <li key={number}>
          {state === 'wrong' ? (
            <span className={classes.struck}>{number}</span>
          ) : phone?.answer === 'allow' ? (
            <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>
          ) : (
            <span className={classes.quiet}>{number}</span>
          )}
          <span className={classes.quiet}>
            {state === 'wrong' ? t('wrong') : phone?.answer === 'allow' ? t('mayCall') : t('mayNotCall')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Happened({ accountId }: { accountId: string }) {
  const { t } = useTranslation('work');
  const { clientId } = useWorkspace();
  const { data, loading, error, refetch } = useQuery('events', WorkedDiaryDocument, { clientId, accountId });
  const present = useEventItem();
  const items = useMemo(() => (data?.getAllDiaryEvents.events ?? []).filter((event) => !isEcho(event)).map(present), [data, present]);
  return (
    <Section title={t('happened')}>
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Timeline items={items} loading={loading} empty={<EmptyState title={t('nothingHappened')} />} />
      )}
    </Section>
  );
}
