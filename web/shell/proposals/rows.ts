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

/** The order in which people read what belongs together: who, then where. Stored values have none. */
const ORDER: readonly string[] = [
  'externalDebtorRef',
  'type',
  'title',
  'firstName',
  'middleName',
  'lastName',
  'companyName',
  'addressLine1',
  'houseNumber',
  'addressLine2',
  'addressLine3',
  'postalCode',
  'city',
  'amount',
  'dueDate',
  'interval',
  'parts',
  'firstDueDate',
];
const place = ({ name, isOwn }: Row): number => (isOwn || !ORDER.includes(name) ? ORDER.length : ORDER.indexOf(name));

/** Objects of fields that the client has named itself. */
const OWN: readonly string[] = ['meta', 'values'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns the lines in the order of reading, without what stands above them: the account and the claim that it is about. */
export function rowsOf({
  values,
  accountId,
  externalClaimRef,
}: Pick<Proposal, 'values' | 'accountId' | 'externalClaimRef'>): readonly Row[] {
  const known: Readonly<Record<string, unknown>> = { accountId, externalClaimRef };
  const rows = Object.entries(isObject(values) ? values : {}).flatMap(([name, value]): readonly Row[] => {
    if (value === undefined || (name in known && known[name] === value)) return [];
    return partsOf(name, value, false, name);
  });
  return rows.toSorted((one, other) => place(one) - place(other));
}

function partsOf(name: string, value: unknown, isOwn: boolean, path: string): readonly Row[] {
  if (!isObject(value) || isOwn) return [{ path, name, value, isOwn }];
  return Object.entries(value).flatMap(([part, of]) => partsOf(part, of, OWN.includes(name), `${path}.${part}`));
}
