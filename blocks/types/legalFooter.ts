import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { linked } from '../words.ts';

/** Who sends this and why, what the law wants to be said, and how to get no more of it. */
export const legalFooter = defineBlock({
  type: 'legalFooter',
  media: ['mail'],
  version: 1,
  upgrades: [],
  icon: 'scale',
  group: 'closing',
  top: true,
  slots: [],
  once: true,
  fields: z.strictObject({ unsubscribe: z.boolean().default(true) }),
  layout: { unsubscribe: { control: 'switch' } },
  texts: { sender: { kind: 'rich', most: 5_000 }, unsubscribe: { kind: 'line', most: 200, optional: true } },
  draw: ({ unsubscribe }, { line, rich }) => {
    const stop = {
      type: 'doc' as const,
      content: [{ type: 'paragraph' as const, content: linked(line('unsubscribe'), '{{ link.unsubscribe }}') }],
    };
    return [
      {
        node: 'columns',
        background: null,
        columns: [
          {
            width: 100,
            nodes: [
              { node: 'text', text: rich('sender'), align: 'left', small: true, place: { field: 'sender', kind: 'rich' } },
              ...(unsubscribe
                ? [
                    {
                      node: 'text' as const,
                      text: stop,
                      align: 'left' as const,
                      small: true,
                      place: { field: 'unsubscribe', kind: 'line' as const },
                    },
                  ]
                : []),
            ],
          },
        ],
      },
    ];
  },
});
