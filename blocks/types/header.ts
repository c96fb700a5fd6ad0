import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { ALIGNS } from '../nodes.ts';
import { chipOf, saidLine } from '../words.ts';

/** Who writes: the client’s logo, or its name where there is none. On paper the letterhead says it. */
export const header = defineBlock({
  type: 'header',
  media: ['mail'],
  version: 1,
  upgrades: [],
  icon: 'id',
  group: 'layout',
  top: true,
  slots: [],
  once: true,
  fields: z.strictObject({ align: z.enum(ALIGNS).default('left') }),
  layout: { align: { control: 'select', options: ALIGNS } },
  texts: {},
  draw: ({ align }, { brand }) => {
    const name = brand.name === '' ? [chipOf('account.creditor')] : saidLine(brand.name);
    const heading = {
      type: 'doc' as const,
      content: [{ type: 'paragraph' as const, content: name.map((one) => ({ ...one, marks: [{ type: 'bold' as const }] })) }],
    };
    return [
      {
        node: 'columns',
        background: null,
        columns: [
          {
            width: 100,
            nodes: [
              brand.logo === ''
                ? { node: 'text', text: heading, align, small: false, place: null }
                : { node: 'image', src: brand.logo, alt: name, width: brand.logoWidth, align, href: null },
            ],
          },
        ],
      },
    ];
  },
});
