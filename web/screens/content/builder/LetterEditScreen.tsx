import { BundleEditor } from './BundleEditor.tsx';

/** content/letter-builder/new, edit and clone: one letter. */
export default function LetterEditScreen() {
  return <BundleEditor channel="letter" />;
}
