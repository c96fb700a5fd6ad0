/** What every form of sign-in does: send once, show what was refused beside its field or above the form. */
import { useState } from 'react';
import { faultOf, type ServerFault } from '../../ui/fault.ts';

export interface StepState {
  readonly busy: boolean;
  /** What no field took. */
  readonly fault: ServerFault | null;
  /** What is wrong with a field: a text of the form, or what the server said. */
  readonly errors: Readonly<Record<string, string | ServerFault>>;
  readonly setErrors: (errors: Readonly<Record<string, string | ServerFault>>) => void;
  /** @returns whether it went well. */
  readonly send: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** @param fields names of the form's fields, as the server names them. */
export function useStep(fields: readonly string[]): StepState {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<ServerFault | null>(null);
  const [errors, setErrors] = useState<StepState['errors']>({});
  return {
    busy,
    fault,
    errors,
    setErrors,
    send: async (work) => {
      if (busy) return false;
      setBusy(true);
      setFault(null);
      setErrors({});
      try {
        await work();
        return true;
      } catch (error) {
        const refused = faultOf(error);
        if (refused.field !== null && fields.includes(refused.field)) setErrors({ [refused.field]: refused });
        else setFault(refused);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
