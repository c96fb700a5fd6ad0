import { useEffect, useRef, useState } from 'react';

/** @returns the milliseconds from the last question to its answer. */
export function useAnswerTime(loading: boolean): number {
  const [ms, setMs] = useState(0);
  const started = useRef(0);
  useEffect(() => {
    if (loading) started.current = performance.now();
    else setMs(Math.round(performance.now() - started.current));
  }, [loading]);
  return ms;
}
