/** A channel's provider as it is edited. Secrets go to the server and never come back: a saved one is known by its asterisks only. */
import type { ProvidersFragment } from './operations.graphql.ts';

/** What stands for a secret that the server has. */
export const SAVED_SECRET = '********';

/** Choosing the installation's own. */
export const DEFAULT = '';

export type Value = string | boolean;
export interface ProviderDraft {
  readonly providerName: string;
  readonly credentials: Readonly<Record<string, Value>>;
  readonly extras: Readonly<Record<string, Value>>;
}

const valuesOf = (saved: unknown): Record<string, Value> =>
  Object.fromEntries(
    Object.entries((saved ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? value : String(value),
    ]),
  );

/** @returns what the form begins with. */
export function draftOf(setting: ProvidersFragment): ProviderDraft {
  const [saved] = setting.providerConfigurations;
  return saved
    ? { providerName: saved.providerName, credentials: valuesOf(saved.credentials), extras: valuesOf(saved.extras) }
    : { providerName: DEFAULT, credentials: {}, extras: {} };
}

/** @returns the draft with another provider: what was saved for it, else empty fields. Secrets are never carried to another one. */
export function withProvider(setting: ProvidersFragment, providerName: string): ProviderDraft {
  const saved = draftOf(setting);
  return saved.providerName === providerName ? saved : { providerName, credentials: {}, extras: {} };
}

const filled = (values: Readonly<Record<string, Value>>) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** @returns what is sent: none for the installation's own. */
export function configurationsOf(draft: ProviderDraft) {
  if (draft.providerName === DEFAULT) return [];
  return [
    {
      providerName: draft.providerName,
      credentials: JSON.stringify(filled(draft.credentials)),
      extras: JSON.stringify(filled(draft.extras)),
    },
  ];
}
