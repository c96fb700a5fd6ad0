import { describe, expect, it } from 'vitest';
import { type Conversation, REVIEW_PICKS, sampleConversations } from './reviewSample.ts';
import { type Criterion, REVIEW_ANSWERS, type ReviewAnswer, scoreCard, unanswered } from './scoreCard.ts';

/** A generator of numbers from a seed: every run of the test asks the same questions. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const card = (next: (below: number) => number): Criterion[] =>
  Array.from({ length: 1 + next(8) }, (_, index) => ({ id: `c${index}`, weight: 1 + next(5), isCritical: next(4) === 0 }));
const answersTo = (criteria: readonly Criterion[], next: (below: number) => number) =>
  new Map(criteria.map(({ id }) => [id, REVIEW_ANSWERS[next(4)]!] as const));
const all = (criteria: readonly Criterion[], answer: ReviewAnswer) => new Map(criteria.map(({ id }) => [id, answer] as const));

describe('scoreCard', () => {
  it('weighs the answers', () => {
    const criteria = [
      { id: 'party', weight: 3, isCritical: true },
      { id: 'tone', weight: 1, isCritical: false },
    ];
    const score = (party: ReviewAnswer, tone: ReviewAnswer) =>
      scoreCard(
        criteria,
        new Map([
          ['party', party],
          ['tone', tone],
        ]),
      );
    expect(score('yes', 'no')).toEqual({ score: 75, failed: [] });
    expect(score('partly', 'yes')).toEqual({ score: 63, failed: [] });
    expect(score('notApplicable', 'partly')).toEqual({ score: 50, failed: [] });
    expect(score('no', 'yes')).toEqual({ score: 0, failed: ['party'] });
    expect(score('notApplicable', 'notApplicable')).toEqual({ score: null, failed: [] });
  });

  it('stays within 0 and 100, fails for a critical no only, and never falls when an answer improves', () => {
    const next = numbers(11);
    for (let round = 0; round < 2_000; round++) {
      const criteria = card(next);
      const answers = answersTo(criteria, next);
      const { score, failed } = scoreCard(criteria, answers);
      if (score === null) expect([...answers.values()].every((answer) => answer === 'notApplicable')).toBe(true);
      else expect(score >= 0 && score <= 100 && Number.isInteger(score)).toBe(true);
      expect(failed).toEqual(criteria.filter(({ id, isCritical }) => isCritical && answers.get(id) === 'no').map(({ id }) => id));
      const { id } = criteria[next(criteria.length)]!;
      if (answers.get(id) === 'notApplicable') continue;
      expect(scoreCard(criteria, new Map(answers).set(id, 'yes')).score).toBeGreaterThanOrEqual(score!);
    }
  });

  it('scores 100 for all yes, and refuses an incomplete card', () => {
    const criteria = card(numbers(3));
    expect(scoreCard(criteria, all(criteria, 'yes')).score).toBe(100);
    expect(unanswered(criteria, new Map())).toEqual(criteria.map(({ id }) => id));
    expect(() => scoreCard(criteria, new Map())).toThrow(RangeError);
  });
});

describe('sampleConversations', () => {
  const reasons = REVIEW_PICKS.filter((pick) => pick !== 'random');
  const conversations = (next: (below: number) => number): Conversation[] =>
    Array.from({ length: next(60) }, (_, index) => ({
      id: `conversation-${index}`,
      userId: `u${next(5)}`,
      reasons: next(3) === 0 ? [reasons[next(reasons.length)]!] : [],
    }));

  it('is the same in any order, fills each person up to the most, and says why', () => {
    const next = numbers(5);
    for (let round = 0; round < 500; round++) {
      const given = conversations(next);
      const perPerson = 1 + next(6);
      const sample = sampleConversations(given, 'client:2026-11-23', perPerson);
      expect(sampleConversations([...given].reverse(), 'client:2026-11-23', perPerson)).toEqual(sample);
      for (const userId of new Set(given.map((each) => each.userId))) {
        const own = sample.filter(({ conversation }) => conversation.userId === userId);
        const there = given.filter((each) => each.userId === userId).length;
        expect(own.length).toBe(Math.min(perPerson, there));
        expect(new Set(own.map(({ conversation }) => conversation.id)).size).toBe(own.length);
        expect(own.filter(({ pick }) => pick !== 'random').length).toBeLessThanOrEqual(perPerson / 2);
      }
      for (const { conversation, pick } of sample) if (pick !== 'random') expect(conversation.reasons).toContain(pick);
    }
  });

  it('draws others on another day, each conversation about equally often', () => {
    const given = Array.from({ length: 20 }, (_, index) => ({ id: `conversation-${index}`, userId: 'u', reasons: [] }));
    const times = new Map<string, number>();
    for (let day = 0; day < 2_000; day++)
      for (const { conversation } of sampleConversations(given, `client:${day}`, 2))
        times.set(conversation.id, (times.get(conversation.id) ?? 0) + 1);
    // 200 expected each; five standard deviations are about 67.
    for (const { id } of given) expect(Math.abs((times.get(id) ?? 0) - 200)).toBeLessThan(67);
  });
});
