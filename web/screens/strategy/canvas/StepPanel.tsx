import { IconAlertTriangle } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { Problem } from '../../../../engine/blueprint.ts';
import { stepDefinition } from '../../../../engine/steps.ts';
import type { Step } from '../../../../engine/types.ts';
import { PanelFrame } from '../../../canvas/PanelFrame.tsx';
import type { PanelWidth } from '../../../canvas/panelWidth.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { StepComments } from './StepComments.tsx';
import { StepFields } from './StepFields.tsx';
import classes from './StepPanel.module.css';
import { useStepTexts } from './texts.ts';
import type { Comments } from './useComments.ts';

/** Problems that a field shows beside itself or the canvas shows as an end, so that they are not said twice. */
const SHOWN_ELSEWHERE = ['step.invalidState', 'condition.badExpression', 'condition.notAllowed', 'blueprint.pathEnds'];

/** The editor of one step, made of what its definition says. @param onChange the fields that changed, and which one was touched. */
export default function StepPanel(props: {
  panel: RefObject<HTMLElement | null>;
  step: Step;
  width: PanelWidth;
  problems: readonly Problem[];
  readOnly: boolean;
  comments: Comments;
  /** Whether the step is saved already, so that it can be commented on. */
  isSaved: boolean;
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
          <StepFields key={step.id} definition={definition} step={step} readOnly={readOnly} onChange={props.onChange} />
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
      <StepComments key={`comments ${step.id}`} stepId={step.id} comments={props.comments} isSaved={props.isSaved} />
    </PanelFrame>
  );
}
