import { type Allocation, PartnerShares } from '../../../shell/partners/PartnerShares.tsx';
import { useDirectory } from './directory.ts';
import type { FieldProps } from './fieldProps.ts';
import classes from './StepPanel.module.css';
import { useStepTexts } from './texts.ts';

/** Partners with the percentage of claims that each gets. */
export function Allocations({ name, state, error, readOnly, onChange }: FieldProps) {
  const texts = useStepTexts();
  const { partners } = useDirectory();
  const rows = (Array.isArray(state[name]) ? state[name] : []) as readonly Allocation[];
  return (
    <fieldset className={classes.rows}>
      <legend>{texts.field(name)}</legend>
      <PartnerShares
        rows={rows}
        options={partners.options}
        error={error}
        readOnly={readOnly}
        onChange={(next) => onChange({ [name]: next })}
      />
    </fieldset>
  );
}
