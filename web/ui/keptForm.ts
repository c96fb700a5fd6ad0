import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect } from 'react';
import { type KeptInput, useHeld, useKept, type WithKept } from './kept.ts';

export type KeptForm<Values> = UseFormReturnType<Values> & WithKept<Values>;
export type KeptFormInput<Values extends object> = KeptInput<Values> & Omit<UseFormInput<Values>, 'mode' | 'initialValues'>;

/**
 * A form of @mantine/form whose unsent values are kept per user, client and name, and are there again when it opens after a reload.
 * @param name one form, with what it is about: "promise 0193…". Two forms of one name would share what they keep.
 */
export function useKeptForm<Values extends Record<string, unknown>>(name: string, input: KeptFormInput<Values>): KeptForm<Values> {
  const { omit, addsMore, failed, outdatedBy, onConflict, ...options } = input;
  const held = useHeld(name, input.initialValues);
  const form = useForm<Values>({ ...options, initialValues: held.held.draft });
  const kept = useKept(held, input, form);
  // A field is dirty when it differs from what the server has, not from what was typed before.
  const { setInitialValues } = form;
  const { theirs } = kept.kept;
  useEffect(() => setInitialValues(theirs), [setInitialValues, theirs]);
  return { ...form, ...kept };
}
