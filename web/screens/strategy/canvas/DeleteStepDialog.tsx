import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { TreeStep } from '../../../../engine/types.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { type Keep, type Steps, subtree } from './model.ts';
import { useStepTexts } from './texts.ts';

/** Which ids go with a step, by the branch that stays. */
function gone(steps: Steps, step: TreeStep, keep: Keep): readonly string[] {
  const successor = (keep === null ? step.down : step[keep]) ?? null;
  const stays = new Set(successor === null ? [] : subtree(steps, successor));
  return subtree(steps, step.id).filter((id) => !stays.has(id));
}

/** Asks which branch of a condition stays, naming how many steps go. */
export default function DeleteStepDialog(props: {
  steps: Steps;
  step: TreeStep;
  claims: ReadonlyMap<string, number>;
  onDelete: (keep: Keep) => void;
  onClose: () => void;
}) {
  const { steps, step } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const format = useFormat();
  const [keep, setKeep] = useState<Keep>('right');
  const ids = gone(steps, step, keep);
  const claims = ids.reduce((sum, id) => sum + (props.claims.get(id) ?? 0), 0);
  const count = (way: 'left' | 'right') => (step[way] ? subtree(steps, step[way]).length : 0);
  const many = (key: 'deleteStep.keepRight' | 'deleteStep.keepLeft', number: number) =>
    t(key, { count: number, number: format.number(number) });
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
          <Radio.Group
            label={t('deleteStep.question')}
            value={keep ?? 'none'}
            onChange={(value) => setKeep(value === 'left' || value === 'right' ? value : null)}
          >
            <Stack gap={8} mt={8} mb={14}>
              <Radio value="right" label={many('deleteStep.keepRight', count('right'))} />
              <Radio value="left" label={many('deleteStep.keepLeft', count('left'))} />
              <Radio value="none" label={t('deleteStep.keepNone')} />
            </Stack>
          </Radio.Group>
          {claims > 0 && <p>{t('deleteStep.claims', { count: claims, number: format.number(claims) })}</p>}
          <p>{t('deleteStep.undoable')}</p>
        </>
      }
    />
  );
}
