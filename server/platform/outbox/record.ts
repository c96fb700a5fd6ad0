/** Writes what became of rows, and has their kind write what follows from it: together, and once. */
import { englishOf, type SaidWords, words } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { HOUR, type Instant } from '../../../core/time.ts';
import { now } from '../clock.ts';
import { count } from '../metrics.ts';
import type { Tx } from '../tenancy.ts';
import type { Way } from './kinds.ts';
import { failing, type News, type OutboxRow, type Prepared, type Result, type Task, type Told } from './rows.ts';
import { type Change, save } from './save.ts';

/** Tries of one row before people are asked, where its way doesn't say. */
const MOST_ATTEMPTS = 8;

/**
 * Writes the last look before sending.
 * @returns what is to be done outside once the transaction has committed.
 */
export async function recordPrepared(
  tx: Tx,
  rows: readonly OutboxRow[],
  prepared: ReadonlyMap<Uuid, Prepared>,
  way: Way,
  lease: number,
): Promise<Task[]> {
  const changes: Change[] = [];
  const told: Told[] = [];
  const tasks: Task[] = [];
  const at = now();
  const until = (at + lease) as Instant;
  const tell = (row: OutboxRow, news: News) => void told.push({ row, news });
  const park = (row: OutboxRow, why: SaidWords) => {
    const reason = englishOf(why);
    changes.push({ row, status: 'unknown', error: reason, errorWords: why });
    tell(row, { became: 'unknown', reason, words: why, providerName: row.providerName });
  };
  for (const row of rows) {
    const interrupted = row.status === 'sending';
    if (interrupted && (row.providerName !== way.providerName || !row.rendered)) {
      park(row, words('deliveryProviderChanged'));
      continue;
    }
    if (interrupted && row.rendered && way.deliveryClass !== 'idempotent') {
      if (way.deliveryClass === 'askable') {
        const attempts = row.attempts + 1;
        changes.push({ row, status: 'sending', next: until, attempts });
        tasks.push({ row: { ...row, attempts }, payload: row.rendered, act: 'ask' });
      } else park(row, words('deliveryAnswerLost'));
      continue;
    }
    const answer = prepared.get(row.outboxId) ?? failing(words('messageUnknown'));
    if (answer.answer === 'send') {
      const attempts = row.attempts + 1;
      const { payload, recipient } = answer;
      changes.push({ row, status: 'sending', next: until, attempts, payload, recipient, providerName: way.providerName });
      tasks.push({ row: { ...row, attempts }, payload, act: 'send' });
    } else if (answer.answer === 'later') {
      const { rule, why, until: moment } = answer;
      changes.push({ row, status: row.status, next: moment, error: null });
      tell(row, { became: 'later', rule, why, until: moment });
    } else if (answer.answer === 'wait') {
      changes.push({ row, status: row.status, next: answer.until, error: answer.reason, blockedSince: answer.since });
      // It is told once, however often is looked.
      if (row.blockedSince === null) tell(row, { became: 'waiting', reason: answer.reason });
    } else if (interrupted) {
      const isFailing = answer.answer === 'fail' && answer.words !== undefined;
      park(row, isFailing ? answer.words : words('deliveryLostAndBarred'));
    } else if (answer.answer === 'cancel') {
      const { rule, why } = answer;
      changes.push({ row, status: 'cancelled', error: rule });
      tell(row, { became: 'cancelled', rule, why });
    } else {
      changes.push({ row, status: 'failed', error: answer.reason });
      tell(row, { became: 'failed', reason: answer.reason, words: answer.words, isBadAddress: false });
    }
  }
  await save(tx, changes, ['queued', 'sending']);
  if (told.length > 0) await way.record(tx, told, at);
  return tasks;
}

/**
 * Writes answers. An answer that comes after somebody else settled the row changes nothing; only that it was sent still corrects 'unknown'.
 * @param pause the first pause before another try, milliseconds. @param lease after which a provider that was called has surely seen what it
 * was given, milliseconds: asked earlier, it may not know of what it is about to take, and would be given it twice.
 * @param isPaused whether the provider is away already, so that no try counts.
 */
export async function recordResults(
  tx: Tx,
  results: readonly Result[],
  way: Way,
  { pause, lease, isPaused = false }: { readonly pause: number; readonly lease: number; readonly isPaused?: boolean },
): Promise<{ sent: number }> {
  const { providerName, deliveryClass, mostAttempts = MOST_ATTEMPTS } = way;
  for (const { row, answer } of results) count.delivery(row.kind, providerName, answer.outcome);
  const at = now();
  const tries = (row: OutboxRow) => row.attempts - row.spared;
  const later = (row: OutboxRow) => (at + Math.min(2 * HOUR, pause * 5 ** Math.max(0, tries(row) - 1))) as Instant;
  const sent: Change[] = [];
  const other: Change[] = [];
  const news = new Map<Uuid, Told>();
  const tell = (row: OutboxRow, what: News) => void news.set(row.outboxId, { row, news: what });
  for (const { row, payload, answer } of results) {
    // A provider that is away refuses everything: that is not the row's fault, and uses up none of its tries.
    const isAway = 'isAway' in answer && answer.isAway === true;
    const spared = isAway && (isPaused || answer.outcome === 'refused') ? 1 : 0;
    const last = tries(row) - spared >= mostAttempts;
    if (answer.outcome === 'sent') {
      const { providerRef } = answer;
      sent.push({ row, status: 'sent', payload: null, providerName, providerRef, error: null, sentAt: at });
      tell(row, { became: 'sent', payload, providerRef, reply: answer.reply });
    } else if (answer.outcome === 'absent') {
      other.push({ row, status: 'queued', next: at, payload: null });
    } else if (answer.outcome === 'held') {
      // As it was: what is asked about is asked about again, what was to be sent is queued.
      if (row.status === 'sending') other.push({ row, status: 'sending', next: at, spared: 1 });
      else other.push({ row, status: 'queued', next: at, payload: null, spared: 1 });
    } else if (answer.outcome === 'refused' && (answer.permanent || last)) {
      const { reason, words: said, badAddress } = answer;
      other.push({ row, status: 'failed', payload: null, error: reason });
      tell(row, { became: 'failed', reason, words: said, payload, providerName, isBadAddress: badAddress });
    } else if (answer.outcome === 'refused') {
      const next = isAway ? ((at + pause) as Instant) : later(row);
      other.push({ row, status: 'queued', next, payload: null, error: answer.reason, spared });
    } else if (deliveryClass === 'neither' || last) {
      const { reason, words: said } = answer;
      // A reason without words of ours is what the provider said.
      const errorWords = said ?? words('providerSaid', { text: reason });
      other.push({ row, status: 'unknown', error: reason, errorWords });
      tell(row, { became: 'unknown', reason, words: said, payload, providerName });
    } else {
      const next = deliveryClass === 'askable' ? (Math.max(later(row), at + lease) as Instant) : later(row);
      other.push({ row, status: 'sending', next, error: answer.reason, spared });
    }
  }
  const written = new Set([...(await save(tx, sent, ['sending', 'unknown'])), ...(await save(tx, other, ['sending']))]);
  const told = [...news.values()].filter(({ row }) => written.has(row.outboxId));
  if (told.length > 0) await way.record(tx, told, at);
  return { sent: told.filter((each) => each.news.became === 'sent').length };
}
