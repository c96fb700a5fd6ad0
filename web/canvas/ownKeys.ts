import type { KeyboardEvent } from 'react';

/**
 * Keeps plain keys pressed inside an element for itself: arrows in a choice there must not walk over the canvas. Escape and commands pass.
 * As React's own handler it acts after those of the fields inside, which need the keys.
 */
export function ownKeys(event: KeyboardEvent): void {
  if (event.key !== 'Escape' && !event.metaKey && !event.ctrlKey) event.stopPropagation();
}
