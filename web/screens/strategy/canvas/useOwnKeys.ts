import { type RefObject, useEffect } from 'react';

/** Keeps plain keys pressed inside an element for itself: arrows in a choice there must not walk over the canvas. Escape and commands pass. */
export function useOwnKeys(element: RefObject<HTMLElement | null>, shown: string | null): void {
  useEffect(() => {
    const own = element.current;
    if (!own || shown === null) return;
    const keep = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' && !event.metaKey && !event.ctrlKey) event.stopPropagation();
    };
    own.addEventListener('keydown', keep);
    return () => own.removeEventListener('keydown', keep);
  }, [element, shown]);
}
