import { fromTree, type TreeStep } from '../../../../engine/graph/tree.ts';
import { normalise, type Steps } from './model.ts';

/** @returns steps as they are saved, as the canvas edits them: the disconnected ones last. */
export function opened(steps: readonly TreeStep[]): Steps {
  return normalise(fromTree(steps));
}
