/** What an account has today where a proposal would change it. */
import type { ProposalAccountQuery } from './account.graphql.ts';
import type { Proposal, Row } from './rows.ts';

type Account = ProposalAccountQuery['getAccountDataV2'];
type Fields = Readonly<Record<string, unknown>>;

/** Operations that change something in place, so that it is worth saying what it is now. */
const CHANGES: readonly string[] = [
  'assignAccount',
  'setAccountMeta',
  'setClaimMeta',
  'setCeaseRequest',
  'setContactConsent',
  'updateDebtor',
];

/** @returns whether a proposal changes what stands in its account already. */
export const changesInPlace = ({ operation }: Pick<Proposal, 'operation'>): boolean => CHANGES.includes(operation);

/**
 * @param proposal one that changes in place. @returns today's value of a row: null where it is empty, undefined where it isn't known, such as a
 * number that is only added.
 */
export function presentValue(proposal: Pick<Proposal, 'operation' | 'values' | 'externalClaimRef'>, row: Row, account: Account): unknown {
  const values = proposal.values as Fields;
  switch (proposal.operation) {
    case 'assignAccount':
      return row.name === 'userId' ? (account.assignee?.userId ?? null) : undefined;
    case 'setCeaseRequest':
      return row.name === 'ceaseRequested' ? account.ceaseRequestedAt !== null : undefined;
    case 'setContactConsent':
      return row.name === 'optedOut' ? account.optedOut.includes(String(values.channel)) : undefined;
    case 'setAccountMeta':
      return metaOf(account.meta, row);
    case 'setClaimMeta':
      return metaOf(account.claims.find((claim) => claim.externalClaimRef === values.externalClaimRef)?.meta, row);
    case 'updateDebtor': {
      const debtor = account.debtors.find((each) => each.externalDebtorRef === values.externalDebtorRef);
      const fields: Fields = { ...debtor?.contactInformation, ...debtor };
      return row.name !== 'externalDebtorRef' && Object.hasOwn(fields, row.name) ? fields[row.name] : undefined;
    }
    default:
      return undefined;
  }
}

const metaOf = (meta: unknown, row: Row): unknown => (row.isOwn ? ((meta as Fields | null | undefined)?.[row.name] ?? null) : undefined);
