import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARD, layoutOf, neighbourOf } from './layout.ts';
import { found, graphOf } from './model.ts';

const strategy = (id: string, categories: string[] = []) => ({
  id,
  displayName: `Strategy ${id}`,
  categories,
  active: 1,
  waiting: 0,
  paused: 0,
});
const link = (from: string, to: string) => ({
  from,
  to,
  kind: 'replaces' as const,
  steps: [{ id: 's', stepType: 'replaceStrategySteps', description: '' }],
});
const graph = (ids: string[], links: [string, string][]) =>
  graphOf(
    {
      strategies: ids.map((id) => strategy(id, id === 'c' ? ['Soft'] : [])),
      reactions: [],
      links: links.map(([from, to]) => link(from, to)),
    },
    String,
  );

describe('the picture of strategies', () => {
  it('has every card apart from every other, whatever leads where, circles and starts over included', () => {
    const ids = fc.integer({ min: 1, max: 12 }).map((count) => Array.from({ length: count }, (_, index) => `n${index}`));
    fc.assert(
      fc.property(
        ids.chain((names) =>
          fc.tuple(fc.constant(names), fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)), { maxLength: 24 })),
        ),
        ([names, links]) => {
          const flow = graph(names, links);
          const { places, bends } = layoutOf(flow);
          expect([...places.keys()].sort()).toEqual([...names].sort());
          const cards = [...places.values()];
          for (const [index, one] of cards.entries())
            for (const other of cards.slice(index + 1))
              expect(Math.abs(one.x - other.x) >= CARD.width || Math.abs(one.y - other.y) >= CARD.height).toBe(true);
          for (const { id } of flow.edges) expect(bends.get(id)!.length).toBeGreaterThan(1);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is walked along its lines', () => {
    const flow = graph(
      ['a', 'b', 'c', 'lone'],
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
    );
    const places = layoutOf(flow);
    expect(neighbourOf(flow, places, 'a', 'ArrowRight')).toBe('b');
    expect(neighbourOf(flow, places, 'b', 'ArrowLeft')).toBe('a');
    expect(neighbourOf(flow, places, 'c', 'ArrowRight')).toBe('a');
    expect(neighbourOf(flow, places, 'a', 'ArrowDown')).toBe('lone');
  });

  it('shows what a search finds, and what is next to it faintly', () => {
    const flow = graph(
      ['a', 'b', 'c', 'd'],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    );
    const { graph: shown, faint, matches } = found(flow, '', ['Soft']);
    expect(matches).toEqual(['c']);
    expect([...shown.nodes.keys()]).toEqual(['b', 'c']);
    expect([...faint]).toEqual(['b']);
  });
});
