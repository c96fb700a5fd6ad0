import { useEffect, useRef } from 'react';

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

function writes(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !/^(checkbox|radio)$/.test((target as HTMLInputElement).type ?? '')
  );
}

/**
 * Listens for shortcuts while mounted. Plain keys are ignored while somebody types, and all but Escape while a dialog is open
 * (unless `inDialog`: the dialog's own shortcuts).
 */
export function useHotkeys(keys: Hotkeys, options: { enabled?: boolean; inDialog?: boolean } = {}): void {
  const current = useRef(keys);
  current.current = keys;
  const { enabled = true, inDialog = false } = options;
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      const act = current.current[shortcut];
      if (!act || event.defaultPrevented || event.isComposing) return;
      if (writes(event.target) && !shortcut.startsWith('mod+') && shortcut !== 'Escape') return;
      if (!inDialog && document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled, inDialog]);
}
