/** Accounts of a search, or chosen ones, as a file. */
import { invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { type CalendarDate, daysBetween } from '../../../../core/time.ts';
import { defineListExport, fetchRows } from '../../../platform/listExport.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { staffNames } from '../../backoffice/backoffice.user.list.logic.ts';
import type { AccountFilter, AccountOrderField } from '../account.graphql.ts';
import { partnersOfAccounts } from '../ground/outsourced.logic.ts';
import { matches, readFilter } from './filter.logic.ts';
import { readOrder } from './keyset.ts';

interface Wanted {
  readonly filter?: AccountFilter;
  readonly orderFields?: AccountOrderField[];
}

interface Row {
  readonly external_account_ref: string;
  readonly debtor_name: string;
  readonly debtor_ref: string;
  readonly debtor_type: string;
  readonly city: string | null;
  readonly currency: string;
  readonly total_amount: bigint;
  readonly active_claims_count: number;
  readonly oldest_due_date: CalendarDate | null;
  readonly latest_due_date: CalendarDate | null;
  readonly products: string[];
  readonly portfolios: string[];
  readonly strategy_name: string | null;
  readonly latest_communication_date: Date | null;
  readonly assignee_user_id: Uuid | null;
  readonly promised_until: CalendarDate | null;
  readonly assigned_partner_id: Uuid | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface Shown extends Row {
  readonly daysPastDue: number | null;
  readonly agent: string | undefined;
  readonly partner: string | undefined;
}

defineListExport<Wanted, Shown, 'account'>({
  name: 'accounts',
  permission: { domain: 'account', action: 'exportAccounts' },
  service: 'account',
  takes: { filter: 'AccountFilter', orderFields: '[AccountOrderField!]' },
  event: 'accountsExported',
  columns: {
    account: { kind: 'text', value: (row) => row.external_account_ref },
    debtor: { kind: 'text', value: (row) => row.debtor_name },
    debtorRef: { kind: 'text', value: (row) => row.debtor_ref },
    debtorType: { kind: 'words', value: (row) => row.debtor_type },
    city: { kind: 'text', value: (row) => row.city },
    currency: { kind: 'text', value: (row) => row.currency },
    balance: { kind: 'money', value: (row) => ({ minor: row.total_amount, currency: row.currency }) },
    openClaims: { kind: 'number', value: (row) => row.active_claims_count },
    oldestDueDate: { kind: 'day', value: (row) => row.oldest_due_date },
    latestDueDate: { kind: 'day', value: (row) => row.latest_due_date },
    daysPastDue: { kind: 'number', value: (row) => row.daysPastDue },
    products: { kind: 'text', value: (row) => row.products.join(', ') },
    portfolios: { kind: 'text', value: (row) => row.portfolios.join(', ') },
    strategy: { kind: 'text', value: (row) => row.strategy_name },
    lastContact: { kind: 'moment', value: (row) => row.latest_communication_date },
    agent: { kind: 'text', value: (row) => row.agent },
    partner: { kind: 'text', value: (row) => row.partner },
    promisedUntil: { kind: 'day', value: (row) => row.promised_until },
    created: { kind: 'moment', value: (row) => row.created_at },
    changed: { kind: 'moment', value: (row) => row.updated_at },
  },
  check: async (tx, { filter = {}, orderFields }, { at }) => {
    await readFilter(tx, await readLocality(tx), filter, at);
    readOrder(orderFields);
    if (filter.accountIds?.length === 0) throw invalid('filter.accountIds', 'chooseAccount');
  },
  rows: async function* (tx: Tx, { filter = {}, orderFields }, { at }) {
    const { words, where, values, today: day } = await readFilter(tx, await readLocality(tx), filter, at);
    const conditions = [...where, ...matches(words)];
    const order = readOrder(orderFields).keys.map((key) => `${key.expression} ${key.descending ? 'desc' : 'asc'} nulls last`);
    const [names, today] = [await staffNames(tx), await day()];
    const select = `select external_account_ref, debtor_name, debtor_ref, debtor_type, city, currency, total_amount, active_claims_count, oldest_due_date, latest_due_date,
        products, portfolios, strategy_name, latest_communication_date, assignee_user_id, promised_until, assigned_partner_id, created_at, updated_at
      from searchable_account a where ${conditions.length > 0 ? conditions.join(' and ') : 'true'} order by ${order.join(', ')}, account_id`;
    for await (const rows of fetchRows<Row>(tx, 'exported', select, values)) {
      const partners = await partnersOfAccounts(
        tx,
        rows.map((row) => row.assigned_partner_id),
      );
      yield rows.map((row) => ({
        ...row,
        daysPastDue: row.oldest_due_date === null ? null : daysBetween(row.oldest_due_date, today),
        agent: row.assignee_user_id === null ? undefined : names.get(row.assignee_user_id),
        partner: partners.get(row.assigned_partner_id),
      }));
    }
  },
});
