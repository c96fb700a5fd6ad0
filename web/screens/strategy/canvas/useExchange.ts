/** Steps that leave the canvas and come to it: as text on the clipboard, or as a file. */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { uuidv7 } from '../../../../core/id.ts';
import { LONGEST_FILE, type Names, readFile, takeIn, type Unknown, writeFile } from '../../../../engine/exchange/file.ts';
import type { Step } from '../../../../engine/types.ts';
import { insertBranch, openEnd, type Slot, START, subtree } from '../../../canvas/model.ts';
import { pieceOf } from '../../../canvas/several.ts';
import type { CanvasWork } from '../../../canvas/useCanvas.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { type Directory, type List, useDirectory } from './directory.ts';
import { saveText } from './saveText.ts';
import type { WorkState } from './useWork.ts';

const namesIn = ({ options }: List) => new Map(options.map(({ value, label }) => [value, label]));
const namesOf = ({ strategies, trees, workflows, topics, users, content }: Directory): Names => ({
  strategy: namesIn(strategies),
  tree: namesIn(trees),
  workflow: namesIn(workflows),
  topic: namesIn(topics),
  user: namesIn(users),
  bundle: new Map(Object.values(content).flatMap((list) => [...namesIn(list)])),
});

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

export function useExchange(canvas: RefObject<CanvasWork<Step>>, work: WorkState) {
  const { t } = useTranslation('strategy');
  const directory = useDirectory();
  const { steps } = work;

  /** What is copied: the selected step with all that follows it; of several these and what lies between. Null if they don't hang together. */
  const copied = (): readonly Step[] | null => {
    const { several, selection } = canvas.current;
    if (several) return pieceOf(steps, selection);
    const [selected] = selection;
    return selected ? subtree(steps, selected).flatMap((id) => steps.find((step) => step.id === id) ?? []) : [];
  };
  /** Where it may come, the best first: the marked place alone, else below the selected step, else where a path is open. */
  const places = (): readonly Slot[] => {
    const { chosen, selected } = canvas.current.state;
    if (chosen) return [chosen];
    const from = steps.find(({ id }) => id === selected);
    const output = from && Object.keys(from.outputs).at(-1);
    const below = from && output ? { after: from.id, output } : null;
    const ends = [from, steps[0]].map((step) => step && openEnd(steps, step.id));
    return [...[below, ...ends].flatMap((slot) => slot ?? []), ...(steps.length === 0 ? [START] : [])];
  };

  function told(unknown: readonly Unknown[], standIns: readonly string[]) {
    if (unknown.length > 0) toastError(t('exchange.unknown', { names: unknown.map(({ name }) => name).join(', ') }));
    if (standIns.length > 0) toastError(t('exchange.standIns', { types: standIns.join(', ') }));
  }

  /** @returns whether the text held steps. */
  function insert(text: string): boolean {
    const read = readFile(text);
    if ('refusal' in read) {
      if (read.refusal !== 'otherFormat' && read.refusal !== 'noJson') toastError(t(`exchange.refusal.${read.refusal}`));
      return false;
    }
    const taken = takeIn(read.file, namesOf(directory), uuidv7);
    const next = places()
      .map((slot) => insertBranch(steps, slot, taken.steps))
      .find((made) => made !== null);
    if (!next) {
      toastError(t('exchange.noPlace'));
      return true;
    }
    if (work.edit(next)) {
      canvas.current.show(taken.steps[0]!.id, true);
      toastSuccess(t('exchange.inserted', { count: taken.steps.length }));
      told(taken.unknown, taken.standIns);
    }
    return true;
  }

  const copy = useEffectEvent((event: ClipboardEvent) => {
    // Marked words are copied as words.
    if (writes(event.target) || String(document.getSelection() ?? '') !== '') return;
    const branch = copied();
    if (!branch) {
      event.preventDefault();
      return void toastError(t('selection.notOnePiece'));
    }
    if (branch.length === 0) return;
    event.clipboardData?.setData(
      'text/plain',
      writeFile({ displayName: work.displayName, categories: [], steps: branch }, namesOf(directory)),
    );
    event.preventDefault();
    toastSuccess(t('exchange.copied', { count: branch.length }));
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (canvas.current.readOnly || writes(event.target)) return;
    if (insert(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  });
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => copy(event);
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, []);

  return {
    save: () => saveText(`${work.displayName || 'strategy'}.json`, writeFile({ ...work, steps }, namesOf(directory))),
    insertFile: async (file: File) => {
      // A file that is too long is not even read.
      if (file.size > LONGEST_FILE) return toastError(t('exchange.refusal.tooLong'));
      if (!insert(await file.text())) toastError(t('exchange.refusal.otherFormat'));
    },
  };
}
