import { BundleList } from './BundleList.tsx';

/** content/letter-builder: the letters of the client. */
export default function LetterBuilderScreen() {
  return <BundleList channel="letter" />;
}
