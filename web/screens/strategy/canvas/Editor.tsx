import { Suspense, useMemo, useRef, useState } from 'react';
import { useCanvas } from '../../../canvas/useCanvas.ts';
import { useCanvasKeys } from '../../../canvas/useCanvasKeys.ts';
import { later } from '../../../ui/later.ts';
import { useCan } from '../../../ui/permission.tsx';
import { toastError } from '../../../ui/toasts.ts';
import { useLatest, useSteady } from '../../../ui/useLatest.ts';
import type { Draft } from './draft.ts';
import { EditorCanvas } from './EditorCanvas.tsx';
import { EditorDialogs } from './EditorDialogs.tsx';
import { EditorHeader } from './EditorHeader.tsx';
import { useNameState } from './NameField.tsx';
import { Notice } from './Notice.tsx';
import { freshStep, opened } from './steps.ts';
import { useCards } from './useCards.ts';
import { useComments } from './useComments.ts';
import { useSave } from './useSave.ts';
import { useStrategyFacts } from './useStrategyFacts.ts';
import { useVersions } from './useVersions.ts';
import { type Content, type Saved, useWork } from './useWork.ts';

const ExchangeMenu = later(() => import('./ExchangeMenu.tsx'));

export type { Saved };

/** The canvas with everything around it. @param saved null while the strategy is new. @param step open at first. @param reload opens what the server has now. */
export function Editor(props: {
  clientId: string;
  saved: Saved | null;
  first: Content;
  draft: Draft | null;
  redirect: string | null;
  step: string | null;
  reload: () => void;
}) {
  const { clientId } = props;
  const mayEdit = useCan('strategy', 'editStrategies');
  const [saved, setSaved] = useState(props.saved);
  const [naming, setNaming] = useState(false);
  const [offer, setOffer] = useState(props.draft);
  const mayLeave = useRef(false);
  const isOld = saved !== null && saved.version < saved.currentVersion;
  const readOnly = !mayEdit || isOld;
  const work = useWork(clientId, saved, props.first, readOnly);
  const { steps } = work;

  const nameState = useNameState(clientId, saved?.id ?? null, work.displayName, saved?.displayName ?? null);
  const { metadata, facts, claims } = useStrategyFacts(clientId, saved?.id ?? null);
  const comments = useComments(clientId, saved?.id ?? null, mayEdit);
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
    onWrongStep: (id) => canvas.show(id, true),
    onConflict: metadata.refetch,
  });
  const { drawing, cards, problems, errors } = useCards(steps, claims, comments.open, saver.refused);
  const save = (expectedVersion?: number) => saver.save(drawing, errors, expectedVersion);
  const canvas = useCanvas({
    nodes: steps,
    typeOf: ({ stepType }) => stepType,
    drawing,
    edit: work.edit,
    make: freshStep,
    readOnly,
    opened: props.step,
  });
  useCanvasKeys(canvas, { undo: work.undo, redo: work.redo, save: () => void save() });
  const versions = useVersions({ clientId, saved, work, readOnly, onRestored: () => canvas.select(null) });

  // A key that goes from step to step draws nothing of the header again.
  const ofHeader = useSteady({
    onNextProblem: () => {
      const now = errors.findIndex(({ stepId }) => stepId === canvas.state.selected);
      const next = errors[(now + 1) % errors.length];
      if (next) canvas.show(next.stepId, true);
    },
    onVersions: () => versions.show(),
    onCurrent: () => versions.showCurrent(),
    onSave: () => void save(),
  });
  const latestCanvas = useLatest(canvas);
  const exchange = useMemo(
    () => (
      <Suspense>
        <ExchangeMenu canvas={latestCanvas} work={work} readOnly={readOnly} />
      </Suspense>
    ),
    [latestCanvas, work, readOnly],
  );

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
        exchange={exchange}
        naming={naming}
        saving={saver.saving}
        back={props.redirect}
        onNaming={setNaming}
        {...ofHeader}
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
      <EditorCanvas canvas={canvas} work={work} cards={cards} problems={problems} comments={comments} saved={saved} />
      <EditorDialogs
        clientId={clientId}
        saved={saved}
        work={work}
        facts={{ ...metadata, data: facts }}
        claims={claims}
        deleting={steps.filter(({ id }) => canvas.state.deleting.includes(id))}
        onDelete={canvas.removeNow}
        onDeleteSeveral={canvas.removeSeveral}
        onKeep={() => canvas.act({ do: 'askDelete', ids: [] })}
        versions={versions.open}
        comments={comments}
        onView={versions.view}
        onRestore={mayEdit ? (version) => void versions.restore(version).catch(toastError) : null}
        onVersionsClosed={versions.close}
        saver={saver}
        onOverwrite={(version) => save(version)}
        onTheirs={props.reload}
        mayLeave={mayLeave}
      />
    </>
  );
}
