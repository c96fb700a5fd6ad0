/** The registry of blocks: the one list that palette, panel, canvas, checks and output read. */
import type { Block } from './block.ts';
import type { Medium } from './design.ts';
import { amount } from './types/amount.ts';
import { bankDetails } from './types/bankDetails.ts';
import { button } from './types/button.ts';
import { claimTable } from './types/claimTable.ts';
import { columns } from './types/columns.ts';
import { content } from './types/content.ts';
import { divider } from './types/divider.ts';
import { enclosures } from './types/enclosures.ts';
import { facts } from './types/facts.ts';
import { header } from './types/header.ts';
import { heading } from './types/heading.ts';
import { image } from './types/image.ts';
import { legalFooter } from './types/legalFooter.ts';
import { letterhead } from './types/letterhead.ts';
import { balance } from './types/pageBalance.ts';
import { pageBreak } from './types/pageBreak.ts';
import { callback } from './types/pageCallback.ts';
import { claims } from './types/pageClaims.ts';
import { contact } from './types/pageContact.ts';
import { dispute } from './types/pageDispute.ts';
import { documents } from './types/pageDocuments.ts';
import { faq } from './types/pageFaq.ts';
import { financialAssessment } from './types/pageFinances.ts';
import { pageFooter } from './types/pageFooter.ts';
import { greeting } from './types/pageGreeting.ts';
import { help } from './types/pageHelp.ts';
import { identity } from './types/pageIdentity.ts';
import { instalments } from './types/pageInstalments.ts';
import { mandate } from './types/pageMandate.ts';
import { message } from './types/pageMessage.ts';
import { newLink } from './types/pageNewLink.ts';
import { offer } from './types/pageOffer.ts';
import { pay } from './types/pagePay.ts';
import { plans } from './types/pagePlans.ts';
import { promiseToPay } from './types/pagePromise.ts';
import { settledBills } from './types/pageSettled.ts';
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
  content,
  identity,
  greeting,
  claims,
  pay,
  instalments,
  promiseToPay,
  balance,
  offer,
  plans,
  mandate,
  financialAssessment,
  dispute,
  help,
  callback,
  message,
  documents,
  settledBills,
  faq,
  contact,
  newLink,
];

const byType = new Map<string, Block>(BLOCKS.map((block) => [block.type, block]));

/** @returns the blocks that a design of a medium can hold, in the palette's order. */
export const blocksFor = (medium: Medium): readonly Block[] => BLOCKS.filter(({ media }) => media.includes(medium));

/** @returns the block of a type, or undefined when the product has none of that name. */
export const blockType = (type: string): Block | undefined => byType.get(type);
