/**
 * Escape belongs to the innermost thing that is open: a drop-down inside a panel or a form closes first, what it lies in stays.
 * Such a key counts as used before anybody else acts on it, as the drop-down has closed by the time others hear of it; shortcuts leave
 * used keys alone. Whoever binds Escape around drop-downs imports this file. Mantine's own dialogs heed drop-downs by themselves.
 */

/** An open drop-down, or what opened it (Select, Menu, Popover). */
const DROP_DOWN = '[data-mantine-stop-propagation], [aria-haspopup][aria-expanded="true"], [role="menu"], .mantine-Popover-dropdown';

window.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && event.target instanceof Element && event.target.closest(DROP_DOWN)) event.preventDefault();
  },
  { capture: true },
);
