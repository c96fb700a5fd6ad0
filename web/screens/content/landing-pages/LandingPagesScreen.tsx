import { LandingList } from './LandingList.tsx';

/** content/landing-page-builder: the pages behind debtors' links. */
export default function LandingPagesScreen() {
  return <LandingList type="claim" />;
}
