/** Forms that lose nothing: what was typed and not sent survives a reload, an expired session, and others who save meanwhile. */
import type { FormErrors } from '@mantine/form';
import { type FormEvent, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { uuidv7 } from '../../core/id.ts';
import { askedAgain } from './askedAgain.ts';
import { drawn } from './drawn.ts';
import { faultCode, faultsOf, type ServerFault } from './fault.ts';
import { type Prefix, showFieldErrors } from './form.ts';
import { KeptScope, keptKey } from './keptScope.ts';
import { changedParts, type Edited, rebase } from './rebase.ts';
import { toastError, toastFault } from './toasts.ts';
import { useLatest } from './useLatest.ts';
import { leadTo } from './wrongFields.ts';

/** What session storage holds of a form: the fields that were changed, from what and to what. */
interface Stored<Values> {
  readonly start: Partial<Values>;
  readonly draft: Partial<Values>;
  /** Fields that somebody else saved meanwhile, and that nobody has chosen about. */
  readonly met?: readonly (keyof Values)[];
  /** See Kept.sendKey. */
  readonly sendKey?: string;
}

const pick = <Values extends object>(from: Values, parts: readonly (keyof Values)[]) =>
  Object.fromEntries(parts.map((part) => [part, from[part]])) as Partial<Values>;

/** @returns what is to be kept of a form; null when nothing was changed. @param omit fields that are never kept, such as passwords. */
export function toKeep<Values extends object>(
  { start, draft, met }: Edited<Values>,
  omit: readonly (keyof Values)[] = [],
): Stored<Values> | null {
  const own = changedParts({ start, draft }).filter((part) => !omit.includes(part));
  if (own.length === 0) return null;
  return { start: pick(start, own), draft: pick(draft, own), met };
}

/** @param kept what toKeep() gave, as text. @param saved what the form begins with now. @returns the form with what was typed on top; null without any. */
export function takeUp<Values extends object>(kept: string | null, saved: Values): Edited<Values> | null {
  if (kept === null) return null;
  try {
    const { start, draft, met = [] } = JSON.parse(kept) as Stored<Values>;
    // A field that the form does not have any more is left out.
    const known = (part: Partial<Values>) => Object.fromEntries(Object.entries(part).filter(([field]) => field in saved));
    const edited = rebase({ start: { ...saved, ...known(start) }, draft: { ...saved, ...known(draft) }, met }, saved);
    return changedParts(edited).length > 0 ? edited : null;
  } catch {
    return null;
  }
}

/** What the form says about itself; KeptNote shows it. */
export interface Kept<Values> {
  /** What was typed before the page was left stands in the form again. */
  readonly restored: boolean;
  /** An edit was refused because somebody else saved first. */
  readonly outdated: boolean;
  /** Fields that somebody else saved too while they were changed here: nothing is sent until one has chosen. */
  readonly met: readonly (keyof Values & string)[];
  /** What is wrong with which field. */
  readonly errors: FormErrors;
  /** What the server has by now. */
  readonly theirs: Values;
  /** The same until the form was sent, across a reload too: by it the server knows a form that is sent again because its answer was lost. */
  readonly sendKey: string;
  /** Gives up what was typed. */
  readonly startAfresh: () => void;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

/** What holds the values while they are edited. */
export interface Fields<Values> {
  readonly values: Values;
  readonly errors: FormErrors;
  readonly getValues: () => Values;
  readonly setValues: (values: Partial<Values>) => void;
  readonly setErrors: (errors: FormErrors) => void;
  readonly clearErrors: () => void;
  /** @returns a submit handler that hands on what is valid. */
  readonly onSubmit: (handle: (values: Values) => void, refuse: () => void) => (event?: FormEvent<HTMLFormElement>) => void;
}

export interface WithKept<Values> {
  readonly kept: Kept<Values>;
  /**
   * A submit handler: sends the valid values, forgets what was kept, puts a refusal beside its field and the rest into a toast.
   * @param prefix the argument the values are sent in: with "task", the server's "task.dueDate" belongs to field "dueDate".
   */
  readonly send: (act: (values: Values) => Promise<unknown>, prefix?: Prefix) => (event?: FormEvent<HTMLFormElement>) => void;
  /** @returns what is on its way: resolves with whether it was taken, once what is there now stands in the form; null when nothing is. */
  readonly onItsWay: () => Promise<boolean> | null;
}

export interface KeptInput<Values extends object> {
  /** What the form begins with. When it changes while the form is open, somebody else saved: own changes stay on top. */
  readonly initialValues: Values;
  /** Fields that are never kept, such as secrets: once they are saved, the form shows what the server gives of them. */
  readonly omit?: readonly (keyof Values)[];
  /** Each submit adds one more: once it is saved, the form is empty for the next. What was typed meanwhile stays. */
  readonly addsMore?: boolean;
  /** What is said when the server failed without a reason of its own. */
  readonly failed?: string;
  /** The refusal's key that says an edit was of an older state; where left out, one of the field "revision" does. */
  readonly outdatedBy?: string;
  /** An edit of an older state was refused: ask again for what is there now. Until that is there, nothing is said and nothing is sent. */
  readonly onConflict?: () => void;
}

/** What session storage has of a form, per user, client and name. Its fields begin with `held.draft`. */
export function useHeld<Values extends object>(name: string, saved: Values) {
  const key = keptKey(useContext(KeptScope), name);
  const [held, setHeld] = useState(() => {
    const stored = sessionStorage.getItem(key);
    const found = takeUp(stored, saved);
    const sendKey = (found && (JSON.parse(stored!) as Stored<Values>).sendKey) ?? uuidv7();
    const begin: Edited<Values> = found ?? { start: saved, draft: saved, met: [] };
    return { ...begin, restored: found !== null, outdated: false, read: JSON.stringify(saved), sendKey };
  });
  return { key, held, setHeld };
}

/** Keeps what is changed in the fields of a form. */
export function useKept<Values extends object>(
  { key, held, setHeld }: ReturnType<typeof useHeld<Values>>,
  input: KeptInput<Values>,
  form: Fields<Values>,
): WithKept<Values> {
  const { initialValues: saved, omit = [], addsMore = false, failed, outdatedBy, onConflict } = input;
  const isOutdated = ({ code, field, words }: ServerFault) =>
    code === 'CONFLICT' && (outdatedBy === undefined ? field === 'revision' : words?.key === outdatedBy);
  const read = JSON.stringify(saved);
  const { values } = form;
  const sent = useRef(false);
  const onItsWay = useRef<Promise<boolean>>(null);
  const latest = useLatest(held);

  // Before anybody can see theirs and send the old state with it.
  useLayoutEffect(() => {
    if (held.read === read) return;
    const next = rebase({ start: held.start, draft: values, met: held.met }, saved);
    form.setValues(next.draft);
    setHeld({ ...held, ...next, read });
  });
  useEffect(() => {
    if (sent.current) return;
    const keep = toKeep({ ...held, draft: values }, omit);
    if (keep) sessionStorage.setItem(key, JSON.stringify({ ...keep, sendKey: held.sendKey }));
    else sessionStorage.removeItem(key);
  });

  const become = (draft: Values, rest: Partial<typeof held>) => {
    form.setValues(draft);
    setHeld((old) => ({ ...old, ...rest, draft }));
  };
  const kept: Kept<Values> = {
    restored: held.restored,
    outdated: held.outdated,
    met: held.met as readonly (keyof Values & string)[],
    errors: form.errors,
    theirs: held.start,
    sendKey: held.sendKey,
    startAfresh: () => {
      form.clearErrors();
      become(held.start, { met: [], restored: false, outdated: false, sendKey: uuidv7() });
    },
    takeTheirs: () =>
      become({ ...values, ...Object.fromEntries(held.met.map((part) => [part, held.start[part]])) }, { met: [], outdated: false }),
    keepMine: () => setHeld((old) => ({ ...old, met: [], outdated: false })),
  };
  const dispatch = async (wanted: Values, act: (values: Values) => Promise<unknown>, prefix?: Prefix): Promise<boolean> => {
    try {
      sent.current = true;
      await act(wanted);
      sessionStorage.removeItem(key);
      const renewed = addsMore ? (Object.keys(wanted) as (keyof Values)[]) : omit;
      const start = { ...wanted, ...pick(latest.current.start, renewed) };
      if (renewed.length > 0) form.setValues(rebase({ start: wanted, draft: form.getValues(), met: [] }, start).draft);
      setHeld((old) => ({ ...old, start, met: [], restored: false, outdated: false, sendKey: uuidv7() }));
      return true;
    } catch (error) {
      if (faultsOf(error).some(isOutdated)) {
        // What is said is that theirs stands in the form; sent once more before it does, the old state would only be refused again.
        onConflict?.();
        await askedAgain();
        await drawn();
        setHeld((old) => ({ ...old, outdated: true }));
      }
      for (const fault of showFieldErrors(form, error, prefix))
        if (failed !== undefined && faultCode(fault) === 'INTERNAL') toastError(failed);
        else toastFault(fault);
      toFirstWrong();
      return false;
    } finally {
      sent.current = false;
    }
  };
  const followed = async (dispatched: Promise<boolean>): Promise<boolean> => {
    if (!(await dispatched)) return false;
    await askedAgain();
    await drawn();
    return true;
  };
  const send: WithKept<Values>['send'] = (act, prefix) =>
    form.onSubmit((wanted) => {
      // Keys send a form too, while its button waits for the answer.
      if (held.met.length > 0 || sent.current) return;
      const mine = followed(dispatch(wanted, act, prefix)).finally(() => {
        if (onItsWay.current === mine) onItsWay.current = null;
      });
      onItsWay.current = mine;
    }, toFirstWrong);
  return { kept, send, onItsWay: () => onItsWay.current };
}
/** Leads to the first field that something is wrong with, once the page shows it. */
function toFirstWrong(): void {
  setTimeout(() => leadTo(document.querySelector<HTMLElement>('[aria-invalid="true"]')));
}
