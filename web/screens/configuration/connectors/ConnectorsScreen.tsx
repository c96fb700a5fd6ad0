import { Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ConnectorsScreen.module.css';

const PANELS = {
  watches: later(() => import('./WatchesTab.tsx')),
  batches: later(() => import('./BatchesTab.tsx')),
  accounting: later(() => import('./AccountingTab.tsx')),
} as const;
const NAMES = ['watches', 'batches', 'accounting'] as const;

/** configuration/connectors: folders that are watched for portfolios, and the ledger on its way to the bookkeeping. */
export default function ConnectorsScreen() {
  const { t } = useTranslation('connectors');
  const [search, setSearch] = useSearchParams();
  const tab = NAMES.find((name) => name === search.get('tab')) ?? 'watches';
  return (
    <div className={classes.screen}>
      <PageHeader crumbs={[{ label: t('title') }]} />
      <Tabs
        className={classes.tabs}
        value={tab}
        keepMounted={false}
        onChange={(next) => setSearch(next && next !== 'watches' ? { tab: next } : {}, { replace: true })}
      >
        <Tabs.List className={classes.tablist} aria-label={t('title')}>
          {NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {NAMES.map((name) => {
          const Panel = PANELS[name];
          return (
            <Tabs.Panel key={name} value={name} className={classes.panel}>
              <Suspense>
                <Panel />
              </Suspense>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </div>
  );
}
