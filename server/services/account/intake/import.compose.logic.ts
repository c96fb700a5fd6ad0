/** Accounts and claims that nobody knew before become lines of COPY, by the ten thousand. They are written by intake/import.new.logic.ts. */
import { setImmediate } from 'node:timers/promises';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { toDecimal } from '../../../../core/money.ts';
import type { CalendarDate, Instant } from '../../../../core/time.ts';
import { CopyLines, type CopyPieces, copyArray, copyText } from '../../../platform/staging.ts';
import type { Reading } from '../../../platform/tenancy.ts';
import { searchedFields } from '../ground/searchable.ts';
import { wordSign } from '../ground/words.ts';
import { contactLine, debtorLine, json } from './import.debtor.ts';
import { projectStaged, type StagedProjection } from './staged.ts';
import { plainWords, WordVectors } from './staged.words.ts';
import type { AccountState, ClaimState } from './states.logic.ts';

/** A claim that nobody knew. Its ledger begins with the amount on the value date. */
export interface NewClaim extends ClaimState {
  readonly valueDate: CalendarDate;
}

/** What stands in the lines, in its order. An event's payload follows. */
export const ACCOUNT_COLUMNS = [
  ['account_id', 'uuid'],
  ['external_account_ref', 'text'],
  ['currency', 'text'],
  ['locale', 'text'],
  ['segment', 'text'],
  ['timezone', 'text'],
  ['meta', 'jsonb'],
  ['import_digest', 'text'],
  ['debtor_name', 'text'],
  ['debtor_ref', 'text'],
  ['debtor_type', 'text'],
  ['city', 'text'],
  ['total_amount', 'bigint'],
  ['active_claims_count', 'integer'],
  ['oldest_due_date', 'date'],
  ['latest_due_date', 'date'],
  ['latest_claim_ref', 'text'],
  ['latest_claim_portfolio', 'text'],
  ['products', 'text[]'],
  ['portfolios', 'text[]'],
  ['search_words', 'tsvector'],
] as const;

/** An id, whether the claim is disputed, its value date and an event's payload follow. */
export const CLAIM_COLUMNS = [
  ['external_claim_ref', 'text'],
  ['account_id', 'uuid'],
  ['type', 'text'],
  ['currency', 'text'],
  ['amount', 'bigint'],
  ['balance', 'bigint'],
  ['total_fees', 'bigint'],
  ['due_date', 'date'],
  ['external_portfolio_ref', 'text'],
  ['product_reference', 'text'],
  ['product_name', 'text'],
  ['product_type', 'text'],
  ['payment_reference', 'text'],
  ['segment', 'text'],
  ['status', 'text'],
  ['meta', 'jsonb'],
  ['import_digest', 'text'],
] as const;

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
    const { products, portfolios, latest } = projection;
    for (const name of products) this.products.add(name);
    for (const name of portfolios) this.portfolios.add(name);
    const words = this.words.of(projection);
    this.accounts.add(
      `${accountId}\t${copyText(account.ref)}\t${account.currency}\t${copyText(account.locale)}\t${copyText(account.segment)}\t${copyText(account.timezone)}\t${json(account.meta)}\t${copyText(account.digest)}\t${copyText(projection.debtorName)}\t${copyText(projection.debtorRef)}\t${projection.debtorType}\t${copyText(projection.city)}\t${projection.totalAmount}\t${projection.activeClaimsCount}\t${projection.oldestDueDate ?? '\\N'}\t${projection.latestDueDate ?? '\\N'}\t${copyText(latest?.ref)}\t${copyText(latest?.portfolio)}\t${copyText(copyArray(products))}\t${copyText(copyArray(portfolios))}\t${copyText(words)}\t${json({ externalAccountRef: account.ref, currency: account.currency })}\n`,
    );
    for (const debtor of debtors ?? []) {
      this.debtors.add(debtorLine(accountId, debtor));
      for (const contact of debtor.contacts) this.contacts.add(contactLine(accountId, debtor.debtorId, contact));
    }
  }

  addClaim(claim: NewClaim): void {
    if (claim.disputed) this.disputed++;
    if (claim.status === 'resolved') this.resolved++;
    const due = claim.dueDate === null ? 'null' : `"${claim.dueDate}"`;
    this.claims.add(
      `${copyText(claim.ref)}\t${claim.accountId}\t${copyText(claim.type)}\t${claim.currency}\t${claim.amount}\t${claim.balance}\t${claim.fees}\t${claim.dueDate ?? '\\N'}\t${copyText(claim.portfolio)}\t${copyText(claim.productReference)}\t${copyText(claim.productName)}\t${copyText(claim.productType)}\t${copyText(claim.paymentReference)}\t${copyText(claim.segment)}\t${claim.status}\t${json(claim.meta)}\t${copyText(claim.digest)}\t${uuidv7()}\t${claim.disputed ? 't' : 'f'}\t${claim.valueDate}\t{"amount":"${toDecimal(claim.amount, claim.currency)}","currency":"${claim.currency}","dueDate":${due}}\n`,
    );
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
