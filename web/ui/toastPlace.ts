/** Where toasts may lie: at the bottom right, above every action that stays in view there. */

/** What stays over the page with buttons of its own. */
const OVER = '.mantine-Drawer-content, .mantine-Modal-content, [role="toolbar"], [data-actions]';
const ACTIONS = 'button, a[href], [role="button"]';
/** From the edges of the window, and between a toast and an action below it. */
const EDGE = 20;
const GAP = 8;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * @param actions what must not be covered. @param corner the width and height of the toasts. @param page the width and height of the window.
 * @returns how far above the window's bottom the toasts begin: as low as covers no action; where no place is free, above the lowest actions,
 * which are those of a footer.
 */
export function liftOver(
  actions: readonly Box[],
  corner: { width: number; height: number },
  page: { width: number; height: number },
): number {
  const right = page.width - EDGE;
  const left = right - corner.width;
  const beside = actions.filter((box) => box.right > left && box.left < right && box.bottom > 0 && box.top < page.height);
  let aboveLowest = EDGE;
  for (let lift = EDGE; lift + corner.height <= page.height; ) {
    const [top, bottom] = [page.height - lift - corner.height, page.height - lift];
    const covered = beside.filter((box) => box.top < bottom + GAP && box.bottom > top);
    if (covered.length === 0) return lift;
    lift = page.height - Math.min(...covered.map((box) => box.top)) + GAP;
    if (aboveLowest === EDGE) aboveLowest = lift;
  }
  return aboveLowest;
}

/** @param corner the element of the toasts. @returns liftOver() of what is on the page now. */
export function liftNow(corner: HTMLElement): number {
  const actions = [...document.querySelectorAll<HTMLElement>(OVER)].flatMap((over) => [...over.querySelectorAll<HTMLElement>(ACTIONS)]);
  const boxes = actions.map((action) => action.getBoundingClientRect()).filter((box) => box.width > 0 && box.height > 0);
  const { width, height } = corner.getBoundingClientRect();
  return liftOver(boxes, { width, height }, { width: innerWidth, height: innerHeight });
}
