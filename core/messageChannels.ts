/** How written messages reach a debtor by themselves. A further one is added here, with a delivery of its kind (docs/decisions/delivery.md). */
export const MESSAGE_CHANNELS = ['email', 'sms'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** @returns whether it names one of them. */
export const isMessageChannel = (name: unknown): name is MessageChannel => (MESSAGE_CHANNELS as readonly unknown[]).includes(name);
