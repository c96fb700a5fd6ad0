import { BundleList } from '../builder/BundleList.tsx';

/** content/letter-builder: the letters of the client. */
export default function LetterBuilderScreen() {
  return <BundleList channel="letter" />;
}
