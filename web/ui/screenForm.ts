import { useHotkeys } from './hotkeys.ts';
import { type KeptForm, type KeptFormInput, useKeptForm } from './keptForm.ts';
import { changedParts } from './rebase.ts';

export type ScreenForm<Values> = KeptForm<Values> & {
  /** It says something else than the server has. A LeaveGuard is told. */
  readonly changed: boolean;
  readonly canSave: boolean;
  readonly save: () => void;
};

/**
 * A kept form that is a screen: ⌘S and ⌘↵ save it as its button does, once something was changed.
 * @param act sends the values. @param saving.edits whether one may change it. @param saving.busy it is on its way. @param saving.isWhole whether enough is there to be
 * sent; so where left out. @param prefix the argument that the values are sent in.
 */
export function useScreenForm<Values extends Record<string, unknown>>(
  name: string,
  input: KeptFormInput<Values>,
  saving: { readonly edits: boolean; readonly busy: boolean; readonly isWhole?: (values: Values) => boolean },
  act: (values: Values) => Promise<unknown>,
  prefix?: string,
): ScreenForm<Values> {
  const form = useKeptForm(name, input);
  // Against what was saved last, not against what was read last: between the two, a second ⌘S would send an old revision.
  const changed = changedParts({ start: form.kept.theirs, draft: form.values }).length > 0;
  const canSave = saving.edits && changed && form.kept.met.length === 0 && (saving.isWhole?.(form.values) ?? true);
  const submit = form.send(act, prefix);
  const save = () => {
    if (canSave && !saving.busy) submit();
  };
  useHotkeys({ 'mod+s': save, 'mod+Enter': save });
  return { ...form, changed, canSave, save };
}
