import { BundleEditor } from './BundleEditor.tsx';

/** content/email-builder/create, edit and clone: one e-mail. */
export default function EmailEditScreen() {
  return <BundleEditor channel="email" />;
}
