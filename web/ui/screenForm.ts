import { type KeptForm, type KeptFormInput, useKeptForm } from './keptForm.ts';
import { type Saved, type Saving, useSaving } from './saving.ts';

export type ScreenForm<Values> = KeptForm<Values> & Saved;

/** A kept form that is a screen: ⌘S and ⌘↵ save it as its button does. @param act sends the values. @param prefix the argument that the values are sent in. */
export function useScreenForm<Values extends Record<string, unknown>>(
  name: string,
  input: KeptFormInput<Values>,
  saving: Saving<Values>,
  act: (values: Values) => Promise<unknown>,
  prefix?: string,
): ScreenForm<Values> {
  return useSaving<Values, KeptForm<Values>>(useKeptForm(name, input), saving, act, prefix);
}
