/** Saving from the canvas: what keeps it from being saved is shown at its step, somebody else's save is asked about, the rest is told. */
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Problem } from '../../../../engine/blueprint.ts';
import type { TreeStep } from '../../../../engine/graph/tree.ts';
import type { Drawing } from '../../../canvas/drawing.ts';
import { paths } from '../../../shell/paths.ts';
import { faultOf } from '../../../ui/fault.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastFault, toastSuccess } from '../../../ui/toasts.ts';
import type { NameState } from './NameField.tsx';
import { saveStrategy } from './save.ts';
import { opened } from './steps.ts';
import type { Refusal } from './useCards.ts';
import type { Saved, WorkState } from './useWork.ts';

interface Saving {
  readonly clientId: string;
  /** Null while the strategy is new. */
  readonly saved: Saved | null;
  readonly work: WorkState;
  readonly readOnly: boolean;
  readonly nameState: NameState;
  /** Where to go afterwards instead of staying. */
  readonly redirect: string | null;
  /** Set before going away on purpose. */
  readonly mayLeave: RefObject<boolean>;
  readonly onSaved: (saved: Saved) => void;
  readonly onNaming: () => void;
  /** Opens the first step that is wrong. */
  readonly onWrongStep: (stepId: string) => void;
  /** Somebody else saved meanwhile: what stands there now is read. */
  readonly onConflict: () => void;
}

export function useSave(props: Saving) {
  const { clientId, saved, work, mayLeave } = props;
  const { t } = useTranslation('strategy');
  const navigate = useNavigate();
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [conflict, setConflict] = useState(false);
  const failed = saved ? t('could_not_update_strategy') : t('could_not_create_strategy');

  /** @param expectedVersion the version that must still be the newest. */
  async function save(drawing: Drawing, errors: readonly Problem[], expectedVersion: number | null = saved?.version ?? null) {
    if (props.readOnly || saving) return;
    const { nameState } = props;
    if (nameState === 'required' || nameState === 'tooLong' || nameState === 'taken') {
      props.onNaming();
      return toastError(`${failed}: ${t(`name.${nameState}`)}`);
    }
    if (errors.length > 0) return refuse(errors);
    setSaving(true);
    try {
      const { displayName, categories, steps } = work;
      const { blueprint, problems } = await saveStrategy(
        { clientId, id: saved?.id ?? 'new', displayName, categories, steps, expectedVersion },
        drawing,
        () => toastError(t('thumbnailFailed')),
      );
      if (!blueprint) return refuse(problems.map(({ stepId, severity, key, values }) => problemOf(stepId, severity, key, values)));
      work.forget();
      mayLeave.current = true;
      toastSuccess(t(saved ? 'updatedPath' : 'createdPath', { name: blueprint.displayName }));
      if (props.redirect) return navigate(props.redirect);
      if (!saved) return navigate(paths.strategy(clientId, blueprint.id), { replace: true });
      mayLeave.current = false;
      setConflict(false);
      props.onSaved({ ...saved, ...blueprint, steps: opened(blueprint.steps as TreeStep[]) });
    } catch (error) {
      const fault = faultOf(error);
      const { code, field } = fault;
      if (code === 'CONFLICT' && field === 'displayName') props.onNaming();
      else if (code === 'CONFLICT') {
        props.onConflict();
        return setConflict(true);
      }
      toastFault(fault, failed);
    } finally {
      setSaving(false);
    }
  }
  function refuse(problems: readonly Problem[]) {
    const wrong = problems.filter(({ severity }) => severity === 'error');
    setRefused({ steps: work.steps, problems });
    toastError(`${failed}: ${t('notSavedProblems', { count: wrong.length, number: wrong.length })}`);
    if (wrong[0]) props.onWrongStep(wrong[0].stepId);
  }

  return { save, saving, refused, conflict, closeConflict: () => setConflict(false) };
}

function problemOf(stepId: string, severity: string, key: string, values: unknown): Problem {
  return {
    stepId,
    severity: severity === 'error' ? 'error' : 'warning',
    why: { key, ...(values ? { values: values as NonNullable<Problem['why']['values']> } : {}) },
  };
}
