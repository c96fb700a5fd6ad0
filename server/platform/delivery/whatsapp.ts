/** What WhatsApp is to us, by whichever provider: templates that are submitted, what has become of them, and one that is sent. */

import type { SaidWords } from '../../../core/fault.ts';
import type { ApprovalState, WhatsappCategory } from '../../../core/whatsapp.ts';

/** A text with its placeholders, and an example of each in their order. */
export interface ExampledText {
  /** As it is written: `Dear {{ debtor.fullName }}, …`. */
  readonly text: string;
  readonly examples: readonly string[];
}

/** A template as it is submitted. */
export interface SubmittedTemplate {
  readonly name: string;
  /** As WhatsApp names it. */
  readonly language: string;
  readonly category: WhatsappCategory;
  readonly header:
    | (ExampledText & { readonly kind: 'text' })
    | { readonly kind: 'image'; readonly picture: TemplatePicture }
    | { readonly kind: 'document'; readonly sample: SampleDocument }
    | null;
  readonly body: ExampledText;
  readonly footer: string;
  readonly buttons: readonly (
    | { readonly kind: 'url'; readonly label: string; readonly start: string; readonly example: string | null }
    | { readonly kind: 'phone'; readonly label: string; readonly number: string }
    | { readonly kind: 'reply'; readonly label: string }
  )[];
}

/** A picture of a header: WhatsApp wants to see one before, and an address when it is sent. */
export interface TemplatePicture {
  readonly address: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** A document of a header: an example before, and each reader's own when it is sent. */
export interface SampleDocument {
  readonly bytes: Buffer;
  readonly type: string;
  /** What the addresses of all documents begin with, and how the example's ends. */
  readonly start: string;
  readonly end: string;
}

/** An approved template with one reader's values. */
export interface SentTemplate {
  readonly name: string;
  readonly language: string;
  readonly remoteId: string;
  readonly header:
    | { readonly kind: 'text'; readonly values: readonly string[] }
    | { readonly kind: 'image'; readonly address: string }
    /** The message's only file. */
    | { readonly kind: 'document' }
    | null;
  readonly body: readonly string[];
  /** By their place among all buttons; those that are the same for everybody have none. */
  readonly buttons: readonly { readonly at: number; readonly end: string }[];
}

/** What a provider says of a template. */
export interface TemplateState {
  readonly state: ApprovalState;
  /** Why it was refused, as a code; empty where nothing was said. */
  readonly reason: string;
}

export type TemplateAnswer<Value> = { readonly value: Value } | { readonly refused: string; readonly words?: SaidWords };

/** How templates are brought to WhatsApp. None of its calls throws. */
export interface TemplateDesk {
  /** @returns the provider's id of it, and how it stands. */
  readonly submit: (template: SubmittedTemplate, timeout: number) => Promise<TemplateAnswer<TemplateState & { readonly remoteId: string }>>;
  /** @returns null for one that the provider does not know (any more). */
  readonly ask: (
    template: { readonly name: string; readonly language: string; readonly remoteId: string },
    timeout: number,
  ) => Promise<TemplateAnswer<TemplateState | null>>;
}

/** A provider's own notice about a template. */
export interface TemplateNotice extends TemplateState {
  readonly name: string;
  readonly language: string;
}

const STATES: Readonly<Record<string, ApprovalState>> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  REJECTED: 'REJECTED',
  DISABLED: 'REJECTED',
  PAUSED: 'PAUSED',
  FLAGGED: 'PAUSED',
};

/** @returns a provider's word for a state as ours; what it has not decided is pending. */
export const stateNamed = (word: string | null): ApprovalState => STATES[(word ?? '').toUpperCase()] ?? 'PENDING';

/** @returns a reason as a code of a few characters: whatever else a server says is not shown. */
export const reasonCode = (reason: string | null): string => {
  const code = (reason ?? '')
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .slice(0, 60);
  return code === 'NONE' ? '' : code;
};
