import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment, type ReactNode, type RefObject } from 'react';
import type { Problem } from '../../../../engine/blueprint.ts';
import type { FieldLayout, StepDefinition } from '../../../../engine/step.ts';
import { stepDefinition } from '../../../../engine/steps.ts';
import type { Step } from '../../../../engine/types.ts';
import { PanelFrame } from '../../../canvas/PanelFrame.tsx';
import type { PanelWidth } from '../../../canvas/panelWidth.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { FieldControl } from './FieldControl.tsx';
import { fieldErrorsOf } from './fieldErrors.ts';
import classes from './StepPanel.module.css';
import { useStepTexts } from './texts.ts';

/** Problems that a field shows beside itself or the canvas shows as an end, so that they are not said twice. */
const SHOWN_ELSEWHERE = ['step.invalidState', 'condition.badExpression', 'condition.notAllowed', 'blueprint.pathEnds'];

/** The editor of one step, made of what its definition says. @param onChange the fields that changed, and which one was touched. */
export default function StepPanel(props: {
  panel: RefObject<HTMLElement | null>;
  step: Step;
  width: PanelWidth;
  problems: readonly Problem[];
  readOnly: boolean;
  onChange: (fields: Record<string, unknown>, field: string) => void;
  onMove: () => void;
  onDelete: () => void;
  onClose: () => void;
}) {
  const { step, readOnly } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const definition = stepDefinition(step.stepType);
  const problems = props.problems.filter(({ why: { key } }) => !SHOWN_ELSEWHERE.includes(key) && !key.startsWith('condition.expression'));
  return (
    <PanelFrame
      panel={props.panel}
      type={step.stepType}
      width={props.width}
      readOnly={readOnly}
      onMove={props.onMove}
      onDelete={props.onDelete}
      onClose={props.onClose}
    >
      {definition ? (
        <>
          <p className={classes.about}>{texts.about(step.stepType)}</p>
          <Fields key={step.id} definition={definition} step={step} readOnly={readOnly} onChange={props.onChange} />
        </>
      ) : (
        <p className={classes.about}>{t('panel.unknown', { stepType: step.stepType })}</p>
      )}
      {problems.map(({ severity, why }) => (
        <Panel key={why.key} tone={severity === 'error' ? 'bad' : 'warn'}>
          <span className={classes.problem} data-severity={severity}>
            <IconAlertTriangle size={16} />
            {texts.reason(why)}
          </span>
        </Panel>
      ))}
    </PanelFrame>
  );
}

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

function Fields(props: {
  definition: StepDefinition;
  step: Step;
  readOnly: boolean;
  onChange: (fields: Record<string, unknown>, field: string) => void;
}): ReactNode {
  const { definition, step, readOnly } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const errors = fieldErrorsOf(step, texts.say);
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
