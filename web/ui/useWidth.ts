import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** @returns a ref for an element and its width in pixels, known before the first paint; 0 until then. */
export function useWidth<Element extends HTMLElement>(): [ref: RefObject<Element | null>, width: number] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width));
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, []);
  return [ref, width];
}
