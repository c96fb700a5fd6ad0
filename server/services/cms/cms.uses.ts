/** Where parts of a client's content are used. */
import type { ContentType } from '../../../core/messageChannels.ts';

export interface ContentUse {
  /** What uses it; pages of the client are landing pages too. */
  readonly kind: ContentType | 'landingPage' | 'sharedBlock' | 'callScript' | 'brand';
  /** A template's file name, a landing page's id, a shared block's name, a call script's topic; empty for the brand. */
  readonly fileName: string;
  readonly displayName: string;
}
