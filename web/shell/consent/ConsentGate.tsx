import { lazy, Suspense, useEffect } from 'react';
import { useStore } from '../../ui/store.ts';
import { consent, isAsking, startConsent } from './consent.ts';

const ConsentBanner = lazy(() => import('./ConsentBanner.tsx'));
const ConsentDialog = lazy(() => import('./ConsentDialog.tsx'));

let started = false;

/** Finds out what the visitor agreed to, and asks where that is needed; what shows is loaded when it does. */
export default function ConsentGate() {
  const now = useStore(consent);
  useEffect(() => {
    if (started) return;
    started = true;
    void startConsent();
  }, []);
  return (
    <Suspense>
      {isAsking(now) && <ConsentBanner />}
      {now.choosing && <ConsentDialog />}
    </Suspense>
  );
}
