import classes from './ChipChoice.module.css';

/**
 * Chips that narrow a list, e.g. one for each category; nothing is shown while there are none.
 * @param label what they choose, for those who do not see them. @param onTurn a chip was turned on or off.
 * @param all a first chip that is on while no other is, and turns all off.
 */
export function ChipChoice(props: {
  label: string;
  names: readonly string[];
  chosen: readonly string[];
  onTurn: (name: string) => void;
  all?: { label: string; onChoose: () => void };
}) {
  if (props.names.length === 0) return null;
  return (
    <fieldset className={classes.chips} aria-label={props.label}>
      {props.all && (
        <button type="button" aria-pressed={props.chosen.length === 0} onClick={props.all.onChoose}>
          {props.all.label}
        </button>
      )}
      {props.names.map((name) => (
        <button key={name} type="button" aria-pressed={props.chosen.includes(name)} onClick={() => props.onTurn(name)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
