/** Clients without figures of their own look at made-up ones: which calls go to the service `mocks` while the client has useMocks on. */
import { useEffect } from 'react';
import { MOCKED } from '../../core/mocks.ts';

let on = false;

/** Says whether the client one works in has useMocks on. */
export function useMocks(useMocks: boolean): void {
  on = useMocks;
  useEffect(
    () => () => {
      on = false;
    },
    [],
  );
}

/** @param fields root fields of the operation. @returns the service that answers it. */
export function answeringService(service: string, fields: readonly string[]): string {
  const mocked: readonly string[] = service === MOCKED.service ? MOCKED.operations : [];
  return on && fields.length > 0 && fields.every((field) => mocked.includes(field)) ? 'mocks' : service;
}
