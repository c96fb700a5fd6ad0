import { Fragment, type ReactNode } from 'react';
import type { FieldLayout, StepDefinition } from '../../../../engine/step.ts';
import type { Step } from '../../../../engine/types.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { FieldControl } from './FieldControl.tsx';
import { fieldErrorsOf } from './fieldErrors.ts';
import classes from './StepPanel.module.css';
import { useStepTexts } from './texts.ts';

interface Entry {
  readonly name: string;
  readonly layout: FieldLayout;
}

/** Fields of one row stand beside each other; two times of a row are one time of day; how to match stands in the conditions. */
function rowsOf(definition: StepDefinition, state: Record<string, unknown>): Entry[][] {
  const layouts = Object.entries(definition.layout) as [string, FieldLayout][];
  const hasConditions = layouts.some(([, { control }]) => control === 'conditions');
  const rows: Entry[][] = [];
  for (const [name, layout] of layouts) {
    if (layout.when && !layout.when(state)) continue;
    if (hasConditions && name === 'matchType') continue;
    if (name === 'description' && !definition.showDescription) continue;
    const row = rows.find((one) => layout.row !== undefined && one[0]?.layout.row === layout.row);
    if (!row) rows.push([{ name, layout }]);
    else if (layout.control !== 'time') row.push({ name, layout });
  }
  return rows;
}

/** The fields of one step, made of what its definition says. @param onChange the fields that changed, and which one was touched. */
export function StepFields(props: {
  definition: StepDefinition;
  step: Step;
  readOnly: boolean;
  onChange: (fields: Record<string, unknown>, field: string) => void;
}): ReactNode {
  const { definition, step, readOnly } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const errors = fieldErrorsOf(step, texts.say, definition);
  const rows = rowsOf(definition, step.stepState);
  if (rows.length === 0) return <p className={classes.about}>{t('panel.nothingToSet')}</p>;
  return rows.map((row) => (
    <div key={row[0]!.name} className={classes.row}>
      {row.map(({ name, layout }) => (
        <Fragment key={name}>
          <FieldControl
            name={name}
            layout={layout}
            state={step.stepState}
            error={errors[name]}
            nullable={definition.fields.shape[name]?.safeParse(null).success ?? false}
            readOnly={readOnly}
            onChange={(fields) => props.onChange(fields, name)}
          />
        </Fragment>
      ))}
    </div>
  ));
}
