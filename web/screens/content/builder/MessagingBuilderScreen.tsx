import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { changeParams } from '../../../shell/listAddress.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { BundleList } from './BundleList.tsx';
import { MESSAGING_TYPES, messagingType } from './messagingType.ts';

/** content/messaging-builder: text messages, WhatsApp templates, free WhatsApp messages and texts for pages of the client. */
export default function MessagingBuilderScreen() {
  const { t } = useTranslation('content');
  const [search, setSearch] = useSearchParams();
  const channel = messagingType(search.get('type'));
  return (
    <BundleList
      key={channel}
      channel={channel}
      kinds={
        <SegmentedControl
          size="xs"
          aria-label={t('kinds')}
          data={MESSAGING_TYPES.map((type) => ({ value: type, label: t(`title.${type}`) }))}
          value={channel}
          onChange={(type) => changeParams(setSearch, { type: type === 'sms' ? [] : [type] })}
        />
      }
    />
  );
}
