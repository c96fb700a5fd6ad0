import { type RefObject, useLayoutEffect, useRef } from 'react';

/** @returns a ref of what was given last, for callbacks that are the same at every drawing. What only an effect calls is a useEffectEvent. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
