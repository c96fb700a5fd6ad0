import type { Tone } from '../../../ui/Tag.tsx';
import type { KeyFragment } from './api.graphql.ts';

/** How a key's state looks. */
export const TONES: Readonly<Record<KeyFragment['state'], Tone>> = {
  active: 'good',
  ending: 'warn',
  expired: 'neutral',
  revoked: 'bad',
  partnerGone: 'neutral',
};
