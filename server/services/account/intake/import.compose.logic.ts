/** Accounts and claims that nobody knew before become lines of COPY, by the ten thousand. They are written by intake/import.new.logic.ts. */
import { setImmediate } from 'node:timers/promises';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { CalendarDate, Instant } from '../../../../core/time.ts';
import { CopyLines, type CopyPieces, copyArray, type StagedColumns, stagedTable } from '../../../platform/staging.ts';
import type { Reading } from '../../../platform/tenancy.ts';
import { searchedFields } from '../ground/searchable.ts';
import { wordSign } from '../ground/words.ts';
import { CLAIM_TEXT_COLUMNS, CLAIM_TEXTS } from './claimTexts.logic.ts';
import { json, NEW_CONTACTS, NEW_DEBTORS } from './import.debtor.ts';
import { projectStaged, type StagedProjection } from './staged.ts';
import { plainWords, WordVectors } from './staged.words.ts';
import type { AccountState, ClaimState } from './states.logic.ts';

/** A claim that nobody knew. Its ledger begins with the amount on the value date. */
export interface NewClaim extends ClaimState {
  readonly valueDate: CalendarDate;
}

/** A new account with what search reads of it. */
interface StagedAccount {
  readonly account: AccountState;
  readonly projection: StagedProjection;
  readonly words: string;
}

/** The columns of `account` that are staged. */
export const ACCOUNT_COLUMNS: StagedColumns<StagedAccount> = {
  account_id: ['uuid', ({ account }) => account.accountId],
  external_account_ref: ['text', ({ account }) => account.ref],
  currency: ['text', ({ account }) => account.currency],
  locale: ['text', ({ account }) => account.locale],
  segment: ['text', ({ account }) => account.segment],
  timezone: ['text', ({ account }) => account.timezone],
  meta: ['jsonb', ({ account }) => json(account.meta)],
  import_digest: ['text', ({ account }) => account.digest],
  debtor_name: ['text', ({ projection }) => projection.debtorName],
  debtor_ref: ['text', ({ projection }) => projection.debtorRef],
  debtor_type: ['text', ({ projection }) => projection.debtorType],
  city: ['text', ({ projection }) => projection.city],
  total_amount: ['bigint', ({ projection }) => projection.totalAmount],
  active_claims_count: ['integer', ({ projection }) => projection.activeClaimsCount],
  oldest_due_date: ['date', ({ projection }) => projection.oldestDueDate],
  latest_due_date: ['date', ({ projection }) => projection.latestDueDate],
  latest_claim_ref: ['text', ({ projection }) => projection.latest?.ref],
  latest_claim_portfolio: ['text', ({ projection }) => projection.latest?.portfolio],
  products: ['text[]', ({ projection }) => copyArray(projection.products)],
  portfolios: ['text[]', ({ projection }) => copyArray(projection.portfolios)],
  search_words: ['tsvector', ({ words }) => words],
};

export const NEW_ACCOUNTS = stagedTable<StagedAccount>('import_account', {
  ...ACCOUNT_COLUMNS,
  /** The payload of accountCreated. */
  event: ['json', ({ account }) => JSON.stringify({ externalAccountRef: account.ref, currency: account.currency })],
});

const TEXT_COLUMNS = Object.fromEntries(
  CLAIM_TEXTS.map((name) => [CLAIM_TEXT_COLUMNS[name], ['text', (claim) => claim[name]]]),
) satisfies StagedColumns<NewClaim>;

/** The columns of `claim` that are staged. */
export const CLAIM_COLUMNS: StagedColumns<NewClaim> = {
  external_claim_ref: ['text', ({ ref }) => ref],
  account_id: ['uuid', ({ accountId }) => accountId],
  currency: ['text', ({ currency }) => currency],
  amount: ['bigint', ({ amount }) => amount],
  balance: ['bigint', ({ balance }) => balance],
  total_fees: ['bigint', ({ fees }) => fees],
  due_date: ['date', ({ dueDate }) => dueDate],
  ...TEXT_COLUMNS,
  status: ['text', ({ status }) => status],
  meta: ['jsonb', ({ meta }) => json(meta)],
  import_digest: ['text', ({ digest }) => digest],
};

