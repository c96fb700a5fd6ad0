import { useState } from 'react';

/** What stands in a field whose value takes only some of what is typed. @returns it, following the value when that changes elsewhere. */
export function useTyped(value: string): [string, (typed: string) => void] {
  const [state, setState] = useState({ typed: value, value });
  if (state.value !== value) {
    const typed = state.typed.trim() === value ? state.typed : value;
    setState({ typed, value });
    return [typed, (next) => setState({ typed: next, value })];
  }
  return [state.typed, (next) => setState({ typed: next, value })];
}
