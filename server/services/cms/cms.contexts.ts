/** Where placeholders stand decides which there are: the types of content that the specification knows, and what collectors say on the telephone. */
import { invalid } from '../../../core/fault.ts';
import { CONTENT_TYPES } from '../../../core/messageChannels.ts';
import type { Placeholder } from './cms.placeholders.ts';

export const CONTEXTS = [...CONTENT_TYPES, 'callScript'] as const;
export type PlaceholderContext = (typeof CONTEXTS)[number];

/** @returns the context of that name, however its words are joined. @throws Fault INVALID_INPUT */
export function contextNamed(name: string): PlaceholderContext {
  const plain = (text: string) => text.replace(/[^a-z]/gi, '').toLowerCase();
  const known = CONTEXTS.find((context) => plain(context) === plain(name));
  if (!known) throw invalid('placeholderContext', 'oneOf', { choices: CONTEXTS.join(', ') });
  return known;
}

/** What only a Swiss QR bill says. */
const BILL = /^payment\.bill/;

/** @returns whether a placeholder has a value there. */
export function isOffered({ tag, group, list }: Pick<Placeholder, 'tag' | 'group' | 'list'>, context: PlaceholderContext): boolean {
  switch (context) {
    case 'email':
      return group !== 'agent' && !BILL.test(tag);
    case 'letter':
      return group !== 'agent' && tag !== 'link.unsubscribe';
    case 'sms':
    case 'whatsapp':
    case 'message':
      return group !== 'agent' && group !== 'payment' && tag !== 'link.unsubscribe';
    // Nobody reads out the address of a page.
    case 'call':
      return group !== 'agent' && group !== 'link' && group !== 'payment';
    case 'callScript':
      return group !== 'link' && group !== 'payment' && group !== 'claims' && group !== 'instalments' && list === null;
    // A page is opened long after what led to it.
    case 'claimLandingPage':
      return group !== 'agent' && group !== 'payment' && group !== 'strategy' && group !== 'reaction' && tag !== 'link.unsubscribe';
    // Whoever reads it isn't known yet.
    case 'clientLandingPage':
      return tag === 'account.creditor' || group === 'global' || group === 'message';
  }
}
