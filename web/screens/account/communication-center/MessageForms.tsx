import { Suspense } from 'react';
import type { CommunicationMethod } from '../../../../core/contactOutcomes.ts';
import { isWrittenChannel } from '../../../../core/messageChannels.ts';
import { later } from '../../../ui/later.ts';
import type { Item } from './item.ts';

const ComposerDrawer = later(() => import('../../../shell/composer/ComposerDrawer.tsx'));
const ResolutionDrawer = later(() => import('../../../shell/resolution/ResolutionDrawer.tsx'));

/** The form that is open about the message that is read: an answer to it, or what came of it. */
export function MessageForms({ item, form, onClose }: { item: Item; form: string | null; onClose: () => void }) {
  const { accountId, externalClaimRef } = item;
  const isInbound = item.direction === 'inbound';
  return (
    <Suspense>
      {form === 'reply' && (isWrittenChannel(item.channel) || item.channel === 'page') && (
        <ComposerDrawer
          target={{
            accountId,
            externalClaimRef,
            parent: {
              id: item.id,
              channel: isWrittenChannel(item.channel) ? item.channel : null,
              subject: item.subject,
              sender: (isInbound ? item.sender : item.recipient) || null,
            },
          }}
          onClose={onClose}
        />
      )}
      {form === 'resolve' && (
        <ResolutionDrawer
          target={{
            accountId,
            externalClaimRef,
            communicationMethod: item.channel as CommunicationMethod,
            outcomeDirection: isInbound ? 'inbound' : 'outbound',
            communicationRequestId: item.id,
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
