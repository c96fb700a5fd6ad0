/** The product's own score cards: complete in every language, and usable as they are. */
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../core/locale.ts';
import { LEAST_WEIGHT, MOST_WEIGHT, scoreCard } from '../../../engine/work/scoreCard.ts';
import { defaultScoreCard } from './cms.scoreCard.logic.ts';

describe('defaultScoreCard', () => {
  it.each(['call', 'message'] as const)('asks the same about a %s in every language, with valid weights', (channel) => {
    const asked = defaultScoreCard(channel, 'en_US').map(({ id }) => id);
    for (const locale of LOCALES) {
      const card = defaultScoreCard(channel, locale);
      expect(card.map(({ id }) => id)).toEqual(asked);
      for (const { weight, question } of card) {
        expect(weight >= LEAST_WEIGHT && weight <= MOST_WEIGHT).toBe(true);
        expect(question).toMatch(/\?$/);
      }
      expect(scoreCard(card, new Map(card.map(({ id }) => [id, 'yes'] as const)))).toEqual({ score: 100, failed: [] });
    }
  });

  it('fails a call where the debt was told to the wrong person, and asks for a note about calls only', () => {
    const card = defaultScoreCard('call', 'en_US');
    const answers = new Map(card.map(({ id }) => [id, id === 'rightParty' ? ('no' as const) : ('yes' as const)]));
    expect(scoreCard(card, answers)).toEqual({ score: 0, failed: ['rightParty'] });
    expect(card.map(({ id }) => id)).toContain('note');
    expect(defaultScoreCard('message', 'en_US').map(({ id }) => id)).not.toContain('note');
  });
});
