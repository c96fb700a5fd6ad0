import {
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconMail,
  IconMailOpened,
  IconPhone,
  IconPhoneOutgoing,
  IconWorld,
} from '@tabler/icons-react';
import { useOutcomeWords } from './outcomes.ts';

const ICONS = {
  email: IconMail,
  sms: IconDeviceMobileMessage,
  phoneCall: IconPhone,
  whatsapp: IconBrandWhatsapp,
  letter: IconMailOpened,
  phone: IconPhoneOutgoing,
  page: IconWorld,
} as const;

/** The sign of a channel, with its name for those who hear it. */
export function ChannelIcon({ channel }: { channel: string }) {
  const words = useOutcomeWords();
  const Icon = ICONS[channel as keyof typeof ICONS] ?? IconMail;
  return <Icon size={17} stroke={1.6} aria-label={words.method(channel)} />;
}
