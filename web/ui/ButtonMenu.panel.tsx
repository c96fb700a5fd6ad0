import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import classes from './ButtonMenu.module.css';

/** One line of a menu. */
export interface MenuChoice {
  readonly key: string;
  readonly label: string;
  readonly onChoose: () => void;
  readonly disabled?: boolean;
  /** One of several that exclude each other, and whether it is the one. */
  readonly chosen?: boolean;
  /** On or off, with a tick when on. */
  readonly checked?: boolean;
  /** Draws a line above. */
  readonly line?: boolean;
}

/** A menu as data. */
export interface ButtonMenuProps {
  readonly title?: string;
  readonly choices: readonly MenuChoice[];
  readonly position: 'bottom-start' | 'bottom-end';
  /** Stays open after a choice, for what is turned on and off. */
  readonly stays?: boolean;
}

/** The choices of a ButtonMenu; open when they appear. */
export default function ButtonMenuPanel(props: ButtonMenuProps & { target: ReactElement }) {
  return (
    <Menu defaultOpened position={props.position} closeOnItemClick={!props.stays}>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown mah={320} className={classes.choices}>
        {props.title !== undefined && <Menu.Label>{props.title}</Menu.Label>}
        {props.choices.map((choice) => [choice.line && <Menu.Divider key={`line ${choice.key}`} />, item(choice)])}
      </Menu.Dropdown>
    </Menu>
  );
}

function item(choice: MenuChoice) {
  const { chosen, checked } = choice;
  const kind =
    chosen !== undefined
      ? { role: 'menuitemradio', 'aria-checked': chosen }
      : checked !== undefined
        ? { role: 'menuitemcheckbox', 'aria-checked': checked, leftSection: <span className={classes.tick}>{checked ? '✓' : ''}</span> }
        : {};
  return (
    <Menu.Item key={choice.key} disabled={choice.disabled} onClick={choice.onChoose} {...kind}>
      {choice.label}
    </Menu.Item>
  );
}
