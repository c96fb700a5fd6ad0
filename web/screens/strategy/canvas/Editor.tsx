import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { TreeStep } from '../../../../engine/graph/tree.ts';
import { query } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useTranslation } from '../../../ui/texts.ts';
import '../../../ui/escape.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { useCan } from '../../../ui/permission.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './Canvas.module.css';
import { Canvas } from './Canvas.tsx';
import { CanvasHints } from './CanvasHints.tsx';
import type { Draft } from './draft.ts';
import { EditorDialogs } from './EditorDialogs.tsx';
import { EditorHeader } from './EditorHeader.tsx';
import { Ghost } from './Ghost.tsx';
import { changeState, deleteStep, type Keep, keptBranch, moveStep, needsQuestion, type Slot, slotOf } from './model.ts';
import { useNameState } from './NameField.tsx';
import { Notice } from './Notice.tsx';
import { type Arrow, neighbour } from './neighbour.ts';
import { opened } from './opened.ts';
import { Palette } from './Palette.tsx';
import { usePanelWidth, useWidth } from './panelWidth.ts';
import { cardId } from './StepCard.tsx';
import { StrategyDocument } from './strategy.graphql.ts';
import { useCards } from './useCards.ts';
import { useCarry } from './useCarry.ts';
import { usePlacing } from './usePlacing.ts';
import { useSave } from './useSave.ts';
import { useStrategyFacts } from './useStrategyFacts.ts';
import { type Content, type Saved, useWork } from './useWork.ts';

export type { Saved };

const StepPanel = later(() => import('./StepPanel.tsx'));

/** The palette is this wide with its distance to the edge; the view keeps the selected step out from under it. */
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
  const navigate = useNavigate();
  const location = useLocation();
  const [, setSearch] = useSearchParams();
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
  const [paletteWanted, setPaletteWanted] = useState<boolean | null>(null);
  const mayLeave = useRef(false);
  const panel = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);

  const nameState = useNameState(clientId, saved?.id ?? null, work.displayName, saved?.displayName ?? null);
  const { metadata, facts, claims } = useStrategyFacts(clientId, saved?.id ?? null);

  const saver = useSave({
    clientId,
    saved,
    work,
    readOnly,
    nameState,
    redirect: props.redirect,
    mayLeave,
    onSaved: (now) => {
      setOffer(null);
      setSaved(now);
    },
    onNaming: () => setNaming(true),
    onWrongStep: (id) => {
      select(id, true);
      setPanelOpen(true);
    },
    onConflict: metadata.refetch,
  });
  const { drawing, cards, problems, errors } = useCards(steps, claims, saver.refused);
  const save = (expectedVersion?: number) => saver.save(drawing, errors, expectedVersion);
  const carry = useCarry(steps, drawing);
  const step = steps.find((one) => one.id === selected) ?? null;
  const open = panelOpen && step !== null;

  const width = useWidth(frame);
  const panelSize = usePanelWidth(open ? step : null, width);
  const panelSide = panelSize?.now ?? 0;
  // Where a wide panel leaves no room for palette and step, the palette waits behind its button.
  const showsPalette = !readOnly && (paletteWanted ?? width - panelSide - PALETTE_SIDE >= 250);

  const restored = useRef(false);
  useEffect(() => {
    const wanted = (location.state as { restore?: { steps: TreeStep[]; version: number } } | null)?.restore;
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

  const placing = usePlacing({
    work,
    carry,
    selected: step,
    chosen,
    frame,
    onPlaced: (id) => {
      select(id);
      setPanelOpen(true);
    },
  });
  function choose(slot: Slot) {
    const { carried } = carry;
    if (carried && 'id' in carried) {
      work.edit(moveStep(steps, carried.id, slot));
      carry.drop();
      return;
    }
    setChosen((old) => (old?.after === slot.after && old.output === slot.output ? null : slot));
    setPanelOpen(false);
    setSelected(null);
    setPaletteWanted(null);
    requestAnimationFrame(() => search.current?.focus());
  }
  function remove(id: string) {
    const gone = steps.find((one) => one.id === id);
    if (!gone || readOnly) return;
    if (needsQuestion(gone)) setDeleting(id);
    else removeNow(id, keptBranch(gone));
  }
  function removeNow(id: string, keep: Keep) {
    const above = slotOf(steps, id)?.after ?? null;
    const next = deleteStep(steps, id, keep);
    work.edit(next);
    setPanelOpen(false);
    select(above ?? next[0]?.id ?? null, true);
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
    const kept = { steps: old.steps as TreeStep[], version };
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
        saving={saver.saving}
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
          covered={showsPalette ? PALETTE_SIDE : 0}
          beside={panelSide}
          onOpen={pick}
          onGround={() => {
            carry.drop();
            setPanelOpen(false);
            select(null);
          }}
          onChoose={readOnly ? null : choose}
          onDropped={placing.dropped}
        >
          <CanvasHints
            steps={steps.length}
            loose={work.loose.length}
            moving={carry.carried && 'id' in carry.carried && !carry.carried.byPointer ? (cards.get(carry.carried.id)?.title ?? '') : null}
            carrying={carry.carried !== null}
            chosen={chosen !== null}
            readOnly={readOnly}
            open={open}
          />
        </Canvas>
        {!readOnly && (
          <Palette
            open={showsPalette}
            onOpen={(next) => {
              if (next && open) setPanelOpen(false);
              setPaletteWanted(next ? null : false);
            }}
            search={search}
            onInsert={placing.insert}
            onDrag={placing.drag}
            onDrop={placing.dropped}
            onCancel={placing.cancel}
          />
        )}
        {open && panelSize && (
          <Suspense>
            <StepPanel
              panel={panel}
              step={step}
              width={panelSize}
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
          </Suspense>
        )}
      </div>
      {placing.ghost && <Ghost stepType={placing.ghost.stepType} point={placing.ghost.point} />}
      <EditorDialogs
        clientId={clientId}
        saved={saved}
        work={work}
        facts={{ ...metadata, data: facts }}
        claims={claims}
        deleting={steps.find((one) => one.id === deleting) ?? null}
        onDelete={(id, keep) => removeNow(id, keep)}
        onKeep={() => setDeleting(null)}
        versions={versions}
        onView={view}
        onRestore={mayEdit ? (version) => void restore(version).catch(toastError) : null}
        onVersionsClosed={() => setVersions(false)}
        saver={saver}
        onOverwrite={(version) => save(version)}
        onTheirs={props.reload}
        mayLeave={mayLeave}
      />
    </>
  );
}
