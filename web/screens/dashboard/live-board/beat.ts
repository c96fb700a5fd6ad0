import { useEffect, useState } from 'react';

/** The board is asked for again this often, ms. */
const BEAT = 10_000;

/** @returns how often to ask again, ms; 0, which is never, while nobody sees the tab. */
export function useBeat(): number {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return hidden ? 0 : BEAT;
}
