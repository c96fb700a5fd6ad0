import { type KeyboardEvent as FieldKeyboardEvent, useEffectEvent, useLayoutEffect } from 'react';

/** A shortcut: "mod+k" (⌘ on a Mac, Ctrl elsewhere), "mod+Enter", "shift+x", "j", "/", "Escape", "ArrowDown". */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Whether the device calls its command key ⌘. */
export const IS_MAC = typeof navigator !== 'undefined' && /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** @returns a shortcut as its keys are printed: "mod+k" is "⌘K" or "Ctrl K". */
export function keyLabel(shortcut: string): string {
  const named: Record<string, string> = { mod: IS_MAC ? '⌘' : 'Ctrl', Enter: '↵', Escape: 'Esc', shift: '⇧', ArrowUp: '↑', ArrowDown: '↓' };
  const parts = shortcut.split('+').map((part) => named[part] ?? part.toUpperCase());
  return parts.join(IS_MAC ? '' : ' ');
}

/** @returns the name of a key press as Hotkeys writes it. */
export function shortcutOf(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>): string {
  const letter = event.key.length === 1;
  const key = letter ? event.key.toLowerCase() : event.key;
  // A sign like "?" already needs Shift on most keyboards: only letters and named keys name it.
  const shift = event.shiftKey && (!letter || /[a-z]/.test(key));
  return [event.metaKey || event.ctrlKey ? 'mod' : '', event.altKey ? 'alt' : '', shift ? 'shift' : '', key].filter(Boolean).join('+');
}

/** Of a form's onKeyDown: ⌘S and ⌘↵ submit it from any of its fields, as they save a screen. */
export function submitByKey(event: FieldKeyboardEvent<HTMLFormElement>): void {
  if (!['mod+s', 'mod+Enter'].includes(shortcutOf(event))) return;
  // The form's, not the screen's that it is on.
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** What the browser does with these in a field is the field's: select all, copy, paste, cut, and on a Mac delete the next letter. */
const OF_FIELDS = ['mod+a', 'mod+c', 'mod+v', 'mod+x', 'mod+d'];

function writes(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !/^(checkbox|radio)$/.test((target as HTMLInputElement).type ?? '')
  );
}

/** Whether somebody chooses with the keyboard: in a group of radios or an open menu, arrows and letters belong to that. */
const chooses = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('[type="radio"], [role="radiogroup"], [role="menu"], [role="listbox"]') !== null;

/**
 * Decides whether a shortcut may act where the focus is. A list's never acts in a field, nor where somebody chooses; a screen's acts in a
 * field if it is Escape or a command that fields have no use for.
 */
function mayAct(shortcut: string, target: EventTarget | null, ofList: boolean): boolean {
  if (ofList) return !writes(target) && !chooses(target);
  return !writes(target) || shortcut === 'Escape' || (shortcut.startsWith('mod+') && !OF_FIELDS.includes(shortcut));
}

/**
 * Whether a dialog was open when the key was pressed: by the time a shortcut hears of Escape, the dialog has closed by it, and what lies
 * below must not act on it too. Heard before the dialog hears it, since it listens from the start.
 */
let wasInDialog = false;
if (typeof window !== 'undefined')
  window.addEventListener('keydown', () => (wasInDialog = document.querySelector('[role="dialog"]') !== null), { capture: true });

/**
 * Listens for shortcuts while mounted. Plain keys are ignored while somebody types, and all but Escape while a dialog is open
 * (unless `inDialog`: the dialog's own shortcuts). Screens that bind Escape around drop-downs import escape.ts. With `ofList` (rows and what acts on them) nothing acts while a field has the focus.
 */
export function useHotkeys(keys: Hotkeys, options: { enabled?: boolean; inDialog?: boolean; ofList?: boolean } = {}): void {
  const { enabled = true, inDialog = false, ofList = false } = options;
  const press = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    const act = keys[shortcut];
    if (!act || event.defaultPrevented || event.isComposing) return;
    if (!mayAct(shortcut, event.target, ofList)) return;
    if (!inDialog && wasInDialog) return;
    event.preventDefault();
    act(event);
  });
  // Before the browser draws: a key that is pressed as soon as one sees what it is for must not be lost.
  useLayoutEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}
