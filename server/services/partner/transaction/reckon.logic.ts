/**
 * Commissions follow the ledger: every entry that is money on a claim while a partner had it becomes one commission, and what takes it back
 * takes the same back. Nothing is reckoned twice, whoever asks and however often.
 */
import { and, eq, inArray } from 'drizzle-orm';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { addDays, type CalendarDate, instant } from '../../../../core/time.ts';
import { localDate } from '../../../../core/zone.ts';
import {
  type Commission,
  type CommissionReason,
  reckonFee,
  reckonMinimum,
  reckonPayment,
  type Sums,
  spread,
  takeBack,
} from '../../../../engine/commission/reckon.ts';
import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/tenancy.ts';
import { readLocality } from '../../backoffice/backoffice.logic.ts';
import { partnerCommission } from '../ground/commission.tables.ts';
import { holdCommissions } from '../ground/partner.logic.ts';
import {
  type Assignment,
  accountsToReckon,
  type MoneyEntry,
  readAssignments,
  readNewEntries,
  readVersions,
  type Version,
} from './reckon.read.ts';

type Row = typeof partnerCommission.$inferSelect;

/** Accounts that one statement reads. */
const CHUNK = 500;

/** Reckons what is new of a partner's claims, before a statement is closed. */
export async function reckonPartner(tx: Tx, partnerId: Uuid): Promise<void> {
  await reckonAccounts(tx, await accountsToReckon(tx, partnerId));
}

/** Reckons again what came in while nothing was agreed, from a day on: an agreement for it was saved. */
export async function reckonUnagreed(tx: Tx, partnerId: Uuid, from: CalendarDate): Promise<void> {
  await holdCommissions(tx);
  const rows = await tx.sql<{ accountId: Uuid }>(
    `delete from partner_commission where client_id = $1 and partner_id = $2 and agreement_id is null and invoice_id is null and day >= $3
     returning account_id as "accountId"`,
    [tx.clientId, partnerId, from],
  );
  await reckonAccounts(tx, [...new Set(rows.map(({ accountId }) => accountId))]);
  await reckonPartner(tx, partnerId);
}

/** Reckons whatever is new on accounts. Those without a claim that was with a partner cost one look. */
export async function reckonAccounts(tx: Tx, accountIds: readonly Uuid[]): Promise<void> {
  if (accountIds.length === 0) return;
  await holdCommissions(tx);
  const { timezone } = await readLocality(tx);
  for (let at = 0; at < accountIds.length; at += CHUNK) {
    const assignments = await readAssignments(tx, accountIds.slice(at, at + CHUNK));
    if (assignments.length > 0) await reckonChunk(tx, assignments, timezone);
  }
}

async function reckonChunk(tx: Tx, assignments: readonly Assignment[], zone: string): Promise<void> {
  const accountIds = [...new Set(assignments.map(({ accountId }) => accountId))];
  const [entries, versions, known] = [
    await readNewEntries(tx, accountIds),
    await readVersions(tx, [...new Set(assignments.map(({ partnerId }) => partnerId))]),
    await tx.db
      .select()
      .from(partnerCommission)
      .where(
        and(
          eq(partnerCommission.clientId, tx.clientId),
          inArray(
            partnerCommission.assignmentId,
            assignments.map(({ assignmentId }) => assignmentId),
          ),
        ),
      ),
  ];
  const reckoning = new Reckoning(tx.clientId, assignments, versions, known, zone);
  for (const group of groupsOf(entries)) reckoning.take(group);
  reckoning.settleClaims();
  for (let at = 0; at < reckoning.made.length; at += CHUNK)
    await tx.db
      .insert(partnerCommission)
      .values(reckoning.made.slice(at, at + CHUNK))
      .onConflictDoNothing();
}

/** @returns entries in their order; the parts of one payment on one claim, which it is rounded over, together. */
function groupsOf(entries: readonly MoneyEntry[]): MoneyEntry[][] {
  const groups = new Map<string, MoneyEntry[]>();
  for (const entry of entries) {
    const isPart = entry.kind === 'payment' && entry.reversesEntryId === null && entry.paymentId !== null;
    const key = isPart ? `${entry.externalClaimRef} ${entry.paymentId} ${entry.valueDate} ${entry.bookedAt.getTime()}` : entry.entryId;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()];
}

/** Some claims while they are reckoned: what is known of them, and what is added. */
class Reckoning {
  readonly made: Row[] = [];
  private readonly byEntry = new Map<Uuid, Row>();
  private readonly byAssignment = new Map<Uuid, Row[]>();
  private readonly claims = new Map<string, Assignment[]>();

