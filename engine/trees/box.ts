/**
 * What reaches a place in a tree: per variable the parts of its domain that do. Every condition is about one variable, and so is its
 * opposite; whatever conditions hold or don't, what is left is a set of parts per variable and never anything more complicated.
 */
import type { Scalar } from '../types.ts';
import type { Domain } from './domain.ts';

export type Parts = Uint32Array;
/** A variable that is absent is not restricted. */
export type Box = ReadonlyMap<string, Parts>;

export function partsOf(answers: readonly boolean[]): Parts {
  const parts = new Uint32Array(Math.ceil(answers.length / 32));
  for (const [index, holds] of answers.entries()) if (holds) parts[index >> 5]! |= 1 << (index & 31);
  return parts;
}

export const allOf = ({ examples }: Domain): Parts => partsOf(examples.map(() => true));
export const both = (left: Parts, right: Parts): Parts => left.map((word, index) => word & right[index]!);
export const except = (left: Parts, right: Parts): Parts => left.map((word, index) => word & ~right[index]!);
export const isNone = (parts: Parts): boolean => parts.every((word) => word === 0);
/** Allocates nothing, since thousands of branches are compared with each other. */
export function meet(left: Parts, right: Parts): boolean {
  for (let index = 0; index < left.length; index++) if ((left[index]! & right[index]!) !== 0) return true;
  return false;
}
export const has = (parts: Parts, index: number): boolean => (parts[index >> 5]! & (1 << (index & 31))) !== 0;

/** @returns the box with one variable restricted; null when nothing is left. */
export function restrict(box: Box, variable: string, parts: Parts): Box | null {
  const known = box.get(variable);
  const left = known ? both(known, parts) : parts;
  return isNone(left) ? null : new Map(box).set(variable, left);
}

/** @returns an example of the parts, one that is there before a missing one. */
export function exampleOf({ examples }: Domain, parts: Parts): Scalar {
  const found = examples.findIndex((example, index) => example !== null && has(parts, index));
  return found < 0 ? null : examples[found]!;
}
