import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './EventsScreen.module.css';
import { KindsTab } from './KindsTab.tsx';
import { TriggersTab } from './TriggersTab.tsx';

/** configuration/events: every kind of event that the log knows, and the client's own triggers. */
export default function EventsScreen() {
  const { t } = useTranslation('triggers');
  const [search, setSearch] = useSearchParams();
  const edits = useCan('strategy', 'editStrategies');
  const [declaring, setDeclaring] = useState(false);
  const tab = search.get('tab') === 'triggers' ? 'triggers' : 'kinds';
  const declares = edits && tab === 'triggers';
  useHotkeys({ n: () => setDeclaring(true) }, { enabled: declares });
  const newButton = declares && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDeclaring(true)}>
      {t('triggers.new')}
    </Button>
  );
  return (
    <div className={classes.screen}>
      <PageHeader crumbs={[{ label: t('title') }]} actions={newButton} />
      <Tabs
        className={classes.tabs}
        value={tab}
        keepMounted={false}
        onChange={(next) => setSearch(next === 'triggers' ? { tab: next } : {}, { replace: true })}
      >
        <Tabs.List className={classes.tablist} aria-label={t('title')}>
          <Tabs.Tab value="kinds">{t('tab.kinds')}</Tabs.Tab>
          <Tabs.Tab value="triggers">{t('tab.triggers')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="kinds" className={classes.panel}>
          <KindsTab />
        </Tabs.Panel>
        <Tabs.Panel value="triggers" className={classes.panel}>
          <TriggersTab declaring={declaring} onDeclared={() => setDeclaring(false)} newButton={newButton} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
