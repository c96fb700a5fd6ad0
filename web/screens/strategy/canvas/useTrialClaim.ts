/** The claim that conditions and code are tried on: the same in every panel, until the browser is closed. */
import { useState } from 'react';

const keyOf = (clientId: string) => `quittance.trialClaim.${clientId}`;

/** @returns its reference, and what chooses another. */
export function useTrialClaim(clientId: string): [string, (externalClaimRef: string) => void] {
  const [claim, setClaim] = useState(() => sessionStorage.getItem(keyOf(clientId)) ?? '');
  return [
    claim,
    (next) => {
      setClaim(next);
      sessionStorage.setItem(keyOf(clientId), next);
    },
  ];
}
