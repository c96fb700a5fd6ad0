/** What the messaging builder writes; the address says which. */
export const MESSAGING_TYPES = ['sms', 'whatsapp', 'message', 'claimLandingPage', 'clientLandingPage'] as const;
export type MessagingType = (typeof MESSAGING_TYPES)[number];

/** @returns the type that an address names, else a text message. */
export const messagingType = (named: string | null | undefined): MessagingType => MESSAGING_TYPES.find((each) => each === named) ?? 'sms';
