import { BundleList } from './BundleList.tsx';

/** content/email-builder: the e-mails of the client. */
export default function EmailBuilderScreen() {
  return <BundleList channel="email" />;
}
