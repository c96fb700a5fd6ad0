import { Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CollectorScreen.module.css';
import type { Choice } from './outcomeChoices.ts';

/** A button that says which key presses it. */
export function KeyButton(props: {
  shortcut: string | null;
  isChosen: boolean;
  disabled?: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const { isChosen, disabled = false } = props;
  return (
    <button
      type="button"
      className={classes.choice}
      data-chosen={isChosen || undefined}
      aria-pressed={isChosen}
      disabled={disabled}
      onClick={props.onChoose}
    >
      {props.shortcut !== null && <Kbd size="xs">{props.shortcut}</Kbd>}
      {props.children}
    </button>
  );
}

/** The details of what was chosen, by digits. */
export function Choices(props: { label: string; choices: readonly Choice[]; chosen: string; onChoose: (value: string) => void }) {
  return (
    <fieldset className={classes.detail} aria-label={props.label}>
      {props.choices.map((each, index) => (
        <KeyButton
          key={each.value}
          shortcut={index < 9 ? String(index + 1) : null}
          isChosen={each.value === props.chosen}
          onChoose={() => props.onChoose(each.value)}
        >
          <span>{each.label}</span>
          {each.aside && <span className={classes.date}>{each.aside}</span>}
        </KeyButton>
      ))}
    </fieldset>
  );
}