  private readonly clientId: Uuid;
  private readonly assignments: readonly Assignment[];
  private readonly versions: readonly Version[];
  private readonly zone: string;

  constructor(clientId: Uuid, assignments: readonly Assignment[], versions: readonly Version[], known: readonly Row[], zone: string) {
    this.clientId = clientId;
    this.assignments = assignments;
    this.versions = versions;
    this.zone = zone;
    for (const each of assignments) this.claims.set(each.externalClaimRef, [...(this.claims.get(each.externalClaimRef) ?? []), each]);
    for (const row of known) this.note(row);
  }

  private note(row: Row): void {
    if (row.entryId !== null) this.byEntry.set(row.entryId, row);
    this.byAssignment.set(row.assignmentId, [...this.rowsOf(row.assignmentId), row]);
  }

  private rowsOf = (assignmentId: Uuid): readonly Row[] => this.byAssignment.get(assignmentId) ?? [];
  private dayOf = (at: Date): CalendarDate => localDate(instant(at), this.zone);

  /** @returns the version of a partner's agreement that holds on a day. */
  private versionOn = (partnerId: Uuid, day: CalendarDate): Version | null =>
    this.versions.findLast((each) => each.partnerId === partnerId && each.validFrom <= day) ?? null;

  /** One entry, or the parts of one payment. */
  take(group: readonly MoneyEntry[]): void {
    const [first] = group;
    if (!first) return;
    if (first.reversesEntryId !== null) this.takeReversal(first, first.reversesEntryId);
    else if (first.kind === 'payment' && first.amount < 0n) this.takePayment(group, first);
    else this.takePart(first);
  }

  /**
   * @returns who had the claim when money arrived: whoever got it last before, if it was not back by then but for the days of after-care. Of the day
   * of the hand-over counts what is booked after it; the day of the return counts whole.
   */
  private holderOf({ externalClaimRef, valueDate, bookedAt }: MoneyEntry): Assignment | null {
    const had = (this.claims.get(externalClaimRef) ?? []).filter(({ partnerId, createdAt, endedAt }) => {
      const begun = this.dayOf(createdAt);
      if (valueDate < begun || (valueDate === begun && bookedAt < createdAt)) return false;
      if (endedAt === null) return true;
      const afterCare = this.versionOn(partnerId, valueDate)?.terms.afterCareDays ?? 0;
      return valueDate <= addDays(this.dayOf(endedAt), afterCare);
    });
    return had.at(-1) ?? null;
  }

  private takePayment(group: readonly MoneyEntry[], first: MoneyEntry): void {
    const holder = this.holderOf(first);
    if (!holder) return;
    const version = this.versionOn(holder.partnerId, first.valueDate);
    const bases = group.map(({ amount }) => -amount);
    const earned = reckonPayment(version?.terms ?? null, {
      base: bases.reduce((sum, base) => sum + base, 0n),
      currency: first.currency,
      kind: first.paymentKind,
      day: first.valueDate,
      handedOver: this.dayOf(holder.createdAt),
      dueDate: holder.dueDate,
      soFar: this.soFar(holder.assignmentId),
    });
    const parts = spread(earned, bases);
    for (const [at, entry] of group.entries())
      this.addEntry('payment', holder, version?.agreementId ?? null, entry, parts[at]!, earned.why);
    if (version?.terms.fixedFeeAt === 'success') this.addFee(holder, version, first.valueDate);
  }

  /** An entry that undoes another one undoes its commission as it was; without one there is nothing to undo. */
  private takeReversal(entry: MoneyEntry, reverses: Uuid): void {
    const before = this.byEntry.get(reverses);
    if (!before) return;
    const back = { figure: -before.figure, net: -before.net, vat: -before.vat };
    this.addEntry('takenBack', before, before.agreementId, { ...entry, paymentKind: before.paymentKind ?? 'direct' }, back, {
      key: 'takenBack',
      values: {},
    });
  }

