/** What an assistant proposes to send, as lines: each value under its field's name. */
import type { ProposalFieldsFragment } from './api.graphql.ts';

export type Proposal = ProposalFieldsFragment;

export interface Row {
  /** Unique among the rows of a proposal. */
  readonly path: string;
  /** The field as the API calls it; of `isOwn` rows as the client does. */
  readonly name: string;
  readonly value: unknown;
  /** A field that the client has thought of: metadata, what a trigger takes. */
  readonly isOwn: boolean;
}

/** Fields that hold sentences: they are shown whole, as somebody's words. */
export const LONG: readonly string[] = ['text', 'reason', 'outcome', 'note', 'description'];

/** Objects of fields that the client has named itself. */
const OWN: readonly string[] = ['meta', 'values'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns the lines in the order in which they were sent, without what stands above them: the account and the claim that it is about. */
export function rowsOf({
  values,
  accountId,
  externalClaimRef,
}: Pick<Proposal, 'values' | 'accountId' | 'externalClaimRef'>): readonly Row[] {
  const known: Readonly<Record<string, unknown>> = { accountId, externalClaimRef };
  return Object.entries(isObject(values) ? values : {}).flatMap(([name, value]): readonly Row[] => {
    if (value === undefined || (name in known && known[name] === value)) return [];
    return partsOf(name, value, false, name);
  });
}

function partsOf(name: string, value: unknown, isOwn: boolean, path: string): readonly Row[] {
  if (!isObject(value) || isOwn) return [{ path, name, value, isOwn }];
  return Object.entries(value).flatMap(([part, of]) => partsOf(part, of, OWN.includes(name), `${path}.${part}`));
}
