import { COMMUNICATION_METHODS } from '../../../../core/contactOutcomes.ts';
import { isWrittenChannel } from '../../../../core/messageChannels.ts';
import type { CorrespondenceQuery } from './cms.graphql.ts';

/** A message or a call as the center lists it. */
export type Item = CorrespondenceQuery['searchCorrespondence']['results'][number];

/** @returns whether one can answer it, or write once more: nobody answers a letter or an automated call from here. */
export const takesReply = ({ kind, channel }: Item) => kind === 'message' && (isWrittenChannel(channel) || channel === 'page');

/** @returns whether its outcome can still be noted. */
export const takesOutcome = ({ resolution, channel }: Item) =>
  resolution === null && (COMMUNICATION_METHODS as readonly string[]).includes(channel);
