import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { deleteNodes, type Side } from '../../../canvas/several.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useTranslation } from '../../../ui/texts.ts';
import type { Steps } from './steps.ts';

const SIDES = { last: 'last', first: 'first', none: null } as const;
type Choice = keyof typeof SIDES;

/** Asks once which branches stay of several steps that go, naming how many steps go in all. */
export default function DeleteStepsDialog(props: {
  steps: Steps;
  ids: readonly string[];
  claims: ReadonlyMap<string, number>;
  onDelete: (side: Side) => void;
  onClose: () => void;
}) {
  const { steps, ids } = props;
  const { t } = useTranslation('strategy');
  const format = useFormat();
  const [choice, setChoice] = useState<Choice>('last');
  const left = new Set(deleteNodes(steps, ids, SIDES[choice]).map(({ id }) => id));
  const gone = steps.filter(({ id }) => !left.has(id));
  const claims = gone.reduce((sum, { id }) => sum + (props.claims.get(id) ?? 0), 0);
  return (
    <ConfirmDialog
      opened
      danger
      onClose={props.onClose}
      title={t('deleteSteps.title', { count: ids.length, number: format.number(ids.length) })}
      confirm={t('deleteStep.confirm', { count: gone.length, number: format.number(gone.length) })}
      onConfirm={() => {
        props.onDelete(SIDES[choice]);
        return undefined;
      }}
      detail={
        <>
          <Radio.Group label={t('deleteSteps.question')} value={choice} onChange={(value) => setChoice(value as Choice)}>
            <Stack gap={8} mt={8} mb={14}>
              {(Object.keys(SIDES) as Choice[]).map((side) => (
                <Radio key={side} value={side} label={t(`deleteSteps.${side}`)} />
              ))}
            </Stack>
          </Radio.Group>
          {claims > 0 && <p>{t('deleteStep.claims', { count: claims, number: format.number(claims) })}</p>}
          <p>{t('deleteStep.undoable')}</p>
        </>
      }
    />
  );
}
