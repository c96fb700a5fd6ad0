/** Saving: the drawing first, then the steps with name and categories (specification 3, section 4). */
import { toTree } from '../../../../engine/graph/tree.ts';
import type { Drawing } from '../../../canvas/drawing.ts';
import { thumbnailOf } from '../../../canvas/thumbnail.ts';
import { mutate } from '../../../shell/api.ts';
import { colourOf } from './stepIcons.ts';
import type { Steps } from './steps.ts';
import { PreviewUploadDocument, SaveStrategyDocument, type SaveStrategyMutation } from './strategy.graphql.ts';

export interface Work {
  readonly clientId: string;
  /** 'new' makes a strategy. */
  readonly id: string;
  readonly displayName: string;
  readonly categories: readonly string[];
  readonly steps: Steps;
  /** The version the work began at; null does not ask. */
  readonly expectedVersion: number | null;
}

/** @returns the id of the uploaded picture. @throws when any part of it fails. */
async function uploadThumbnail({ clientId, steps }: Work, drawing: Drawing): Promise<string> {
  const colours = new Map(steps.map(({ id, stepType }) => [id, colourOf(stepType)]));
  const picture = await thumbnailOf(drawing, (id) => colours.get(id) ?? null);
  const { createStrategyPreviewFileURL: upload } = await mutate('strategy', PreviewUploadDocument, { clientId });
  const response = await fetch(upload.url, { method: 'PUT', headers: { 'content-type': picture.type }, body: picture });
  if (!response.ok) throw new Error(`the upload was answered with ${response.status}`);
  return upload.previewId;
}

/**
 * Saves the work.
 * @param onThumbnailFailed told when the picture could not be uploaded; saving goes on without it.
 * @returns the saved strategy, or null with the problems that kept it from being saved. @throws what faultsOf() reads.
 */
export async function saveStrategy(
  work: Work,
  drawing: Drawing,
  onThumbnailFailed: () => void,
): Promise<SaveStrategyMutation['saveStrategyBlueprint']> {
  const previewId = await uploadThumbnail(work, drawing).catch(() => {
    onThumbnailFailed();
    return null;
  });
  const { saveStrategyBlueprint } = await mutate('strategy', SaveStrategyDocument, {
    id: work.id,
    clientId: work.clientId,
    steps: JSON.stringify(toTree(work.steps)),
    displayName: work.displayName.trim(),
    categories: [...work.categories],
    previewId,
    expectedVersion: work.expectedVersion,
  });
  return saveStrategyBlueprint;
}
