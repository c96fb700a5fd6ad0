import { Button, TagsInput, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { MOST_NAME, MOST_OUTCOMES, MOST_PHASES } from '../../../../engine/workflows/blueprint.ts';
import { useMutation } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { faultsOf, type ServerFault } from '../../../ui/fault.ts';
import { errorAt } from '../../../ui/form.ts';
import { useFormat } from '../../../ui/format.ts';
import '../../../ui/escape.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './Builder.module.css';
import {
  checkedSteps,
  moved,
  type PhaseDraft,
  type Place,
  phaseMoved,
  phasesOf,
  problemsIn,
  removed,
  withPhase,
  withStep,
} from './draft.ts';
import { PhaseColumn } from './PhaseColumn.tsx';
import { StepPanel } from './StepPanel.tsx';
import { type EditedBlueprintFragment, SaveWorkflowDocument } from './workflows.graphql.ts';

/** A blueprint as the server has it; one that is new has neither id nor revision. */
export type Edited = Omit<EditedBlueprintFragment, 'workflowBlueprintId' | 'revision'> & {
  readonly workflowBlueprintId: string | null;
  readonly revision: number | null;
};

/** Phases as columns with their steps as cards; once one is chosen, a panel beside them has what it says. */
export function Builder({ saved, onReload }: { saved: Edited; onReload: () => void }) {
  const { t } = useTranslation('workflows');
  const format = useFormat();
  const navigate = useNavigate();
  const { clientId } = useWorkspace();
  const edits = useCan('workflows', 'editWorkflows');
  const isNew = saved.workflowBlueprintId === null;
  const [send, busy] = useMutation('workflows', SaveWorkflowDocument);
  const [chosen, setChosen] = useState<Place | null>(null);
  const [refused, setRefused] = useState<readonly ServerFault[]>([]);
  const mayLeave = useRef(false);
  const form = useScreenForm(
    `workflow ${saved.workflowBlueprintId ?? 'new'}`,
    {
      initialValues: { name: saved.name, outcomes: saved.outcomes, phases: phasesOf(saved.phases) as PhaseDraft[] },
      onConflict: onReload,
      failed: t(isNew ? 'createFailed' : 'updateFailed'),
    },
    { edits, isWhole: ({ name, outcomes, phases }) => name.trim() !== '' && outcomes.length > 0 && problemsIn(phases).length === 0 },
    async ({ name, outcomes, phases }) => {
      setRefused([]);
      try {
        const { workflowBlueprintId: id, revision } = saved;
        const sent = { clientId, id: id ?? 'new', name, outcomes, phases: JSON.stringify(checkedSteps(phases)), revision };
        const { saveWorkflowBlueprint: now } = await send(sent);
        toastSuccess(t(isNew ? 'created' : 'updated', { name: now.name }));
        mayLeave.current = isNew;
        if (isNew) void navigate(paths.workflow(clientId, now.workflowBlueprintId), { replace: true });
        else onReload();
      } catch (error) {
        // Places are inside of one field: cards and panel show what is theirs.
        setRefused(faultsOf(error));
        throw error;
      }
    },
  );
  const { values, changed, canSave, save } = form;
  const { phases } = values;
  const problems = problemsIn(phases);
  const become = (next: PhaseDraft[], at: Place | null = chosen) => {
    setRefused([]);
    form.setValues({ phases: next });
    setChosen(at && next[at.phase]?.steps[at.step] ? at : null);
  };
  const shownAt = chosen && phases[chosen.phase]?.steps[chosen.step] ? chosen : null;
  const shownId = shownAt && phases[shownAt.phase]!.steps[shownAt.step]!.stepId;
  // The panel takes room from the board: the chosen card is moved out from under it.
  useEffect(() => {
    if (shownId) cardOf(shownId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownId]);
  const close = () => {
    setChosen(null);
    if (shownId) cardOf(shownId)?.focus({ preventScroll: true });
  };
  useHotkeys({ Escape: close }, { enabled: shownId !== null });
  const wrongAt = (field: string) => [...problems, ...refused].some((each) => each.field === field || each.field?.startsWith(`${field}.`));
  const firstWrong = placeOf(problems[0]?.field);
  const title = isNew ? t('new') : saved.name;
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title'), to: paths.workflows(clientId) }, { label: title }]}
        chip={
          <>
            {saved.version > 0 && <Tag>{t('version', { version: saved.version })}</Tag>}
            {changed && <Tag tone="warn">{t('unsaved')}</Tag>}
          </>
        }
        aside={saved.runningWorkflows > 0 && t('running', { count: saved.runningWorkflows, number: format.number(saved.runningWorkflows) })}
        actions={
          edits && (
            <>
              {problems.length > 0 && (
                <Button variant="subtle" disabled={!firstWrong} onClick={() => firstWrong && setChosen(firstWrong)}>
                  {t('incomplete', { count: problems.length, number: format.number(problems.length) })}
                </Button>
              )}
              <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!canSave} onClick={save}>
                {t('save')}
              </Button>
            </>
          )
        }
      />
      <div className={classes.bar}>
        <TextInput
          label={t('name')}
          withAsterisk
          maxLength={MOST_NAME}
          readOnly={!edits}
          {...form.getInputProps('name')}
          value={values.name}
        />
        <TagsInput
          label={t('outcomes')}
          description={t('outcomesDetail')}
          maxTags={MOST_OUTCOMES}
          acceptValueOnBlur
          readOnly={!edits}
          {...form.getInputProps('outcomes')}
        />
        <KeptNote kept={form.kept} label={(part) => t(part === 'name' ? 'name' : part === 'outcomes' ? 'outcomes' : 'phases')} />
        {errorAt(form.errors, 'phases') && (
          <div role="alert" className={classes.refused}>
            {errorAt(form.errors, 'phases')}
          </div>
        )}
      </div>
      <div className={classes.body}>
        <ol className={classes.phases} aria-label={t('phases')}>
          {phases.map((_, at) => (
            <PhaseColumn
              // biome-ignore lint/suspicious/noArrayIndexKey: a phase is what stands at its place.
              key={at}
              phases={phases}
              at={at}
              chosen={shownAt}
              edits={edits}
              isWrong={(step) => wrongAt(step === null ? `phases.${at}.name` : `phases.${at}.steps.${step}`)}
              onChoose={setChosen}
              onChange={become}
              onRename={(name) => become(withPhase(phases, at, { name }))}
              onMove={(from, to) => become(moved(phases, from, to), to)}
              onMovePhase={(by) => become(phaseMoved(phases, at, by), null)}
              onRemove={() =>
                become(
                  phases.filter((_, other) => other !== at),
                  null,
                )
              }
            />
          ))}
          {edits && phases.length < MOST_PHASES && (
            <li className={classes.addPhase}>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} />}
                onClick={() => become([...phases, { name: t('nthPhase', { number: phases.length + 1 }), steps: [] }], null)}
              >
                {t('addPhase')}
              </Button>
            </li>
          )}
        </ol>
        {shownAt && shownId ? (
          <StepPanel
            key={shownId}
            phases={phases}
            place={shownAt}
            edits={edits}
            problems={[
              ...problems.map(({ field, words }) => ({ field, words })),
              ...refused.flatMap(({ field, words }) => (field && words ? [{ field, words }] : [])),
            ]}
            onChange={(change) => become(withStep(phases, shownAt, change))}
            onRemove={() => become(removed(phases, shownAt), null)}
            onBecome={become}
            onClose={close}
          />
        ) : (
          edits && <p className={classes.hint}>{t('choose')}</p>
        )}
      </div>
      <LeaveGuard dirty={changed} mayLeave={mayLeave} />
    </div>
  );
}

const cardOf = (stepId: string) => document.getElementById(`step-${stepId}`);

/** @returns the step that a field is of, e.g. "phases.0.steps.2.bundleName". */
function placeOf(field: string | undefined): Place | null {
  const [, phase, step] = /^phases\.(\d+)\.steps\.(\d+)/.exec(field ?? '') ?? [];
  return phase && step ? { phase: Number(phase), step: Number(step) } : null;
}
