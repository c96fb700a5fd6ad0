import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** @returns a ref of what was given last, for callbacks that are the same at every drawing. What only an effect calls is a useEffectEvent. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** @returns functions of these names, the same ones at every drawing, that do what the given ones do: for parts that draw again when they get another. */
export function useSteady<Functions extends Readonly<Record<string, (...given: never[]) => unknown>>>(functions: Functions): Functions {
  const latest = useLatest(functions);
  const [steady] = useState(() =>
    Object.fromEntries(Object.keys(functions).map((name) => [name, (...given: never[]) => latest.current[name]!(...given)])),
  );
  return steady as Functions;
}
