import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultOf, type ServerFault } from '../../../ui/fault.ts';
import classes from './Code.module.css';

const keyOf = (clientId: string) => `quittance.trialClaim.${clientId}`;

interface ClaimTrialProps {
  label: string;
  button: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** Asks the server about the claim; what it refuses is shown at the field. */
  onTry: (externalClaimRef: string) => Promise<void>;
  /** The answer. */
  children: ReactNode;
}

/** Tries conditions or code on a claim: the same one in every panel, until the browser is closed. */
export function ClaimTrial({ label, button, icon, disabled = false, onTry, children }: ClaimTrialProps) {
  const { clientId } = useWorkspace();
  const [claim, setClaim] = useState(() => sessionStorage.getItem(keyOf(clientId)) ?? '');
  const [refusal, setRefusal] = useState<ServerFault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isReady = !disabled && !isBusy && claim.trim() !== '';

  async function ask() {
    if (!isReady) return;
    setBusy(true);
    setRefusal(null);
    try {
      await onTry(claim.trim());
    } catch (caught) {
      setRefusal(faultOf(caught));
    }
    setBusy(false);
  }

  return (
    <div className={classes.trial}>
      <TextInput
        label={label}
        value={claim}
        error={refusal ? <FaultText fault={refusal} /> : undefined}
        onChange={(event) => {
          setClaim(event.currentTarget.value);
          sessionStorage.setItem(keyOf(clientId), event.currentTarget.value);
        }}
        // A panel may stand in a form of its own.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void ask();
        }}
      />
      <Button variant="default" loading={isBusy} onClick={() => void ask()} disabled={disabled || claim.trim() === ''} leftSection={icon}>
        {button}
      </Button>
      <output className={classes.answer} aria-live="polite">
        {refusal ? null : children}
      </output>
    </div>
  );
}
