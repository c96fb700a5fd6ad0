import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Named, UsageKind } from '../../../engine/usage.ts';
import { later } from '../../ui/later.ts';
import { useCan } from '../../ui/permission.tsx';
import { useTranslation } from '../../ui/texts.ts';

const UsageDrawer = later(() => import('./UsageDrawer.tsx'));

/**
 * “Where is it used?” in a menu.
 * @returns the menu's choices about a thing (none for who may not see strategies), a button for a dialog that it leaves, what opens the drawer
 * (null: with nothing chosen), and the drawer.
 */
export function useWhereUsed() {
  const { t } = useTranslation('ui');
  const sees = useCan('strategy', 'viewStrategies');
  const [wanted, setWanted] = useState<Named | null | undefined>();
  const choices = (kind: UsageKind, value: string) =>
    sees ? [{ key: 'usage', icon: <IconListSearch size={16} />, label: t('whereUsed'), onChoose: () => setWanted({ kind, value }) }] : [];
  const link = (kind: UsageKind, value: string, leave: () => void): ReactNode =>
    sees && (
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconListSearch size={15} />}
        onClick={() => {
          leave();
          setWanted({ kind, value });
        }}
      >
        {t('whereUsed')}
      </Button>
    );
  const drawer: ReactNode = wanted !== undefined && (
    <Suspense>
      <UsageDrawer wanted={wanted} onClose={() => setWanted(undefined)} />
    </Suspense>
  );
  return { choices, link, open: setWanted as (named: Named | null) => void, sees, label: t('whereUsed'), drawer };
}
