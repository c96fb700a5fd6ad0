import { useRef } from 'react';
import { useHotkeys } from './hotkeys.ts';
import type { Fields, WithKept } from './kept.ts';
import { changedParts } from './rebase.ts';
import { useLatest } from './useLatest.ts';

export interface Saving<Values> {
  /** Whether one may change it. */
  readonly edits: boolean;
  /** Whether enough is there to be sent; so where left out. */
  readonly isWhole?: (values: Values) => boolean;
}

export interface Saved {
  /** It says something else than the server has. A LeaveGuard is told. */
  readonly changed: boolean;
  readonly canSave: boolean;
  readonly save: () => void;
}

/** Saves a kept form that is a screen, by ⌘S and ⌘↵ as by its button, once something was changed. @param act, @param prefix see WithKept.send. */
export function useSaving<Values extends object, Form extends Fields<Values> & WithKept<Values>>(
  form: Form,
  saving: Saving<Values>,
  act: (values: Values) => Promise<unknown>,
  prefix?: string,
): Form & Saved {
  // Against what was saved last, not against what was read last: between the two, a second ⌘S would send an old revision.
  const differs = (values: Values) => changedParts({ start: form.kept.theirs, draft: values }).length > 0;
  const changed = differs(form.values);
  const isReady = (values: Values) => saving.edits && form.kept.met.length === 0 && (saving.isWhole?.(values) ?? true);
  const canSave = changed && isReady(form.values);
  const submit = form.send(act, prefix);
  const waiting = useRef(false);
  const save = () => {
    const onItsWay = form.onItsWay();
    if (onItsWay) return void saveAfter(onItsWay);
    // What was typed a moment ago may not be drawn yet.
    const values = form.getValues();
    if (isReady(values) && differs(values)) submit();
  };
  const latest = useLatest(save);
  /** Saves once more what was typed since: not when something was refused, nor when one has gone on, as from a new one to its own address. */
  const saveAfter = async (onItsWay: Promise<boolean>) => {
    if (waiting.current) return;
    waiting.current = true;
    const { pathname } = window.location;
    const isTaken = await onItsWay;
    waiting.current = false;
    if (isTaken && window.location.pathname === pathname) latest.current();
  };
  useHotkeys({ 'mod+s': save, 'mod+Enter': save });
  return { ...form, changed, canSave, save };
}
