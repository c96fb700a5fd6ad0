import { LandingList } from './LandingList.tsx';

/** content/lp-client: pages of the client that anybody may open. */
export default function ClientPagesScreen() {
  return <LandingList type="client" />;
}
