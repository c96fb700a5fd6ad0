import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Step } from '../../../../engine/types.ts';
import { goneWith, type Keep, keptBranch, subtree } from '../../../canvas/model.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Steps } from './steps.ts';
import { useStepTexts } from './texts.ts';

/** No output's name: those are words. */
const NONE = '-';

/** Asks which branch of a step stays, naming how many steps go. */
export default function DeleteStepDialog(props: {
  steps: Steps;
  step: Step;
  claims: ReadonlyMap<string, number>;
  onDelete: (keep: Keep) => void;
  onClose: () => void;
}) {
  const { steps, step } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const format = useFormat();
  const [keep, setKeep] = useState<Keep>(() => keptBranch(step));
  const ids = goneWith(steps, step, keep);
  const claims = ids.reduce((sum, id) => sum + (props.claims.get(id) ?? 0), 0);
  // The branch that stays unless another is chosen comes first.
  const branches = Object.entries(step.outputs)
    .flatMap(([output, target]) => (target === null ? [] : [{ output, count: subtree(steps, target).length }]))
    .reverse();
  return (
    <ConfirmDialog
      opened
      danger
      onClose={props.onClose}
      title={t('deleteStep.title', { name: texts.name(step.stepType) })}
      confirm={t('deleteStep.confirm', { count: ids.length, number: format.number(ids.length) })}
      onConfirm={() => {
        props.onDelete(keep);
        return undefined;
      }}
      detail={
        <>
          <Radio.Group label={t('deleteStep.question')} value={keep ?? NONE} onChange={(value) => setKeep(value === NONE ? null : value)}>
            <Stack gap={8} mt={8} mb={14}>
              {branches.map(({ output, count }) => (
                <Radio
                  key={output}
                  value={output}
                  label={t('deleteStep.keep', { output: texts.output(output), count, number: format.number(count) })}
                />
              ))}
              <Radio value={NONE} label={t('deleteStep.keepNone')} />
            </Stack>
          </Radio.Group>
          {claims > 0 && <p>{t('deleteStep.claims', { count: claims, number: format.number(claims) })}</p>}
          <p>{t('deleteStep.undoable')}</p>
        </>
      }
    />
  );
}
