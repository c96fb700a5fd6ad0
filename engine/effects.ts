/**
 * What a step can ask for. Each kind is declared here once, with what it says; the service that owns what it changes performs it
 * (defineEffect in server/platform/effects.ts). The engine itself only knows which effects are contacts, because the gate decides on them.
 */
import type { MessageChannel, SentType } from '../core/messageChannels.ts';
import type { ClaimTermsChange } from './claimTerms.ts';
import type { Meta, Scalar } from './meta.ts';
import type { Share } from './outsourcing/shares.ts';

/** What the debtor’s page offers for a claim. */
export type ClaimFlag = 'instalmentsPlan' | 'promiseToPay' | 'debtorCallback' | 'debtorTextFeedback';

/** Kinds and what they say, in the order in which they are performed. */
export interface Effects {
  readonly createTask: {
    readonly topicId: string;
    readonly note: string;
    readonly description: string;
    readonly tags: readonly string[];
    /** Days from now; null has no due date. */
    readonly dueInDays: number | null;
    readonly assigneeUserId: string | null;
  };
  readonly setMeta: { readonly target: 'claim' | 'account'; readonly values: Meta };
  readonly assignAccount: { readonly userId: string | null };
  readonly setFlag: { readonly flag: ClaimFlag; readonly enabled: boolean };
  /** Sets how the debtor’s page and new plans treat the claim. */
  readonly setTerms: { readonly change: ClaimTermsChange };
  /** Gives the claim, or all of its account, to the one partner that is named, or to several by their shares. */
  readonly outsource: { readonly whole: boolean; readonly shares: readonly Share[] };
  /** Takes the claim back from its partner. */
  readonly recall: Readonly<Record<never, never>>;
  /** Collects under one of the account's mandates; null is all that is due, else minor units as text. */
  readonly chargeMandate: { readonly mandate: 'newest' | 'oldest'; readonly amount: string | null };
  readonly startWorkflow: { readonly workflowBlueprintId: string };
  readonly stopWorkflow: { readonly workflowBlueprintId: string };
  /** What a rule does to the strategy that the claim runs in; a strategy only to start or replace. */
  readonly controlStrategy: {
    readonly command: 'start' | 'replace' | 'pause' | 'resume' | 'stop';
    readonly blueprintId: string | null;
  };
  readonly fireTrigger: { readonly trigger: string; readonly values: Readonly<Record<string, Scalar>> };
  /** Asks the debtor what they earn and spend; the effect's key is what the answer names. */
  readonly askAssessment: { readonly until: string };
  readonly emitEvent: {
    readonly messageType: 'checkpointReached';
    readonly payload: { readonly displayName: string; readonly stepId: string | null };
  };
  /** To people at the client: no contact of the debtor. */
  readonly sendClientEmail: {
    readonly userIds: readonly string[];
    readonly emails: readonly string[];
    readonly subject: string;
    readonly text: string;
    /** Mails of this step in one day of the client's. */
    readonly mostPerDay: number;
  };
  readonly sendCommunication: {
    readonly channel: MessageChannel;
    /** Of what type the bundle is, where the channel sends several. */
    readonly contentType?: SentType;
    readonly bundleName: string;
    readonly locale: string | null;
    /** A text message's bundle, sent in its place when the channel itself cannot carry it (docs/decisions/messages.md, "WhatsApp"). */
    readonly fallback?: string;
    /** One message is about all claims of the account (messageCoversAccount in advance.ts). */
    readonly wholeAccount?: boolean;
  };
}

export type EffectKind = keyof Effects;
export type Effect<Kind extends EffectKind = EffectKind> = { readonly [Each in Kind]: { readonly kind: Each } & Effects[Each] }[Kind];

/** Every kind, in the order of `Effects`. */
export const EFFECT_KINDS = Object.keys({
  createTask: true,
  setMeta: true,
  assignAccount: true,
  setFlag: true,
  setTerms: true,
  outsource: true,
  recall: true,
  chargeMandate: true,
  startWorkflow: true,
  stopWorkflow: true,
  controlStrategy: true,
  fireTrigger: true,
  askAssessment: true,
  emitEvent: true,
  sendClientEmail: true,
  sendCommunication: true,
} satisfies Record<EffectKind, true>) as readonly EffectKind[];

export type ContactEffect = Effect<'sendCommunication'>;

/** Whether an effect reaches the debtor: the gate is asked first, and later contacts count it. */
export function isContact(effect: Effect): effect is ContactEffect {
  return effect.kind === 'sendCommunication';
}

/** Whether what an effect does decides about later contacts of the same run: the facts are read anew before it goes on. */
export function changesGate(effect: Effect): boolean {
  return effect.kind === 'outsource' || effect.kind === 'recall';
}
