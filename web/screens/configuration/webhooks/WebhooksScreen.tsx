import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { EndpointsTab } from './EndpointsTab.tsx';
import { LogTab } from './LogTab.tsx';
import { TypesTab } from './TypesTab.tsx';
import classes from './WebhooksScreen.module.css';

const TABS = ['webhooks', 'log', 'types'] as const;

/** configuration/webhooks: where the client's events are sent to, what became of each, and what a receiver gets. */
export default function WebhooksScreen() {
  const { t } = useTranslation('webhooks');
  const [search, setSearch] = useSearchParams();
  const edits = useCan('configuration', 'editWebhooks');
  const [adding, setAdding] = useState(false);
  const tab = TABS.find((each) => each === search.get('tab')) ?? 'webhooks';
  const adds = edits && tab === 'webhooks';
  useHotkeys({ n: () => setAdding(true) }, { enabled: adds });
  const newButton = adds && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('new')}
    </Button>
  );
  return (
    <div className={classes.screen}>
      <PageHeader crumbs={[{ label: t('title') }]} actions={newButton} />
      <Tabs
        className={classes.tabs}
        value={tab}
        keepMounted={false}
        onChange={(next) => setSearch(next === 'webhooks' || next === null ? {} : { tab: next }, { replace: true })}
      >
        <Tabs.List className={classes.tablist} aria-label={t('title')}>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tab.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="webhooks" className={classes.panel}>
          <EndpointsTab adding={adding} onAdded={() => setAdding(false)} newButton={newButton} />
        </Tabs.Panel>
        <Tabs.Panel value="log" className={classes.panel}>
          <LogTab />
        </Tabs.Panel>
        <Tabs.Panel value="types" className={classes.panel}>
          <TypesTab />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
