import { BundleEditor } from './BundleEditor.tsx';

/** content/messaging-builder/new, edit and clone: one text message. */
export default function MessagingEditScreen() {
  return <BundleEditor channel="sms" />;
}
