import { useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { uuidv7 } from '../../../../core/id.ts';
import { type Problem, validateBlueprint } from '../../../../engine/blueprint.ts';
import { defaultState, stepDefinition } from '../../../../engine/steps.ts';
import { query, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { faultOf } from '../../../ui/fault.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { useCan } from '../../../ui/permission.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './Canvas.module.css';
import { Canvas, type Card, type Covered } from './Canvas.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DeleteStepDialog, keptBranch, needsQuestion } from './DeleteStepDialog.tsx';
import { useDirectory } from './directory.ts';
import type { Draft } from './draft.ts';
import { draw } from './drawing.ts';
import { EditorHeader } from './EditorHeader.tsx';
import { Ghost } from './Ghost.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { changeState, deleteStep, insertStep, moveStep, newStep, openEnd, type Slot, START, type Steps, slotOf, waysOf } from './model.ts';
import { useNameState } from './NameField.tsx';
import { Notice } from './Notice.tsx';
import { type Arrow, neighbour } from './neighbour.ts';
import { opened } from './opened.ts';
import { Palette } from './Palette.tsx';
import { cardId } from './StepCard.tsx';
import { panelWidth, StepPanel } from './StepPanel.tsx';
import { saveStrategy } from './save.ts';
import { StrategyDocument, StrategyMetadataDocument } from './strategy.graphql.ts';
import { useStepTexts } from './texts.ts';
import { type Point, takes, useCarry } from './useCarry.ts';
import { useOwnKeys } from './useOwnKeys.ts';
import { type Content, type Saved, useWork } from './useWork.ts';
import { VersionsDrawer } from './VersionsDrawer.tsx';

export type { Saved };

/** Palette and panel are this wide with their distance to the edge; the view keeps the selected step out from under them. */
const PALETTE_SIDE = 228;

/** The canvas with everything around it. @param saved null while the strategy is new. @param reload opens what the server has now. */
export function Editor(props: {
  clientId: string;
  saved: Saved | null;
  first: Content;
  draft: Draft | null;
  redirect: string | null;
  reload: () => void;
}) {
  const { clientId } = props;
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const directory = useDirectory();
  const navigate = useNavigate();
  const location = useLocation();
  const [, setSearch] = useSearchParams();
  const flow = useReactFlow();
  const mayEdit = useCan('strategy', 'editStrategies');

  const [saved, setSaved] = useState(props.saved);
  const isOld = saved !== null && saved.version < saved.currentVersion;
  const readOnly = !mayEdit || isOld;
  const work = useWork(clientId, saved, props.first, readOnly);
  const { steps } = work;

  const [selected, setSelected] = useState<string | null>(null);
  const [panelOpen, setPanelOpen] = useState(false);
  const [chosen, setChosen] = useState<Slot | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [versions, setVersions] = useState(false);
  const [naming, setNaming] = useState(false);
  const [offer, setOffer] = useState(props.draft);
  const [refused, setRefused] = useState<{ steps: Steps; problems: readonly Problem[] } | null>(null);
  const [conflict, setConflict] = useState(false);
  const [saving, setSaving] = useState(false);
  const [ghost, setGhost] = useState<{ stepType: string; point: Point } | null>(null);
  const [paletteWanted, setPaletteWanted] = useState<boolean | null>(null);
  const mayLeave = useRef(false);
  const panel = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useOwnKeys(panel, panelOpen ? selected : null);

  const nameState = useNameState(clientId, saved?.id ?? null, work.displayName, saved?.displayName ?? null);
  const metadata = useQuery('strategy', StrategyMetadataDocument, saved ? { clientId, blueprintId: saved.id } : null, {
    pollInterval: 60_000,
  });
  const facts = metadata.data?.getStrategyBlueprintMetadata;
  const claims = useMemo(() => new Map((facts?.claimsByStep ?? []).map((one) => [one.stepId, one.claims])), [facts]);

  const words = useMemo(() => new Map(steps.map((step) => [step.id, texts.card(step, directory)])), [steps, texts, directory]);
  const drawing = useMemo(() => draw(steps, (step) => words.get(step.id)?.detail ?? ''), [steps, words]);
  const problems = useMemo(() => [...validateBlueprint(steps), ...(refused?.steps === steps ? refused.problems : [])], [steps, refused]);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const cards = useMemo(() => {
    const all = new Map<string, Card>();
    for (const step of steps) {
      // A path that simply ends needs no mark: its end stands on the canvas.
      const problem = problems.find((one) => one.stepId === step.id && one.why.key !== 'blueprint.pathEnds') ?? null;
      all.set(step.id, {
        ...words.get(step.id)!,
        problem: problem && { severity: problem.severity, words: texts.reason(problem.why) },
        claims: claims.get(step.id) ?? 0,
      });
    }
    return all;
  }, [steps, words, problems, claims, texts]);
  const carry = useCarry(steps, drawing);
  const step = steps.find((one) => one.id === selected) ?? null;
  const open = panelOpen && step !== null;

  // A wide panel and the palette do not fit beside a step: the palette then waits behind its button.
  const width = frame.current?.clientWidth ?? 1216;
  const panelSide = open ? Math.min(panelWidth(step), width - 256) : 0;
  const showsPalette = !readOnly && (paletteWanted ?? width - panelSide - PALETTE_SIDE >= 250);
  const covered = useMemo<Covered>(() => ({ left: showsPalette ? PALETTE_SIDE : 0, right: panelSide }), [showsPalette, panelSide]);

  const restored = useRef(false);
  useEffect(() => {
    const wanted = (location.state as { restore?: { steps: Steps; version: number } } | null)?.restore;
    if (!wanted || restored.current || readOnly) return;
    restored.current = true;
    work.edit(opened(wanted.steps));
    toastSuccess(t('versions.restored', { version: wanted.version }));
  }, [location.state, readOnly, work.edit, t]);

  const select = useCallback((id: string | null, focus = false) => {
    setSelected(id);
    setChosen(null);
    if (id && focus) requestAnimationFrame(() => document.getElementById(cardId(id))?.focus({ preventScroll: true }));
  }, []);

  function place(slot: Slot, stepType: string): boolean {
    const definition = stepDefinition(stepType);
    if (!definition) return false;
    const made = newStep(uuidv7(), stepType, definition.outputs, defaultState(definition));
    const next = insertStep(steps, slot, made);
    if (!next) {
      toastError(t('canvas.endsPath'));
      return false;
    }
    work.edit(next);
    select(made.id);
    setPanelOpen(true);
    return true;
  }
  /** Where a step goes that is not dragged: the chosen place, after the selected step, else where the path is open. */
  function insert(stepType: string) {
    const carried = { stepType };
    const ways = step ? waysOf(stepDefinition(step.stepType)?.outputs ?? 'end') : [];
    const after: Slot[] = step ? ways.toReversed().map((way) => ({ after: step.id, way })) : [];
    const below = openEnd(steps, step?.id ?? steps[0]?.id ?? '');
    const slots = chosen ? [chosen] : [...after, ...(below ? [below] : []), ...(steps.length === 0 ? [START] : [])];
    place(slots.find((slot) => takes(steps, slot, carried)) ?? slots[0] ?? START, stepType);
  }
  function choose(slot: Slot) {
    const { carried } = carry;
    if (carried && 'id' in carried) {
      work.edit(moveStep(steps, carried.id, slot));
      carry.drop();
      return;
    }
    setChosen((old) => (old?.after === slot.after && old.way === slot.way ? null : slot));
    setPanelOpen(false);
    setSelected(null);
    setPaletteWanted(null);
    requestAnimationFrame(() => search.current?.focus());
  }
  function dropped() {
    const result = carry.drop();
    setGhost(null);
    if (!result) return;
    if ('id' in result.carried) work.edit(moveStep(steps, result.carried.id, result.slot));
    else place(result.slot, result.carried.stepType);
  }
  function drag(stepType: string, point: Point) {
    if (!carry.carried) carry.begin({ stepType });
    setGhost({ stepType, point });
    const under = document.elementFromPoint(point.x, point.y);
    const onCanvas = under !== null && frame.current?.contains(under) && !under.closest('aside');
    carry.over(onCanvas ? flow.screenToFlowPosition(point) : null);
  }
  function remove(id: string) {
    const gone = steps.find((one) => one.id === id);
    if (!gone || readOnly) return;
    if (needsQuestion(gone)) setDeleting(id);
    else removeNow(id, keptBranch(gone));
  }
  function removeNow(id: string, keep: 'left' | 'right' | null) {
    const above = slotOf(steps, id)?.after ?? null;
    const next = deleteStep(steps, id, keep);
    work.edit(next);
    setPanelOpen(false);
    select(above ?? next[0]?.id ?? null, true);
  }

  async function save(expectedVersion: number | null = saved?.version ?? null) {
    if (readOnly || saving) return;
    const failed = saved ? t('could_not_update_strategy') : t('could_not_create_strategy');
    if (nameState === 'required' || nameState === 'tooLong' || nameState === 'taken') {
      setNaming(true);
      return toastError(`${failed}: ${t(`name.${nameState}`)}`);
    }
    if (errors.length > 0) return refuse(errors, failed);
    setSaving(true);
    try {
      const { displayName, categories } = work;
      const result = await saveStrategy(
        { clientId, id: saved?.id ?? 'new', displayName, categories, steps, expectedVersion },
        drawing,
        () => toastError(t('thumbnailFailed')),
      );
      const { blueprint } = result;
      if (!blueprint)
        return refuse(
          result.problems.map(({ stepId, severity, key, values }) => problemOf(stepId, severity, key, values)),
          failed,
        );
      work.forget();
      mayLeave.current = true;
      toastSuccess(t(saved ? 'updatedPath' : 'createdPath', { name: blueprint.displayName }));
      if (props.redirect) return navigate(props.redirect);
      if (!saved) return navigate(paths.strategy(clientId, blueprint.id), { replace: true });
      mayLeave.current = false;
      setOffer(null);
      setConflict(false);
      setSaved({ ...saved, ...blueprint, steps: opened(blueprint.steps as Steps) });
    } catch (error) {
      const { code, field } = faultOf(error);
      if (code === 'CONFLICT' && field === 'displayName') setNaming(true);
      else if (code === 'CONFLICT') {
        metadata.refetch();
        return setConflict(true);
      }
      toastError(`${failed}: ${faultOf(error).message}`);
    } finally {
      setSaving(false);
    }
  }
  function refuse(found: readonly Problem[], failed: string) {
    const wrong = found.filter(({ severity }) => severity === 'error');
    setRefused({ steps, problems: found });
    toastError(`${failed}: ${t('notSavedProblems', { count: wrong.length, number: wrong.length })}`);
    if (wrong[0]) {
      select(wrong[0].stepId, true);
      setPanelOpen(true);
    }
  }
  function nextProblem() {
    const now = errors.findIndex(({ stepId }) => stepId === selected);
    const next = errors[(now + 1) % errors.length];
    if (!next) return;
    select(next.stepId, true);
    setPanelOpen(true);
  }
  async function restore(version: number) {
    if (!saved) return;
    setVersions(false);
    const { getStrategyBlueprint: old } = await query('strategy', StrategyDocument, { clientId, id: saved.id, version });
    const kept = { steps: old.steps as Steps, version };
    if (isOld) return navigate(paths.strategy(clientId, saved.id), { state: { restore: kept } });
    work.edit(opened(kept.steps));
    select(null);
    toastSuccess(t('versions.restored', { version }));
  }
  function view(version: number) {
    setVersions(false);
    setSearch(version === saved?.currentVersion ? {} : { version: String(version) });
  }
  function pick(id: string) {
    carry.drop();
    select(id);
    setPanelOpen(true);
  }
  const go = (arrow: Arrow) => {
    const next = neighbour(steps, drawing, selected, arrow);
    if (next) select(next, true);
  };
  function giveUp() {
    if (carry.carried) carry.drop();
    else if (open) {
      setPanelOpen(false);
      document.getElementById(cardId(step.id))?.focus({ preventScroll: true });
    } else if (chosen) setChosen(null);
    else select(null);
  }
  function enter(event: KeyboardEvent) {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const pressed = target?.closest<HTMLElement>('button, a');
    if (pressed && pressed.id !== (selected ? cardId(selected) : '')) return pressed.click();
    if (!selected) return;
    setPanelOpen(true);
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>('input, textarea, select')?.focus());
  }
  useHotkeys({
    ArrowUp: () => go('ArrowUp'),
    ArrowDown: () => go('ArrowDown'),
    ArrowLeft: () => go('ArrowLeft'),
    ArrowRight: () => go('ArrowRight'),
    Enter: enter,
    Escape: giveUp,
    Delete: () => selected && remove(selected),
    Backspace: () => selected && remove(selected),
    m: () => selected && !readOnly && carry.begin({ id: selected, byPointer: false }),
    '/': () => search.current?.focus(),
    'mod+z': work.undo,
    'mod+shift+z': work.redo,
    'mod+y': work.redo,
    'mod+s': () => void save(),
    'mod+Enter': () => void save(),
  });

  return (
    <>
      <EditorHeader
        clientId={clientId}
        saved={saved}
        work={work}
        isOld={isOld}
        readOnly={readOnly}
        running={facts ? facts.claimsByStep.reduce((sum, one) => sum + one.claims, 0) : null}
        errors={errors.length}
        nameState={nameState}
        naming={naming}
        saving={saving}
        back={props.redirect}
        onNaming={setNaming}
        onNextProblem={nextProblem}
        onVersions={() => setVersions(true)}
        onCurrent={() => setSearch({})}
        onSave={() => void save()}
      />
      {offer && !readOnly && (
        <Notice
          draft={offer}
          version={saved?.version ?? null}
          onTakeUp={() => {
            work.takeUp({ ...offer, steps: opened(offer.steps) });
            setOffer(null);
          }}
          onDiscard={() => {
            if (!work.dirty) work.forget();
            setOffer(null);
          }}
        />
      )}
      <div ref={frame} className={classes.frame}>
        <Canvas
          drawing={drawing}
          cards={cards}
          selected={selected}
          chosen={chosen}
          carry={carry}
          covered={covered}
          onOpen={pick}
          onGround={() => {
            carry.drop();
            setPanelOpen(false);
            select(null);
          }}
          onChoose={readOnly ? null : choose}
          onDropped={dropped}
        >
          {steps.length === 0 && !readOnly && (
            <div className={classes.empty}>
              <strong>{t('canvas.emptyTitle')}</strong>
              {t('canvas.emptyDetail')}
            </div>
          )}
          {carry.carried && 'id' in carry.carried && !carry.carried.byPointer && (
            <div className={classes.hint} role="status">
              {t('canvas.moving', { name: cards.get(carry.carried.id)?.title ?? '' })}
            </div>
          )}
          {chosen && (
            <div className={classes.hint} role="status">
              {t('canvas.chosen')}
            </div>
          )}
          {work.loose.length > 0 && !carry.carried && !chosen && (
            <div className={classes.hint} role="status">
              {t('canvas.looseHint')}
            </div>
          )}
          {!open && !readOnly && <p className={classes.keys}>{t('canvas.keys', { undo: keyLabel('mod+z'), save: keyLabel('mod+s') })}</p>}
        </Canvas>
        {!readOnly && (
          <Palette
            open={showsPalette}
            onOpen={(next) => {
              if (next && open) setPanelOpen(false);
              setPaletteWanted(next ? null : false);
            }}
            search={search}
            onInsert={insert}
            onDrag={drag}
            onDrop={dropped}
            onCancel={() => {
              carry.drop();
              setGhost(null);
            }}
          />
        )}
        {open && (
          <StepPanel
            panel={panel}
            step={step}
            problems={problems.filter(({ stepId }) => stepId === step.id)}
            readOnly={readOnly}
            onChange={(fields, field) => work.edit(changeState(steps, step.id, { ...step.stepState, ...fields }), `${step.id} ${field}`)}
            onMove={() => {
              setPanelOpen(false);
              carry.begin({ id: step.id, byPointer: false });
            }}
            onDelete={() => remove(step.id)}
            onClose={() => setPanelOpen(false)}
          />
        )}
      </div>
      {ghost && <Ghost stepType={ghost.stepType} point={ghost.point} />}
      {deleting && steps.some((one) => one.id === deleting) && (
        <DeleteStepDialog
          steps={steps}
          step={steps.find((one) => one.id === deleting)!}
          claims={claims}
          onDelete={(keep) => removeNow(deleting, keep)}
          onClose={() => setDeleting(null)}
        />
      )}
      <VersionsDrawer
        opened={versions}
        clientId={clientId}
        blueprintId={saved?.id ?? null}
        metadata={{ ...metadata, data: facts }}
        shown={saved?.version ?? null}
        onView={view}
        onRestore={mayEdit ? (version) => void restore(version).catch(toastError) : null}
        onClose={() => setVersions(false)}
      />
      <LeaveGuard dirty={work.dirty} mayLeave={mayLeave} changes={Math.max(1, work.changes)} onLeave={work.keep} />
      {conflict && saved && (
        <ConflictDialog
          base={saved.version}
          newest={facts && !metadata.loading ? facts : null}
          onOverwrite={(version) => save(version)}
          onTheirs={() => {
            work.keep();
            mayLeave.current = true;
            props.reload();
          }}
          onClose={() => setConflict(false)}
        />
      )}
    </>
  );
}

function problemOf(stepId: string, severity: string, key: string, values: unknown): Problem {
  return {
    stepId,
    severity: severity === 'error' ? 'error' : 'warning',
    why: { key, ...(values ? { values: values as NonNullable<Problem['why']['values']> } : {}) },
  };
}
