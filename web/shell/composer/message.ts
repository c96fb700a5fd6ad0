/** What somebody is about to write: the form's values, named as the server's, and what the server is asked with. */
import type { ComposedChannel, WrittenChannel } from '../../../core/messageChannels.ts';

/** Whom a message is for and what it answers. */
export interface MessageTarget {
  readonly accountId: string;
  readonly externalClaimRef?: string | null;
  /** An address that was pressed to write to. */
  readonly contact?: { readonly channel: WrittenChannel; readonly externalDebtorRef: string; readonly value: string } | null;
  /** The message that is answered. */
  readonly parent?: {
    readonly id: string;
    /** null: it came by none that answers could take, such as the debtor's page. */
    readonly channel: WrittenChannel | null;
    readonly subject: string | null;
    /** Who wrote it. */
    readonly sender: string | null;
  } | null;
}

export type MessageValues = {
  channel: ComposedChannel;
  /** Empty: the reader's own language. */
  locale: string;
  /** A bundle's file name; empty: own words. */
  templateReferences: string;
  customSubject: string;
  customBody: string;
  /** Empty: the address strategies would take. "reference value" of a debtor's, or what was typed in. */
  contactData: string;
  attachments: string[];
  notes: string;
  /** Why a rule that defers the message is overridden. */
  overrideReason: string;
};

/** Between a debtor's reference and the address in one choice: neither holds it. */
export const BETWEEN = '\u0000';

/** @returns what a form begins with: an answer goes where the message came from, with its subject; otherwise the address that was pressed. */
export function freshMessage({ parent, contact }: MessageTarget): MessageValues {
  const subject = parent?.subject ?? '';
  return {
    channel: parent?.channel ?? contact?.channel ?? 'email',
    locale: '',
    templateReferences: '',
    customSubject: subject === '' || /^(re|aw|rv|antw):/i.test(subject) ? subject : `Re: ${subject}`,
    customBody: '',
    contactData: parent?.sender ?? (contact ? `${contact.externalDebtorRef}${BETWEEN}${contact.value}` : ''),
    attachments: [],
    notes: '',
    overrideReason: '',
  };
}

/** @returns what the form is about: what was typed in one is not offered in another. */
export function formName({ accountId, externalClaimRef, parent, contact }: MessageTarget): string {
  return ['message', accountId, parent?.id ?? externalClaimRef ?? '', contact ? `${contact.externalDebtorRef} ${contact.value}` : '']
    .join(' ')
    .trimEnd();
}

/** @returns the variables that preview and sending share. */
export function askedWith(clientId: string, { accountId, externalClaimRef, parent }: MessageTarget, values: MessageValues) {
  const [reference, address] = values.contactData.includes(BETWEEN) ? values.contactData.split(BETWEEN) : [null, values.contactData];
  const own = values.templateReferences === '';
  return {
    clientId,
    accountId,
    externalClaimRef: externalClaimRef ?? null,
    channel: values.channel,
    locale: values.locale || null,
    templateReferences: own ? null : [values.templateReferences],
    customSubject: own && values.channel === 'email' ? values.customSubject : null,
    customBody: own ? values.customBody : null,
    contactData: address?.trim() ? { externalDebtorRef: reference ?? null, value: address.trim() } : null,
    attachments: values.channel === 'email' ? values.attachments : [],
    parentRequestId: parent?.id ?? null,
  };
}
