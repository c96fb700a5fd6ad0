/**
 * Chunks before their turn: rows are read and mapped, and where no claim changes it is decided and formatted what is to be written.
 * That does not depend on what happens before their turn, so they are made while others are written, and written beside them. A portfolio
 * that comes for the first time is nothing else.
 */
import type { Uuid } from '../../../core/id.ts';
import type { Instant } from '../../../core/time.ts';
import { localDate } from '../../../core/zone.ts';
import type { Reading } from '../../platform/tenancy.ts';
import { composePortfolio, type NewPortfolio } from '../account/intake/import.compose.logic.ts';
import { readClaimDigests, readImportAccounts } from '../account/intake/import.read.logic.ts';
import type { AccountState } from '../account/intake/states.logic.ts';
import type { NewMeta } from '../account/metadata/metaFields.logic.ts';
import type { NewEntry } from '../finance/ledger/ledger.logic.ts';
import type { OutcomeFacts } from './import.chunk.ts';
import { decide, touchedBy } from './import.decide.ts';
import type { ImportedRow } from './import.reader.ts';
import { type ImportFile, type ReadChunk, readChunks } from './import.reading.ts';

/** A chunk that only makes claims, ready to be written. Data alone: it may come from another thread. */
export interface NewClaims {
  readonly outcome: OutcomeFacts;
  readonly portfolio: NewPortfolio;
  readonly newEntries: readonly NewEntry[];
  /** Known accounts that search must look at again. */
  readonly touched: ReadonlySet<Uuid>;
  readonly at: Instant;
}

/** A chunk that is new but for what is known word by word, or the rows of one that waits for its turn. */
export interface PreparedChunk extends ReadChunk {
  readonly made: NewClaims | null;
}

/** Gives the chunks of a file one after the other, prepared. */
export interface ChunkSource {
  /** @param at the moment of the import's clock. @returns null after the last one. @throws Fault when the file cannot be read further. */
  next(at: Instant): Promise<PreparedChunk | null>;
  /** To be told how far the import is written: a chunk that comes after one in turn is prepared when that one is written. */
  committed(rowsDone: number): void;
  /** Nothing comes after it. */
  close(): Promise<void>;
}

/** What is to be prepared: data alone. */
export interface Preparation {
  readonly file: ImportFile;
  readonly importId: Uuid;
  /** The client's time zone. */
  readonly zone: string;
  /** What new accounts and claims begin with. */
  readonly newMeta: NewMeta;
  /** Rows that are written already. */
  readonly skip: number;
  /** Chunks up to this row wait for their turn. */
  readonly inTurnUntil: number;
}

/** What a chunk that is not committed yet has made: the database does not show it to the next ones. */
interface Made {
  readonly rowsDone: number;
  readonly claimRefs: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, AccountState>;
}

export class ChunkPreparer implements ChunkSource {
  private readonly preparation: Preparation;
  private readonly reading: Reading;
  private readonly chunks: ReturnType<typeof readChunks>;
  private open: Made[] = [];
  private rowsCommitted: number;
  /** Where the last chunk in turn ends. */
  private turnEnds = 0;
  private onCommitted = () => {};

  constructor(preparation: Preparation, reading: Reading) {
    this.preparation = preparation;
    this.reading = reading;
    this.rowsCommitted = preparation.skip;
    this.chunks = readChunks(preparation.file, preparation.skip);
  }

  async next(at: Instant): Promise<PreparedChunk | null> {
    const { value: chunk } = await this.chunks.next();
    if (!chunk) return null;
    while (this.rowsCommitted < this.turnEnds) await new Promise<void>((resolve) => (this.onCommitted = resolve));
    const made = await this.prepareNew(chunk, at);
    if (!made) this.turnEnds = chunk.rowsDone;
    return made ? { ...chunk, rows: [], made } : { ...chunk, made };
  }

  committed(rowsDone: number): void {
    this.rowsCommitted = rowsDone;
    this.open = this.open.filter((made) => made.rowsDone > rowsDone);
    this.onCommitted();
  }

  async close(): Promise<void> {
    await this.chunks.return(undefined);
  }

  /**
   * Prepares a chunk of claims that nobody knew, on accounts that are new or that it says nothing new about, and of claims that it says again
   * word by word: nothing that happens before its turn changes what is to be written. @returns null for any other chunk.
   */
  private async prepareNew({ rows, rowsDone }: ReadChunk, at: Instant): Promise<NewClaims | null> {
    const { file, inTurnUntil, importId, zone, newMeta } = this.preparation;
    if (file.mapping.record !== 'claims' || rows.length === 0 || rowsDone <= inTurnUntil) return null;
    // As they are now: what is committed from here on, the answers below may not show.
    const { open } = this;
    const claimRefs = new Set(rows.map((row) => row.claimRef));
    if (claimRefs.size < rows.length || rows.some((row) => open.some((made) => made.claimRefs.has(row.claimRef)))) return null;
    const known = await readClaimDigests(this.reading, [...claimRefs]);
    const fresh = rows.filter((row) => known.get(row.claimRef) !== row.digest);
    if (fresh.some((row) => known.has(row.claimRef))) return null;
    const accounts = await this.readAccounts(fresh, open);
    for (const row of fresh) {
      const account = accounts.get(row.account.ref);
      if (account && account.digest !== row.account.digest) return null;
    }
    const decisions = decide({ importId, at, today: localDate(at, zone), newMeta }, fresh, accounts, new Map());
    decisions.outcome.unchanged += rows.length - fresh.length;
    const portfolio = await composePortfolio(this.reading, decisions.newAccounts, decisions.newClaims, at);
    const made = new Map(decisions.newAccounts.map((account) => [account.ref, knownOf(account)]));
    this.open = [...this.open, { rowsDone, claimRefs, accounts: made }];
    return { outcome: decisions.outcome, portfolio, newEntries: decisions.newEntries, touched: touchedBy(decisions), at };
  }

  /** The accounts that rows name, also those that are not committed yet. */
  private async readAccounts(rows: readonly ImportedRow[], open: readonly Made[]): Promise<Map<string, AccountState>> {
    const refs = [...new Set(rows.map((row) => row.account.ref))];
    const accounts = await readImportAccounts(this.reading, refs);
    for (const made of open)
      for (const ref of refs) {
        const account = made.accounts.get(ref);
        if (account) accounts.set(ref, account);
      }
    return accounts;
  }
}

/** An account as the database will show it, without what lies around it. */
function knownOf(account: AccountState): AccountState {
  return { ...account, meta: {}, debtors: null };
}
