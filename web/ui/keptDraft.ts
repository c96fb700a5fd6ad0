import type { FormErrors } from '@mantine/form';
import { useCallback, useRef, useState } from 'react';
import { type Fields, type KeptInput, useHeld, useKept, type WithKept } from './kept.ts';

export type KeptDraft<Values> = Fields<Values> & WithKept<Values>;

/** What useKeptForm is, without the weight of @mantine/form: for values that are not edited field by field. */
export function useKeptDraft<Values extends object>(name: string, input: KeptInput<Values>): KeptDraft<Values> {
  const held = useHeld(name, input.initialValues);
  const draft = useDraft(held.held.draft);
  return { ...draft, ...useKept(held, input, draft) };
}

function useDraft<Values>(begin: Values): Fields<Values> {
  const [values, become] = useState(begin);
  const [errors, setErrors] = useState<FormErrors>({});
  const latest = useRef(values);
  const getValues = useCallback(() => latest.current, []);
  const clearErrors = useCallback(() => setErrors({}), []);
  const setValues = useCallback((part: Partial<Values>) => {
    latest.current = { ...latest.current, ...part };
    become(latest.current);
    setErrors({});
  }, []);
  return {
    values,
    errors,
    getValues,
    setValues,
    setErrors,
    clearErrors,
    onSubmit: (handle) => (event) => {
      event?.preventDefault();
      handle(latest.current);
    },
  };
}
