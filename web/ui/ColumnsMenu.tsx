import { Button, Menu } from '@mantine/core';
import { IconCheck, IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Chooses which columns of a DataTable show. @param shown keys in order. @param onChange the new keys, in the columns' own order. */
export function ColumnsMenu(props: {
  columns: readonly { readonly key: string; readonly header: ReactNode }[];
  shown: readonly string[];
  onChange: (shown: string[]) => void;
}) {
  const { t } = useTranslation('ui');
  const turn = (key: string) =>
    props.onChange(
      props.columns.map((column) => column.key).filter((one) => (one === key ? !props.shown.includes(one) : props.shown.includes(one))),
    );
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconColumns3 size={16} />}>
          {t('columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {props.columns.map((column) => {
          const on = props.shown.includes(column.key);
          return (
            <Menu.Item
              key={column.key}
              role="menuitemcheckbox"
              aria-checked={on}
              disabled={on && props.shown.length === 1}
              leftSection={<IconCheck size={15} style={{ visibility: on ? 'visible' : 'hidden' }} />}
              onClick={() => turn(column.key)}
            >
              {column.header}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
