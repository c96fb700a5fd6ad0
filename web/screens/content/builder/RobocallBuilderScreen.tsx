import { BundleList } from './BundleList.tsx';

/** content/robocall-builder: the automated calls of the client. */
export default function RobocallBuilderScreen() {
  return <BundleList channel="call" />;
}
