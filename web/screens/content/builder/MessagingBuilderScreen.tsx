import { BundleList } from './BundleList.tsx';

/** content/messaging-builder: the text messages of the client. */
export default function MessagingBuilderScreen() {
  return <BundleList channel="sms" />;
}
