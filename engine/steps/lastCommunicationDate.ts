import { z } from 'zod';
import { MESSAGE_CHANNELS } from '../../core/messageChannels.ts';
import { defineStep } from '../step.ts';
import { sinceFields, sinceLast, sinceLayout } from './sinceLast.ts';

/** Goes on so many days after the last message to or from the debtor; none chosen is any channel. */
export const lastCommunicationDate = defineStep({
  type: 'lastCommunicationDate',
  category: 'PATHS',
  outputs: ['next'],
  icon: 'message-pause',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({ channels: z.array(z.enum(MESSAGE_CHANNELS)).max(MESSAGE_CHANNELS.length).default([]), ...sinceFields }),
  layout: { channels: { control: 'multiselect', options: MESSAGE_CHANNELS }, ...sinceLayout },
  needs: ['communications'],
  decide: ({ channels, ...span }, { communications }, context) => {
    const last = communications?.lastByChannel ?? {};
    const moments = channels.length > 0 ? channels.map((channel) => last[channel]) : [communications?.lastCommunication];
    return sinceLast(moments, span, context, {
      none: 'wait.noCommunication',
      waiting: 'wait.sinceCommunication',
      over: 'wait.sinceCommunicationOver',
    });
  },
  summary: ({ days }) => ({ key: 'summary.sinceCommunication', values: { days } }),
});
