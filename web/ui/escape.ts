/** Escape belongs to the innermost thing that is open: a drop-down inside a panel or a dialog closes first, what it lies in stays. */

/** What opens a drop-down says so (Select, Menu, Popover of Mantine alike). */
const OPENER = '[aria-haspopup]:is([aria-expanded="true"], [data-mantine-stop-propagation="true"])';

const ofDropDown = new WeakSet<Event>();

/** @returns whether the key was pressed in an open drop-down or on what opened it. */
function isInDropDown(target: Element): boolean {
  if (target.closest(`${OPENER}, [role="menu"], [role="listbox"]`)) return true;
  return [...document.querySelectorAll(OPENER)].some((opener) => {
    const id = opener.getAttribute('aria-controls');
    return id !== null && document.getElementById(id)?.contains(target) === true;
  });
}

/**
 * Notes, before anybody acts on it, whether an Escape is meant for an open drop-down: by the time other listeners hear of it, the
 * drop-down may have closed already. Mantine's dialogs leave alone what carries their attribute; it is lent for this one event.
 */
function note(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Escape' || !(target instanceof Element) || !isInDropDown(target)) return;
  ofDropDown.add(event);
  const leave = 'data-mantine-stop-propagation';
  if (target.hasAttribute(leave)) return;
  target.setAttribute(leave, 'true');
  setTimeout(() => target.removeAttribute(leave));
}

// Listens from the start, so that it hears of a key before any dialog does.
if (typeof window !== 'undefined') window.addEventListener('keydown', note, { capture: true });

/** @returns whether this key press closes a drop-down, and is therefore nobody else's. */
export function closesDropDown(event: Event): boolean {
  return ofDropDown.has(event);
}
