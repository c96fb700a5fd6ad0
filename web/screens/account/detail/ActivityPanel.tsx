import { Tabs } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { EVERYTHING, type TimelineChoice } from '../../../shell/timeline/choice.ts';
import { TimelineFilter } from '../../../shell/timeline/TimelineFilter.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { AccountTimeline } from './AccountTimeline.tsx';
import classes from './ActivityPanel.module.css';
import type { Account } from './account.ts';
import { useGates } from './gates.ts';
import { TABS } from './tabs.ts';

/** What happened and what there is, in tabs; the open one stands in the address. It shows before the account is there: the timeline loads beside it. */
export function ActivityPanel({ account, accountId }: { account: Account | undefined; accountId: string }) {
  const { t } = useTranslation('account');
  const gates = useGates();
  const [search, setSearch] = useSearchParams();
  const [choice, setChoice] = useState<TimelineChoice>(EVERYTHING);
  const tabs = TABS.filter(gates);
  const tab = tabs.find((each) => each.tab === search.get('tab'))?.tab ?? 'timeline';
  const open = (next: string | null) =>
    setSearch(
      (old) => {
        const params = new URLSearchParams(old);
        if (next === null || next === 'timeline') params.delete('tab');
        else params.set('tab', next);
        return params;
      },
      { replace: true },
    );
  return (
    <Tabs className={classes.tabs} value={tab} onChange={open} keepMounted={false}>
      <div className={classes.bar}>
        <Tabs.List aria-label={t('tabs.label')}>
          <Tabs.Tab value="timeline">{t('tabs.timeline')}</Tabs.Tab>
          {tabs.map((each) => (
            <Tabs.Tab key={each.tab} value={each.tab}>
              {t(each.label)}
              {each.count && <TabCount count={account && each.count(account)} />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tab === 'timeline' && <TimelineFilter choice={choice} onChange={setChoice} />}
      </div>
      <Tabs.Panel value="timeline" className={classes.panel}>
        <AccountTimeline key={accountId} accountId={accountId} account={account} choice={choice} />
      </Tabs.Panel>
      {tabs.map((each) => (
        <Tabs.Panel key={each.tab} value={each.tab} className={classes.panel}>
          <Suspense>
            <each.panel account={account} accountId={accountId} />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Behind a tab's name; it has its room before it is known. */
const TabCount = ({ count }: { count: number | undefined }) => (
  <>
    {' '}
    <span className={classes.count} data-none={count === undefined || undefined} aria-hidden={count === undefined}>
      {count ?? 0}
    </span>
  </>
);