/** Finance reads the claims' principals here (ledger/import.logic.ts): id, account_id, external_claim_ref, amount, currency, value_date. */
export const NEW_CLAIMS = stagedTable<NewClaim>('import_claim', {
  ...CLAIM_COLUMNS,
  /** Of the first ledger entry, and of the event claimImported. */
  id: ['uuid', () => uuidv7()],
  disputed: ['boolean', ({ disputed }) => disputed],
  value_date: ['date', ({ valueDate }) => valueDate],
  /** The payload of claimImported. */
  event: ['json', ({ amount, currency, dueDate }) => JSON.stringify({ amount: toDecimal(amount, currency), currency, dueDate })],
});

/** What is to be written: data alone, so that it can be made elsewhere than where it is written. */
export interface NewPortfolio {
  readonly moment: Instant;
  readonly accounts: CopyPieces;
  readonly debtors: CopyPieces;
  readonly contacts: CopyPieces;
  readonly claims: CopyPieces;
  readonly products: readonly string[];
  readonly portfolios: readonly string[];
  /** How many of the claims are. */
  readonly disputed: number;
  readonly resolved: number;
}

/** Lines made before others in the process get their turn. */
const BREATH = 200;

/**
 * Formats new accounts and their claims, and claims that are new on known accounts. Lets others have their turn in between.
 */
export async function composePortfolio(
  tx: Reading,
  accounts: readonly AccountState[],
  claims: readonly NewClaim[],
  moment: Instant,
): Promise<NewPortfolio> {
  const ofAccount = Map.groupBy(claims, (claim) => claim.accountId);
  const fields = await searchedFields(tx);
  const projections: StagedProjection[] = [];
  for (const account of accounts) {
    if (projections.length % BREATH === BREATH - 1) await setImmediate();
    projections.push(projectStaged(account, ofAccount.get(account.accountId) ?? [], fields));
  }
  const plain = await plainWords(
    tx,
    projections.flatMap(({ names, marks }) => [names, marks]),
  );
  const composer = new Composer(tx.clientId, moment, plain);
  for (const [index, account] of accounts.entries()) {
    if (index % BREATH === BREATH - 1) await setImmediate();
    composer.addAccount(account, projections[index]!);
  }
  for (const [index, claim] of claims.entries()) {
    if (index % BREATH === BREATH - 1) await setImmediate();
    composer.addClaim(claim);
  }
  return composer.compose();
}

class Composer {
  private readonly moment: Instant;
  private readonly words: WordVectors;
  private readonly accounts = new CopyLines();
  private readonly debtors = new CopyLines();
  private readonly contacts = new CopyLines();
  private readonly claims = new CopyLines();
  private readonly products = new Set<string>();
  private readonly portfolios = new Set<string>();
  private disputed = 0;
  private resolved = 0;

  /** @param plain as of plainWords, for all that will be added. */
  constructor(clientId: Uuid, moment: Instant, plain: (word: string) => string) {
    this.moment = moment;
    this.words = new WordVectors(wordSign(clientId), plain);
  }

  /** @param projection of the account with the claims that come with it. They are added each by itself. */
  addAccount(account: AccountState, projection: StagedProjection): void {
    const { accountId, debtors } = account;
    for (const name of projection.products) this.products.add(name);
    for (const name of projection.portfolios) this.portfolios.add(name);
    this.accounts.add(NEW_ACCOUNTS.line({ account, projection, words: this.words.of(projection) }));
    for (const debtor of debtors ?? []) {
      this.debtors.add(NEW_DEBTORS.line({ accountId, debtor }));
      for (const contact of debtor.contacts) this.contacts.add(NEW_CONTACTS.line({ accountId, debtorId: debtor.debtorId, contact }));
    }
  }

  addClaim(claim: NewClaim): void {
    if (claim.disputed) this.disputed++;
    if (claim.status === 'resolved') this.resolved++;
    this.claims.add(NEW_CLAIMS.line(claim));
  }

  compose(): NewPortfolio {
    const { moment, products, portfolios, disputed, resolved } = this;
    return {
      moment,
      accounts: this.accounts.finish(),
      debtors: this.debtors.finish(),
      contacts: this.contacts.finish(),
      claims: this.claims.finish(),
      products: [...products],
      portfolios: [...portfolios],
      disputed,
      resolved,
    };
  }
}
