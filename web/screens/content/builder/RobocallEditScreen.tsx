import { BundleEditor } from './BundleEditor.tsx';

/** content/robocall-builder/new, edit and clone: one automated call. */
export default function RobocallEditScreen() {
  return <BundleEditor channel="call" />;
}
