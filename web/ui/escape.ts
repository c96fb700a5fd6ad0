/**
 * Escape belongs to the innermost thing that is open: a drop-down inside a panel or a form closes first, what it lies in stays.
 * It is noted before anybody acts on the key, because the drop-down has closed by the time others hear of it.
 * Mantine's own dialogs leave such a key alone by themselves.
 */

/** An open drop-down, or what opened it (Select, Menu, Popover). */
const DROP_DOWN =
  '[data-mantine-stop-propagation],[aria-haspopup][aria-expanded=true],[role=menu],[role=listbox],.mantine-Popover-dropdown';

let closing: Event | undefined;

if (typeof window !== 'undefined')
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && (event.target as Element).closest?.(DROP_DOWN)) closing = event;
    },
    true,
  );

/** @returns whether this key press closes a drop-down, and is therefore nobody else's. */
export const closesDropDown = (event: Event) => event === closing;
