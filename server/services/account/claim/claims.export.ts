/** Claims of a search, or chosen ones, as a file. */
import { invalid } from '../../../../core/fault.ts';
import { daysBetween } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import { defineListExport } from '../../../platform/listExport.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { staffNames } from '../../backoffice/backoffice.user.list.logic.ts';
import type { ClaimFilter, ClaimOrderField } from '../account.graphql.ts';
import { partnersOfClaims } from '../ground/outsourced.logic.ts';
import { limitSearch } from '../ground/search.limit.ts';
import { readClaimFilter } from './claims.filter.ts';
import { type ClaimRow, claimBatches } from './claims.logic.ts';
import { claimStrategies } from './claims.strategy.logic.ts';

interface Wanted {
  readonly filter?: ClaimFilter;
  readonly order?: ClaimOrderField;
}

interface Shown extends ClaimRow {
  readonly daysPastDue: number | null;
  readonly agent: string | undefined;
  readonly strategy: string | undefined;
  readonly strategyStatus: string;
  readonly partner: string | undefined;
}

const amount = (minor: bigint, { currency }: ClaimRow) => ({ minor, currency });

defineListExport<Wanted, Shown, 'account'>({
  name: 'claims',
  permission: { domain: 'account', action: 'exportClaims' },
  service: 'account',
  takes: { filter: 'ClaimFilter', order: 'ClaimOrderField' },
  columns: {
    claim: { kind: 'text', value: (row) => row.external_claim_ref },
    account: { kind: 'text', value: (row) => row.external_account_ref },
    debtor: { kind: 'text', value: (row) => row.debtor_name },
    city: { kind: 'text', value: (row) => row.city },
    type: { kind: 'text', value: (row) => row.type },
    status: { kind: 'words', value: (row) => row.status },
    currency: { kind: 'text', value: (row) => row.currency },
    balance: { kind: 'money', value: (row) => amount(row.balance, row) },
    amount: { kind: 'money', value: (row) => amount(row.amount, row) },
    fees: { kind: 'money', value: (row) => amount(row.total_fees, row) },
    dueDate: { kind: 'day', value: (row) => row.due_date },
    pastDue: { kind: 'number', value: (row) => row.daysPastDue },
    product: { kind: 'text', value: (row) => row.product_name },
    portfolio: { kind: 'text', value: (row) => row.external_portfolio_ref },
    strategy: { kind: 'text', value: (row) => row.strategy },
    state: { kind: 'words', value: (row) => row.strategyStatus },
    paymentReference: { kind: 'text', value: (row) => row.payment_reference },
    disputed: { kind: 'moment', value: (row) => row.disputed_at },
    promised: { kind: 'day', value: (row) => row.promised_until },
    assignee: { kind: 'text', value: (row) => row.agent },
    partner: { kind: 'text', value: (row) => row.partner },
    created: { kind: 'moment', value: (row) => row.created_at },
    updated: { kind: 'moment', value: (row) => row.updated_at },
  },
  check: async (tx, { filter = {} }, { at, permissions }) => {
    limitSearch(filter, permissions);
    await readClaimFilter(tx, await readLocality(tx), filter, at);
    if (filter.externalClaimRefs?.length === 0) throw invalid('filter.externalClaimRefs', 'chooseClaim');
  },
  rows: async function* (tx, { filter = {}, order }, { at }) {
    const today = localDate(at, (await readLocality(tx)).timezone);
    const names = await staffNames(tx);
    for await (const rows of claimBatches(tx, { filter, order }, at)) {
      const refs = rows.map((row) => row.external_claim_ref);
      const strategies = await claimStrategies().load(tx, refs);
      const partners = await partnersOfClaims(tx, refs);
      yield rows.map((row) => {
        const strategy = strategies.get(row.external_claim_ref);
        return {
          ...row,
          daysPastDue: row.due_date === null ? null : daysBetween(row.due_date, today),
          agent: row.assignee_user_id === null ? undefined : names.get(row.assignee_user_id),
          strategy: strategy?.strategyName,
          strategyStatus: strategy?.strategyStatus ?? 'none',
          partner: partners.get(row.external_claim_ref),
        };
      });
    }
  },
});
