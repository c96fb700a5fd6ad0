import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { MenuChoice } from './ButtonMenu.panel.tsx';
import { ButtonMenu } from './ButtonMenu.tsx';
import type { Column } from './DataTable.tsx';

/** A button of three dots with what can be done. @param label says of what. @param isFramed beside other buttons in a header, as high as they are. */
export function DotsMenu({ label, choices, isFramed = false }: { label: string; choices: readonly MenuChoice[]; isFramed?: boolean }) {
  return (
    <ButtonMenu
      position="bottom-end"
      choices={choices}
      button={
        <ActionIcon variant={isFramed ? 'default' : 'subtle'} {...(isFramed && { size: 36 })} aria-label={label} title={label}>
          <IconDots size={16} />
        </ActionIcon>
      }
    />
  );
}

/** @returns the last column of a list: the menu of each row. @param choicesOf without any, the row has no menu. */
export function menuColumn<Row>(labelOf: (row: Row) => string, choicesOf: (row: Row) => readonly MenuChoice[]): Column<Row> {
  return {
    key: 'actions',
    header: '',
    width: 56,
    align: 'right',
    cell: (row) => {
      const choices = choicesOf(row);
      return choices.length > 0 && <DotsMenu label={labelOf(row)} choices={choices} />;
    },
  };
}
