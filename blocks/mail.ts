/** The registry of mail blocks: the one list that palette, panel, canvas, checks and output read. */
import type { MailBlock } from './block.ts';
import { amount } from './mail/amount.ts';
import { button } from './mail/button.ts';
import { claimTable } from './mail/claimTable.ts';
import { columns } from './mail/columns.ts';
import { divider } from './mail/divider.ts';
import { facts } from './mail/facts.ts';
import { header } from './mail/header.ts';
import { heading } from './mail/heading.ts';
import { image } from './mail/image.ts';
import { legalFooter } from './mail/legalFooter.ts';
import { payButton } from './mail/payButton.ts';
import { picture } from './mail/picture.ts';
import { plan } from './mail/plan.ts';
import { promise } from './mail/promise.ts';
import { shared } from './mail/shared.ts';
import { signature } from './mail/signature.ts';
import { space } from './mail/space.ts';
import { text } from './mail/text.ts';

/** In the palette's order. */
export const mailBlocks: readonly MailBlock[] = [
  header,
  columns,
  text,
  heading,
  button,
  image,
  picture,
  divider,
  space,
  amount,
  facts,
  claimTable,
  payButton,
  plan,
  promise,
  signature,
  legalFooter,
  shared,
];

const byType = new Map<string, MailBlock>(mailBlocks.map((block) => [block.type, block]));

/** @returns the block of a type, or undefined when the product has none of that name. */
export const mailBlock = (type: string): MailBlock | undefined => byType.get(type);
