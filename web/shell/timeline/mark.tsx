import { Fragment, type ReactNode } from 'react';

/** Stands in a sentence where a link or a reference goes; no text holds it. */
export const MARK = '\u0001';

/** @returns the sentence with a node in place of its mark. */
export function withMark(sentence: string, node: ReactNode): ReactNode {
  const [before, after] = sentence.split(MARK);
  return after === undefined ? sentence : [before, <Fragment key="mark">{node}</Fragment>, after];
}
