import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { later } from './later.ts';
import { Opens } from './Opens.tsx';
import { useTranslation } from './texts.ts';

const ColumnsPanel = later(() => import('./ColumnsMenu.panel.tsx'));

/** Chooses which columns of a DataTable show. @param shown keys in order. @param onChange the new keys, in the columns' own order. */
export function ColumnsMenu(props: {
  columns: readonly { readonly key: string; readonly header: ReactNode }[];
  shown: readonly string[];
  onChange: (shown: string[]) => void;
}) {
  const { t } = useTranslation('ui');
  const turn = (turned: string) => {
    const keys = props.columns.map((column) => column.key);
    props.onChange(keys.filter((key) => (key === turned ? !props.shown.includes(key) : props.shown.includes(key))));
  };
  const button = (
    <Button variant="subtle" leftSection={<IconColumns3 size={16} />}>
      {t('columns')}
    </Button>
  );
  return (
    <Opens button={button} menu={(target) => <ColumnsPanel target={target} columns={props.columns} shown={props.shown} onTurn={turn} />} />
  );
}