  /** A refund or chargeback in part gives back as much of what its payment earned on the claim. */
  private takePart(entry: MoneyEntry): void {
    const own = [...this.byEntry.values()].filter(
      (row) => row.paymentId !== null && row.paymentId === entry.paymentId && row.externalClaimRef === entry.externalClaimRef,
    );
    // The component of an earlier booking first; a credit may be given back that had been put elsewhere.
    const paid = own.filter(({ kind, component }) => kind === 'payment' && component === entry.component);
    const [from, taken] =
      paid.length > 0
        ? [paid, own.filter(({ kind, component }) => kind === 'takenBack' && component === entry.component)]
        : [own.filter(({ kind }) => kind === 'payment'), own.filter(({ kind }) => kind === 'takenBack')];
    const [first] = from;
    const base = sumOf(from, 'base');
    const before = -sumOf(taken, 'base');
    if (!first) return;
    // What is paid back beyond the payment earned nothing that could go back with it.
    const rest = base > before ? base - before : 0n;
    const back = entry.amount < rest ? entry.amount : rest;
    const earned = { figure: sumOf(from, 'figure'), net: sumOf(from, 'net'), vat: sumOf(from, 'vat') };
    const gone = takeBack(earned, base, before, back);
    const why: CommissionReason = { key: 'takenBack', values: {} };
    this.addEntry('takenBack', first, first.agreementId, { ...entry, paymentKind: first.paymentKind ?? 'direct' }, gone, why);
  }

  /** Fees of the hand-over and the close, and what is missing of the least of a claim that is back. */
  settleClaims(): void {
    const today = localDate(now(), this.zone);
    for (const assignment of this.assignments) {
      const { partnerId, createdAt, endedAt, status, assignmentId, currency } = assignment;
      const begun = this.dayOf(createdAt);
      const atFirst = this.versionOn(partnerId, begun);
      if (atFirst?.terms.fixedFeeAt === 'handOver') this.addFee(assignment, atFirst, begun);
      if (endedAt === null) continue;
      const ended = this.dayOf(endedAt);
      const version = this.versionOn(partnerId, ended);
      if (!version) continue;
      if (version.terms.fixedFeeAt === 'close' && status === 'resolved') this.addFee(assignment, version, ended);
      const rows = this.rowsOf(assignmentId);
      const isOver = today > addDays(ended, version.terms.afterCareDays);
      if (isOver && sumOf(rows, 'base') > 0n) {
        const missing = reckonMinimum(version.terms, currency, this.soFar(assignmentId));
        if (missing) this.addOfClaim('minimum', assignment, version, addDays(ended, version.terms.afterCareDays), missing);
      }
    }
  }

  /** @returns what percentages of a claim came to. */
  private soFar = (assignmentId: Uuid): bigint =>
    sumOf(
      this.rowsOf(assignmentId).filter(({ entryId }) => entryId !== null),
      'figure',
    );

  private addFee(assignment: Assignment, version: Version, day: CalendarDate): void {
    const fee = reckonFee(version.terms, assignment.currency);
    if (fee) this.addOfClaim('fixedFee', assignment, version, day, fee);
  }

  private addOfClaim(kind: 'fixedFee' | 'minimum', assignment: Assignment, version: Version, day: CalendarDate, commission: Commission) {
    if (this.rowsOf(assignment.assignmentId).some((row) => row.kind === kind)) return;
    this.add({ ...this.partsOf(assignment), ...commission, kind, agreementId: version.agreementId, day, base: 0n });
  }

  private addEntry(
    kind: 'payment' | 'takenBack',
    of: Pick<Assignment, 'partnerId' | 'assignmentId' | 'accountId' | 'externalClaimRef' | 'currency'>,
    agreementId: Uuid | null,
    { entryId, paymentId, component, paymentKind, valueDate, amount }: MoneyEntry,
    { figure, net, vat }: Sums,
    why: CommissionReason,
  ): void {
    const entry = { entryId, paymentId, component, paymentKind, day: valueDate, base: -amount };
    this.add({ ...this.partsOf(of), ...entry, kind, agreementId, figure, net, vat, why });
  }

  private partsOf = ({ partnerId, assignmentId, accountId, externalClaimRef, currency }: Parameters<Reckoning['addEntry']>[1]) => ({
    partnerId,
    assignmentId,
    accountId,
    externalClaimRef,
    currency,
  });

  private add(
    row: Omit<Row, 'clientId' | 'commissionId' | 'createdAt' | 'invoiceId' | 'entryId' | 'paymentId' | 'component' | 'paymentKind'> &
      Partial<Row>,
  ) {
    const made: Row = {
      entryId: null,
      paymentId: null,
      component: null,
      paymentKind: null,
      ...row,
      clientId: this.clientId,
      commissionId: uuidv7(),
      createdAt: now(),
      invoiceId: null,
    };
    this.note(made);
    this.made.push(made);
  }
}

const sumOf = (rows: readonly Row[], key: 'base' | 'figure' | 'net' | 'vat'): bigint => rows.reduce((sum, row) => sum + row[key], 0n);
