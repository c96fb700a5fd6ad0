/** What a placeholder is, and examples in place of a reader's values. */
export type PlaceholderGroup = 'claim' | 'account' | 'product' | 'debtor' | 'meta' | 'strategy' | 'reaction' | 'global' | 'link' | 'agent';

export interface Placeholder {
  readonly tag: string;
  readonly group: PlaceholderGroup;
  readonly description: string;
  readonly example: string;
  /** Whether every message of the kind should hold it; nothing is required yet. */
  readonly required: boolean;
}

export type Values = Readonly<Record<PlaceholderGroup, Readonly<Record<string, unknown>>>>;

/** @returns values made of the examples, for a preview without an account. */
export function exampleValues(placeholders: readonly Placeholder[]): Values {
  const values: Record<string, Record<string, unknown>> = {
    claim: {},
    account: {},
    product: {},
    debtor: {},
    meta: {},
    strategy: {},
    reaction: {},
    global: {},
    link: {},
    agent: {},
  };
  for (const { tag, group, example } of placeholders)
    values[group]![tag.slice(group.length + 1)] = /^\d{1,6}$/.test(example) ? Number(example) : example;
  return values as Values;
}
