import { englishOf, words } from '../../../core/fault.ts';
import { NOBODY } from '../outbox/circuit.ts';
import type { Provider } from './provider.ts';

const NOT_SET_UP = words('providerNotSetUp');

/** Stands where nothing is set up and nothing may be pretended. Nothing is handed to it; what asks all the same is refused. */
export const noProvider: Provider = {
  name: NOBODY,
  deliveryClass: 'neither',
  send: async () => ({ outcome: 'refused', permanent: true, badAddress: false, reason: englishOf(NOT_SET_UP), words: NOT_SET_UP }),
  close: async () => {},
};
