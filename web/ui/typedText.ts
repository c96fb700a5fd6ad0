/** A text that is typed here and kept elsewhere (the address, a saved setting), which may answer late. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from './useLatest.ts';

/** Milliseconds without a key before what was typed is handed over. */
const PAUSE = 250;

/** What stands in the field, and what was handed over and has not come back yet, oldest first. */
export interface Typed {
  readonly text: string;
  readonly sent: readonly string[];
}

const same = (one: string, other: string) => one.trim() === other.trim();

/** @returns what was typed, handed over. */
export const handOver = ({ text, sent }: Typed): Typed => ({ text, sent: [...sent, text] });

/**
 * @param value what is kept elsewhere by now.
 * @returns the field after that: what was typed here stays while only older typing of its own comes back (with or without the spaces around
 * it); what somebody else set (Back, a view, a filter taken away) takes its place.
 */
export function arrive({ text, sent }: Typed, value: string): Typed {
  const own = sent.findIndex((each) => same(each, value));
  if (own >= 0) return { text, sent: sent.slice(own + 1) };
  return same(text, value) ? { text, sent: [] } : { text: value, sent: [] };
}

/**
 * The text of a field that is kept elsewhere.
 * @param value the text in effect. @param onText takes a new one after a short pause in typing.
 * @returns the text in the field, what changes it, and what hands it over at once.
 */
export function useTypedText(value: string, onText: (text: string) => void): [text: string, type: (text: string) => void, now: () => void] {
  const [text, setText] = useState(value);
  const typed = useRef<Typed>({ text: value, sent: [] });
  const known = useRef(value);
  const take = useLatest(onText);
  const put = useCallback((next: Typed) => {
    typed.current = next;
    setText(next.text);
  }, []);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    known.current = value;
    put(arrive(typed.current, value));
  }, [value, put]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const now = () => {
    clearTimeout(timer.current);
    const last = typed.current.sent.at(-1) ?? known.current;
    if (same(last, typed.current.text)) return;
    put(handOver(typed.current));
    take.current(typed.current.text);
  };
  const type = (next: string) => {
    put({ ...typed.current, text: next });
    clearTimeout(timer.current);
    timer.current = setTimeout(now, PAUSE);
  };
  return [text, type, now];
}
