/** The registry of blocks: the one list that palette, panel, canvas, checks and output read. */
import type { Block } from './block.ts';
import type { Medium } from './design.ts';
import { amount } from './types/amount.ts';
import { bankDetails } from './types/bankDetails.ts';
import { button } from './types/button.ts';
import { claimTable } from './types/claimTable.ts';
import { columns } from './types/columns.ts';
import { divider } from './types/divider.ts';
import { enclosures } from './types/enclosures.ts';
import { facts } from './types/facts.ts';
import { header } from './types/header.ts';
import { heading } from './types/heading.ts';
import { image } from './types/image.ts';
import { legalFooter } from './types/legalFooter.ts';
import { letterhead } from './types/letterhead.ts';
import { pageBreak } from './types/pageBreak.ts';
import { pageFooter } from './types/pageFooter.ts';
import { payButton } from './types/payButton.ts';
import { paymentCode } from './types/paymentCode.ts';
import { picture } from './types/picture.ts';
import { plan } from './types/plan.ts';
import { promise } from './types/promise.ts';
import { shared } from './types/shared.ts';
import { signature } from './types/signature.ts';
import { space } from './types/space.ts';
import { swissBill } from './types/swissBill.ts';
import { text } from './types/text.ts';

/** In the palette's order. */
export const BLOCKS: readonly Block[] = [
  header,
  letterhead,
  columns,
  text,
  heading,
  button,
  image,
  picture,
  divider,
  space,
  pageBreak,
  amount,
  facts,
  claimTable,
  payButton,
  bankDetails,
  paymentCode,
  swissBill,
  plan,
  promise,
  signature,
  enclosures,
  legalFooter,
  pageFooter,
  shared,
];

const byType = new Map<string, Block>(BLOCKS.map((block) => [block.type, block]));

/** @returns the blocks that a design of a medium can hold, in the palette's order. */
export const blocksFor = (medium: Medium): readonly Block[] => BLOCKS.filter(({ media }) => media.includes(medium));

/** @returns the block of a type, or undefined when the product has none of that name. */
export const blockType = (type: string): Block | undefined => byType.get(type);
