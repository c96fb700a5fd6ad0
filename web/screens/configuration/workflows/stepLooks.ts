import {
  type Icon,
  IconCalculator,
  IconClipboardText,
  IconFileUpload,
  IconForms,
  IconHourglass,
  IconMail,
  IconPlayerPause,
  IconRubberStamp,
} from '@tabler/icons-react';
import type { WorkflowStepType } from '../../../../engine/workflows/blueprint.ts';

/** The picture of each type of step. */
export const STEP_ICONS: Readonly<Record<WorkflowStepType, Icon>> = {
  manualTask: IconClipboardText,
  uploadFile: IconFileUpload,
  fillMetadata: IconForms,
  financialAssessment: IconCalculator,
  approval: IconRubberStamp,
  sendMessage: IconMail,
  setStrategies: IconPlayerPause,
  waitDeadline: IconHourglass,
};
