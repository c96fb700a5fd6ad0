import { Menu } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

/** The list of columns with a tick before those that show; open when it appears. */
export default function ColumnsPanel(props: {
  target: ReactElement;
  columns: readonly { readonly key: string; readonly header: ReactNode }[];
  shown: readonly string[];
  onTurn: (key: string) => void;
}) {
  return (
    <Menu defaultOpened position="bottom-end">
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown>
        {props.columns.map((column) => {
          const on = props.shown.includes(column.key);
          return (
            <Menu.CheckboxItem
              key={column.key}
              checked={on}
              disabled={on && props.shown.length === 1}
              onChange={() => props.onTurn(column.key)}
            >
              {column.header}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
