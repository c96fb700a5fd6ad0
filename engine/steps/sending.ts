/** What the steps have in common that send something made of a template bundle. */
import { z } from 'zod';
import type { MessageChannel } from '../../core/messageChannels.ts';
import type { Effect } from '../effects.ts';
import type { FieldLayout } from '../step.ts';

/** A locale of null is the debtor's language, else the client's. */
export const sendingFields = {
  bundleName: z.string().min(1).max(200),
  locale: z.string().max(20).nullable().default(null),
  /** It is about all claims of the account: those that come here after it do not send it again. */
  wholeAccount: z.boolean().default(false),
  description: z.string().max(500).default(''),
};
export const sendingLayout = {
  locale: { control: 'locale' },
  wholeAccount: { control: 'switch' },
  description: { control: 'textarea' },
} as const satisfies Record<string, FieldLayout>;

interface Sending {
  readonly bundleName: string;
  readonly locale: string | null;
  readonly wholeAccount: boolean;
}

/** @returns what asks for a message of the bundle on a channel. */
export const sendOn = (channel: MessageChannel, { bundleName, locale, wholeAccount }: Sending) =>
  ({ kind: 'sendCommunication', channel, bundleName, locale, ...(wholeAccount ? { wholeAccount } : {}) }) as const satisfies Effect;

/** @returns how a step that sends is told in one line. */
export const sendingSummary = ({ bundleName }: Sending) => ({ key: 'summary.bundle', values: { bundleName } });
