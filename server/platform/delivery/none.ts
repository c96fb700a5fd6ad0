import type { Provider } from './provider.ts';

/** Stands where nothing is set up and nothing may be pretended. Nothing is handed to it; what asks all the same is refused. */
export const noProvider: Provider = {
  name: 'none',
  deliveryClass: 'neither',
  send: async () => ({ outcome: 'refused', permanent: true, badAddress: false, reason: 'no provider is set up' }),
  close: async () => {},
};
