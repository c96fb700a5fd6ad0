import {
  type Icon,
  IconAlignLeft,
  IconArrowAutofitHeight,
  IconCalendarDollar,
  IconCash,
  IconColumns2,
  IconComponents,
  IconCreditCardPay,
  IconHeading,
  IconHeartHandshake,
  IconId,
  IconLayoutSidebar,
  IconListDetails,
  IconPhoto,
  IconScale,
  IconSeparator,
  IconSignature,
  IconSquare,
  IconSquareRoundedArrowRight,
  IconTable,
} from '@tabler/icons-react';
import { blockType } from '../../../blocks/catalogue.ts';

/** By the names that blocks give. */
const ICONS: Readonly<Record<string, Icon>> = {
  'align-left': IconAlignLeft,
  'arrow-autofit-height': IconArrowAutofitHeight,
  'calendar-dollar': IconCalendarDollar,
  cash: IconCash,
  'columns-2': IconColumns2,
  components: IconComponents,
  'credit-card-pay': IconCreditCardPay,
  heading: IconHeading,
  'heart-handshake': IconHeartHandshake,
  id: IconId,
  'layout-sidebar': IconLayoutSidebar,
  'list-details': IconListDetails,
  photo: IconPhoto,
  scale: IconScale,
  separator: IconSeparator,
  signature: IconSignature,
  'square-rounded-arrow-right': IconSquareRoundedArrowRight,
  table: IconTable,
};

/** @returns the icon of a block type. */
export const iconOf = (type: string): Icon => ICONS[blockType(type)?.icon ?? ''] ?? IconSquare;
