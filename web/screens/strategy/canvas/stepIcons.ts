import {
  type Icon,
  IconArrowRampRight,
  IconArrowRoundaboutRight,
  IconArrowsExchange,
  IconBan,
  IconBinaryTree,
  IconBolt,
  IconBrandWhatsapp,
  IconBuildingBank,
  IconCalendarDue,
  IconCalendarEvent,
  IconCash,
  IconChecklist,
  IconClockHour9,
  IconCode,
  IconCreditCard,
  IconFlag,
  IconFlagOff,
  IconGitBranch,
  IconGitBranchDeleted,
  IconGitMerge,
  IconHeartHandshake,
  IconHourglass,
  IconHourglassHigh,
  IconMail,
  IconMailForward,
  IconMask,
  IconMessage,
  IconMessagePause,
  IconPhoneCall,
  IconPhoneOutgoing,
  IconPlayerPause,
  IconQuestionMark,
  IconReportMoney,
  IconStairsDown,
  IconTag,
  IconTags,
  IconUserCheck,
  IconVariable,
  IconWorld,
  IconWriting,
} from '@tabler/icons-react';
import { CATEGORY_COLOURS } from '../../../../engine/step.ts';
import { stepDefinition } from '../../../../engine/steps.ts';

/** The icons that step definitions name; only these are part of the bundle. */
const ICONS: Readonly<Record<string, Icon>> = {
  'arrow-ramp-right': IconArrowRampRight,
  'arrows-exchange': IconArrowsExchange,
  ban: IconBan,
  'calendar-due': IconCalendarDue,
  'calendar-event': IconCalendarEvent,
  checklist: IconChecklist,
  'clock-hour-9': IconClockHour9,
  flag: IconFlag,
  'flag-off': IconFlagOff,
  'git-merge': IconGitMerge,
  'heart-handshake': IconHeartHandshake,
  hourglass: IconHourglass,
  mail: IconMail,
  message: IconMessage,
  'brand-whatsapp': IconBrandWhatsapp,
  'phone-outgoing': IconPhoneOutgoing,
  'stairs-down': IconStairsDown,
  tag: IconTag,
  tags: IconTags,
  'user-check': IconUserCheck,
  'arrow-roundabout-right': IconArrowRoundaboutRight,
  variable: IconVariable,
  'hourglass-high': IconHourglassHigh,
  'player-pause': IconPlayerPause,
  bolt: IconBolt,
  'message-pause': IconMessagePause,
  cash: IconCash,
  mask: IconMask,
  'building-bank': IconBuildingBank,
  code: IconCode,
  'phone-call': IconPhoneCall,
  writing: IconWriting,
  world: IconWorld,
  'credit-card': IconCreditCard,
  'binary-tree': IconBinaryTree,
  'git-branch': IconGitBranch,
  'git-branch-deleted': IconGitBranchDeleted,
  'mail-forward': IconMailForward,
  'report-money': IconReportMoney,
};

/** @returns the icon of a step type; a question mark for one that does not exist or names no icon of ours. */
export function iconOf(stepType: string): Icon {
  return ICONS[stepDefinition(stepType)?.icon ?? ''] ?? IconQuestionMark;
}

/** @returns the colour of a step's category; null for a type that does not exist. */
export function colourOf(stepType: string): string | null {
  const category = stepDefinition(stepType)?.category;
  return category ? CATEGORY_COLOURS[category] : null;
}
