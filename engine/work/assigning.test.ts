import { describe, expect, it } from 'vitest';
import { type Ask, chooseAssignee, type Turn, type Worker } from './assigning.ts';

/** A generator of numbers from a seed: every run of the test asks the same questions. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Situation {
  readonly workers: Map<string, Worker>;
  readonly userIds: string[];
}

function situation(next: (below: number) => number): Situation {
  const ids = Array.from({ length: 1 + next(6) }, (_, index) => `u${index}`);
  const workers = new Map(
    ids.map((userId) => [userId, { userId, name: userId.toUpperCase(), active: next(5) > 0, available: next(4) > 0, openTasks: next(5) }]),
  );
  return { workers, userIds: ids.filter(() => next(4) > 0) };
}

const free = ({ workers, userIds }: Situation) => userIds.filter((id) => workers.get(id)?.active && workers.get(id)?.available);

describe('giving a task', () => {
  it('never assigns to people who are away, disabled or outside the topic, and always gives the same answer with its reason', () => {
    const next = numbers(7);
    for (let round = 0; round < 2_000; round++) {
      const found = situation(next);
      const logic = (['manual', 'roundRobin', 'leastOpenTasks', 'byAssignee'] as const)[next(4)]!;
      const ask: Ask = { userIds: found.userIds, logic, assigneeUserId: next(2) ? `u${next(7)}` : null };
      const turn: Turn = { last: next(3) ? `u${next(6)}` : null };
      const given = chooseAssignee(ask, found.workers, turn);
      expect(chooseAssignee(ask, found.workers, turn)).toEqual(given);
      expect(given.why.key).toMatch(/^task\./);
      if (given.userId === null) {
        // It stays only where nobody could have had it.
        if (logic !== 'manual' && found.userIds.length > 0) expect(free(found)).toEqual([]);
        continue;
      }
      const worker = found.workers.get(given.userId)!;
      expect(worker.active && worker.available).toBe(true);
      if (found.userIds.length > 0) expect(found.userIds).toContain(given.userId);
      expect(given.why.values?.name).toBe(worker.name);
    }
  });

  it('takes turns: among n people, n tasks go to n different ones, wherever the round started', () => {
    const next = numbers(11);
    for (let round = 0; round < 200; round++) {
      const found = situation(next);
      const people = free(found);
      if (people.length === 0) continue;
      let turn: Turn = { last: next(2) ? `u${next(6)}` : null };
      const given = people.map(() => {
        const answer = chooseAssignee({ userIds: found.userIds, logic: 'roundRobin', assigneeUserId: null }, found.workers, turn);
        turn = answer.turn;
        return answer.userId;
      });
      expect([...given].sort()).toEqual([...people].sort());
    }
  });

  it('balances open tasks: after many tasks nobody who got one has two more than another', () => {
    const next = numbers(13);
    for (let round = 0; round < 100; round++) {
      const found = situation(next);
      const people = free(found);
      if (people.length === 0) continue;
      const workers = new Map([...found.workers].map(([id, worker]) => [id, { ...worker, openTasks: 0 }]));
      let turn: Turn = { last: null };
      for (let task = 0; task < 23; task++) {
        const answer = chooseAssignee({ userIds: found.userIds, logic: 'leastOpenTasks', assigneeUserId: null }, workers, turn);
        turn = answer.turn;
        const worker = workers.get(answer.userId!)!;
        workers.set(worker.userId, { ...worker, openTasks: worker.openTasks + 1 });
      }
      const counts = people.map((id) => workers.get(id)!.openTasks);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
  });

  it('assigns to the account’s assignee, or to whoever has fewest when they are away', () => {
    const worker = (userId: string, available: boolean, openTasks: number): [string, Worker] => [
      userId,
      { userId, name: userId, active: true, available, openTasks },
    ];
    const ask: Ask = { userIds: ['a', 'b'], logic: 'byAssignee', assigneeUserId: 'a' };
    expect(chooseAssignee(ask, new Map([worker('a', true, 9), worker('b', true, 0)]), { last: null }).userId).toBe('a');
    expect(chooseAssignee(ask, new Map([worker('a', false, 0), worker('b', true, 5)]), { last: null }).userId).toBe('b');
    expect(chooseAssignee({ ...ask, userIds: [] }, new Map([worker('a', true, 9)]), { last: null }).userId).toBe('a');
  });
});
