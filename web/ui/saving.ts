import { useHotkeys } from './hotkeys.ts';
import type { Fields, WithKept } from './kept.ts';
import { changedParts } from './rebase.ts';

export interface Saving<Values> {
  /** Whether one may change it. */
  readonly edits: boolean;
  /** It is on its way. */
  readonly busy: boolean;
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
  const save = () => {
    // What was typed a moment ago may not be drawn yet.
    const values = form.getValues();
    if (!saving.busy && isReady(values) && differs(values)) submit();
  };
  useHotkeys({ 'mod+s': save, 'mod+Enter': save });
  return { ...form, changed, canSave, save };
}
