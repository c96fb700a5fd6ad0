/** Turns events of the log into what people read: what happened, and why. */
import { type ReactNode, useCallback } from 'react';
import type { TimelineItem } from '../../ui/Timeline.tsx';
import type { EventLike } from './event.ts';
import { eventIcon } from './eventIcons.tsx';
import { eventParts } from './eventParts.tsx';
import { eventQuote } from './eventQuote.ts';
import { eventValues } from './eventValues.ts';
import { withMark } from './mark.tsx';
import { type Payload, text } from './payload.ts';
import { textKey } from './textKey.ts';
import { useEventWords } from './useEventWords.ts';

/** @returns whether an event only repeats what another one says better: a payment's booking stands in the ledger, a checkpoint is reached. */
export function isEcho(event: EventLike): boolean {
  const payload = event.payload as Payload | null;
  const { messageType } = event.attributes;
  if (messageType === 'fileAnnounced') return true;
  if (messageType === 'strategyStep') return payload?.stepType === 'checkpoint';
  // The contact's resolution says what came of it.
  if (messageType === 'workCompleted') return payload?.resolved === true;
  return messageType === 'ledgerEntryBooked' && ['payment', 'chargeback', 'principal'].includes(text(payload?.kind));
}

/** @param about strategyNames: names of strategies by id, for events that carry the id only; ofClaim: all are about one claim, which is not repeated. */
export function useEventItem(
  about: { strategyNames?: ReadonlyMap<string, string>; ofClaim?: boolean; openMessage?: ((messageURL: string) => void) | undefined } = {},
): (event: EventLike) => TimelineItem {
  const words = useEventWords();
  const { strategyNames, ofClaim = false, openMessage } = about;
  return useCallback(
    (event) => {
      const { attributes } = event;
      const payload = (event.payload ?? {}) as Payload;
      const values = eventValues(event, words, strategyNames);
      const { find } = words;
      const sentence = find(`events:type.${textKey(attributes.messageType, payload)}`, values) ?? find('events:type.other', values) ?? '';
      const parts = eventParts({ event, values, sentence, words }, ofClaim);
      const quote = eventQuote(event, words);
      const communicationId = text(payload.communicationId);
      const [Icon, tone] = eventIcon(attributes.messageType);
      return {
        id: attributes.messageId,
        at: attributes.emitTime,
        icon: <Icon size={15} stroke={1.6} />,
        tone,
        title: withMark(sentence, <code>{attributes.externalClaimRef}</code>),
        ...(parts.length > 0 ? { detail: joined(parts) } : {}),
        ...(quote ? { quote } : {}),
        ...(openMessage && communicationId ? { onOpen: () => openMessage(`communication/${communicationId}`) } : {}),
      };
    },
    [words, strategyNames, ofClaim, openMessage],
  );
}

function joined(parts: readonly ReactNode[]): ReactNode {
  return parts.reduce((line, part) => (
    <>
      {line} · {part}
    </>
  ));
}
