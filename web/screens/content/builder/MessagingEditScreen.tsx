import { useParams, useSearchParams } from 'react-router';
import { BundleEditor } from './BundleEditor.tsx';
import { messagingType } from './messagingType.ts';

/** content/messaging-builder/new, edit and clone: one text message, WhatsApp template or free WhatsApp message. */
export default function MessagingEditScreen() {
  const { type } = useParams();
  const [search] = useSearchParams();
  const channel = messagingType(type ?? search.get('type'));
  return <BundleEditor key={channel} channel={channel} />;
}
