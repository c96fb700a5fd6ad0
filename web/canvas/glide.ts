import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';

/** @param flow React Flow's element. @returns what its cards and lines stand on. */
const pictureIn = (flow: Element | null) => flow?.querySelector('.react-flow__viewport') ?? null;

/** Ends what useGlide still shows, e.g. because a hand takes over. @param flow React Flow's element. */
export function settle(flow: Element | null): void {
  for (const way of pictureIn(flow)?.getAnimations() ?? []) way.cancel();
}

/**
 * @returns takes the view elsewhere: `go` puts it there at once, and for `duration` ms the browser shifts what it has drawn. React Flow's own
 * durations tell every card and line of each frame and have all of them drawn anew.
 */
export function useGlide(): (go: () => unknown, duration: number) => void {
  const flow = useReactFlow();
  const store = useStoreApi();
  return useCallback(
    (go, duration) => {
      const { domNode } = store.getState();
      const picture = pictureIn(domNode);
      const from = picture && getComputedStyle(picture).transform;
      settle(domNode);
      go();
      if (!picture || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const { x, y, zoom } = flow.getViewport();
      picture.animate({ transform: [from!, `translate(${x}px, ${y}px) scale(${zoom})`] }, { duration, easing: 'ease-out' });
    },
    [flow, store],
  );
}
