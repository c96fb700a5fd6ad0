/** How a debtor is reached. A further channel is added here, with a delivery of its kind (docs/decisions/delivery.md). */
export const MESSAGE_CHANNELS = ['email', 'sms', 'whatsapp', 'letter', 'phone'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** @returns whether it names one of them. */
export const isMessageChannel = (name: unknown): name is MessageChannel => (MESSAGE_CHANNELS as readonly unknown[]).includes(name);

/** Channels that a member of staff writes by, and debtors answer by. A call is placed, and its words are chosen, never written. */
export const WRITTEN_CHANNELS = ['email', 'sms', 'whatsapp'] as const satisfies readonly MessageChannel[];
export type WrittenChannel = (typeof WRITTEN_CHANNELS)[number];

/** @returns whether it names one of them. */
export const isWrittenChannel = (name: unknown): name is WrittenChannel => (WRITTEN_CHANNELS as readonly unknown[]).includes(name);

/** Channels that the composer sends by: those above, and letters, which are of a template and can't be answered. */
export const COMPOSED_CHANNELS = [...WRITTEN_CHANNELS, 'letter'] as const satisfies readonly MessageChannel[];
export type ComposedChannel = (typeof COMPOSED_CHANNELS)[number];

/** What content is made for (specification 2, section 3): what channels send, and what pages show. */
export const CONTENT_TYPES = ['email', 'sms', 'whatsapp', 'message', 'letter', 'call', 'claimLandingPage', 'clientLandingPage'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** @returns whether it names one of them. */
export const isContentType = (name: unknown): name is ContentType => (CONTENT_TYPES as readonly unknown[]).includes(name);

/**
 * Which content a channel sends; the first is what a bundle named without its type is. `whatsapp` is a template that WhatsApp has approved,
 * `message` a free text, which it takes for a day after the debtor has written.
 */
export const CONTENT_OF = {
  email: ['email'],
  sms: ['sms'],
  whatsapp: ['whatsapp', 'message'],
  letter: ['letter'],
  phone: ['call'],
} as const satisfies Readonly<Record<MessageChannel, readonly ContentType[]>>;

/** Content that leaves by a channel. */
export type SentType = (typeof CONTENT_OF)[MessageChannel][number];
export const SENT_TYPES: readonly SentType[] = MESSAGE_CHANNELS.flatMap((channel) => CONTENT_OF[channel] as readonly SentType[]);

/** @returns the channel that sends content of this type; null: pages show it. */
export const channelOf = (type: ContentType): MessageChannel | null =>
  MESSAGE_CHANNELS.find((channel) => (CONTENT_OF[channel] as readonly ContentType[]).includes(type)) ?? null;

/** @returns what a bundle on this channel is when its type is not named. */
export const usualContent = (channel: MessageChannel): SentType => CONTENT_OF[channel][0];

/** @returns whether content of this type leaves by a channel. */
export const isSentType = (type: unknown): type is SentType => (SENT_TYPES as readonly unknown[]).includes(type);
