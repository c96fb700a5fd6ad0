/** Accounts and claims that nobody knew before, by the ten thousand: formatted first, then written set-based in one transaction. */
import { setImmediate } from 'node:timers/promises';
import { type Uuid, uuidv7 } from '../../../core/id.ts';
import { toDecimal } from '../../../core/money.ts';
import type { CalendarDate, Instant } from '../../../core/time.ts';
import { appendEventsFrom } from '../../platform/events.ts';
import { CopyLines, copyArray, copyText, idSeries, stage } from '../../platform/staging.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { at, CONTACT_COLUMNS, contactLine, DEBTOR_COLUMNS, debtorLine, json, namesOf, stagedColumns } from './account.import.debtor.ts';
import { writeLabels } from './account.label.logic.ts';
import { projectStaged, type StagedProjection } from './account.staged.ts';
import { plainWords, wordVector } from './account.staged.words.ts';
import type { AccountState, ClaimState } from './account.states.logic.ts';
import { wordSign } from './account.words.ts';

/** A claim that nobody knew. Its ledger begins with the amount on the value date. */
export interface NewClaim extends ClaimState {
  readonly valueDate: CalendarDate;
}

const ACCOUNT_COLUMNS = [
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

const CLAIM_COLUMNS = [
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

/** The principals of the claims that `write` has staged, as finance appends them: rows (entry_id, account_id, external_claim_ref, amount, currency, value_date). */
export const STAGED_PRINCIPALS = 'select id as entry_id, account_id, external_claim_ref, amount, currency, value_date from import_claim';

/** Lines made before others in the process get their turn. */
const BREATH = 200;

/**
 * Formats new accounts and their claims, and claims that are new on known accounts. Lets others have their turn in between.
 * @param tx only reads.
 */
export async function composePortfolio(
  tx: Tx,
  accounts: readonly AccountState[],
  claims: readonly NewClaim[],
  moment: Instant,
): Promise<NewPortfolio> {
  const ofAccount = Map.groupBy(claims, (claim) => claim.accountId);
  const projections: StagedProjection[] = [];
  for (const account of accounts) {
    if (projections.length % BREATH === BREATH - 1) await setImmediate();
    projections.push(projectStaged(account, ofAccount.get(account.accountId) ?? []));
  }
  const plain = await plainWords(
    tx,
    projections.flatMap(({ names, marks }) => [names, marks]),
  );
  const portfolio = new NewPortfolio(tx.clientId, moment, plain);
  for (const [index, account] of accounts.entries()) {
    if (index % BREATH === BREATH - 1) await setImmediate();
    portfolio.addAccount(account, projections[index]!);
  }
  for (const [index, claim] of claims.entries()) {
    if (index % BREATH === BREATH - 1) await setImmediate();
    portfolio.addClaim(claim);
  }
  return portfolio;
}

export class NewPortfolio {
  private readonly clientId: Uuid;
  private readonly moment: Instant;
  private readonly plain: (word: string) => string;
  private readonly sign: string;
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
    this.clientId = clientId;
    this.moment = moment;
    this.plain = plain;
    this.sign = wordSign(clientId);
  }

  get isEmpty(): boolean {
    return this.accounts.count + this.claims.count === 0;
  }

  /** @param projection of the account with the claims that come with it. They are added each by itself. */
  addAccount(account: AccountState, projection: StagedProjection): void {
    const { accountId, debtors } = account;
    const { products, portfolios, latest } = projection;
    for (const name of products) this.products.add(name);
    for (const name of portfolios) this.portfolios.add(name);
    const words = wordVector(projection, this.sign, this.plain);
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

  /** Writes the rows and says that they are there. The claims' ledger entries are written beside them (finance.import.logic.ts) and add up to their balances. */
  async write(tx: Tx): Promise<void> {
    const moment = at(this.moment);
    const client = `'${this.clientId}'`;
    if (this.accounts.count > 0) {
      await stage(tx, 'import_account', `${stagedColumns(ACCOUNT_COLUMNS)}, event json`, this.accounts);
      await stage(tx, 'import_debtor', stagedColumns(DEBTOR_COLUMNS), this.debtors);
      await stage(tx, 'import_contact', stagedColumns(CONTACT_COLUMNS), this.contacts);
    }
    if (this.claims.count > 0)
      await stage(
        tx,
        'import_claim',
        `${stagedColumns(CLAIM_COLUMNS)}, id uuid, disputed boolean, value_date date, event json`,
        this.claims,
      );
    const [account, debtor, contact, claim] = [ACCOUNT_COLUMNS, DEBTOR_COLUMNS, CONTACT_COLUMNS, CLAIM_COLUMNS].map(namesOf);
    if (this.accounts.count > 0)
      await tx.sql(
        `insert into account (client_id, created_at, updated_at, ${account}) select ${client}, ${moment}, ${moment}, ${account} from import_account;
         insert into debtor (client_id, ${debtor}) select ${client}, ${debtor} from import_debtor;
         insert into contact_point (client_id, updated_at, ${contact}) select ${client}, ${moment}, ${contact} from import_contact`,
      );
    if (this.claims.count > 0)
      await tx.sql(
        `insert into claim (client_id, created_at, updated_at, external_due_date, status_reason, disputed_at, ${claim})
         select ${client}, ${moment}, ${moment}, due_date, case when status = 'resolved' then 'paid' end, case when disputed then ${moment} end, ${claim} from import_claim`,
      );
    // An account's first event bears the account's id, a claim's the id of its first ledger entry: there is one of each.
    if (this.accounts.count > 0) await this.tell(tx, 'accountCreated', 'account_id', 'null::text', 'event', 'import_account');
    if (this.claims.count > 0) await this.tell(tx, 'claimImported', 'id', 'external_claim_ref', 'event', 'import_claim');
  }

  /** What others react to, and what the chunks of an import write in turns. Comes after `write`. */
  async finish(tx: Tx): Promise<void> {
    if (this.disputed > 0)
      await this.tell(
        tx,
        'claimDisputed',
        idSeries('row_number() over ()'),
        'external_claim_ref',
        `'{"source": "import"}'::json`,
        'import_claim where disputed',
      );
    if (this.resolved > 0)
      await this.tell(
        tx,
        'claimResolved',
        idSeries('row_number() over ()'),
        'external_claim_ref',
        `json_build_object('balance', '0', 'currency', currency)`,
        `import_claim where status = 'resolved'`,
      );
    await writeLabels(tx, this.products, this.portfolios);
  }

  private async tell(tx: Tx, type: string, id: string, ref: string, payload: string, from: string): Promise<void> {
    await appendEventsFrom(
      tx,
      [type],
      `select ${id} as message_id, '${type}' as message_type, ${at(this.moment)} as emit_time, account_id, ${ref} as external_claim_ref, ${payload} as payload from ${from}`,
    );
  }
}
