import { Kbd, Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import classes from './ButtonMenu.module.css';
import { keyLabel } from './hotkeys.ts';

/** One line of a menu. */
export interface MenuChoice {
  readonly key: string;
  readonly label: string;
  readonly onChoose: () => void;
  readonly icon?: ReactElement;
  readonly disabled?: boolean;
  /** Painted red: it takes something away. */
  readonly danger?: boolean;
  /** One of several that exclude each other, and whether it is the one. */
  readonly chosen?: boolean;
  /** On or off, with a tick when on; the menu stays open. */
  readonly checked?: boolean;
  /** Draws a line above. */
  readonly line?: boolean;
  /** Begins a group of that name. */
  readonly heading?: string;
  /** The shortcut that does the same, as Hotkeys writes it. */
  readonly shortcut?: string;
}

/** A menu as data. */
export interface ButtonMenuProps {
  readonly title?: string;
  readonly choices: readonly MenuChoice[];
  readonly position: 'bottom-start' | 'bottom-end';
}

/** The choices of a ButtonMenu; open when they appear. */
export default function ButtonMenuPanel(props: ButtonMenuProps & { target: ReactElement }) {
  const isGrouped = props.choices.some((choice) => choice.heading !== undefined);
  return (
    <Menu defaultOpened position={props.position}>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown mah={isGrouped ? 'min(640px, calc(100vh - 80px))' : 320} className={classes.choices}>
        {props.title !== undefined && <Menu.Label>{props.title}</Menu.Label>}
        {props.choices.map((choice) => [
          choice.line && <Menu.Divider key={`line ${choice.key}`} />,
          choice.heading !== undefined && <Menu.Label key={`heading ${choice.key}`}>{choice.heading}</Menu.Label>,
          item(choice),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}

function item(choice: MenuChoice) {
  const { key, label, onChoose, chosen, checked, shortcut } = choice;
  if (chosen !== undefined)
    return (
      <Menu.RadioItem key={key} value={key} checked={chosen} closeMenuOnClick onChange={onChoose}>
        {label}
      </Menu.RadioItem>
    );
  if (checked !== undefined)
    return (
      <Menu.CheckboxItem key={key} checked={checked} onChange={onChoose}>
        {label}
      </Menu.CheckboxItem>
    );
  return (
    <Menu.Item
      key={key}
      leftSection={choice.icon}
      rightSection={
        shortcut === undefined ? undefined : (
          <Kbd size="xs" my={-4} aria-hidden="true">
            {keyLabel(shortcut)}
          </Kbd>
        )
      }
      aria-keyshortcuts={shortcut}
      color={choice.danger ? 'red' : undefined}
      disabled={choice.disabled}
      onClick={onChoose}
    >
      {label}
    </Menu.Item>
  );
}
