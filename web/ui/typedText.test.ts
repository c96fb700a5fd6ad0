import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arrive, handOver, type Typed } from './typedText.ts';

const type = (state: Typed, text: string): Typed => ({ ...state, text });

it('keeps newer typing while older typing comes back', () => {
  const typed = type(handOver({ text: 'Bra', sent: [] }), 'Brandt');
  expect(arrive(typed, 'Bra')).toEqual({ text: 'Brandt', sent: [] });
});

it('keeps the space at the end, which is not handed over', () => {
  expect(arrive(handOver({ text: 'Hannah ', sent: [] }), 'Hannah').text).toBe('Hannah ');
});

it('takes what somebody else set', () => {
  expect(arrive(handOver({ text: 'Bra', sent: [] }), 'Voss')).toEqual({ text: 'Voss', sent: [] });
  expect(arrive({ text: 'Bra', sent: [] }, '')).toEqual({ text: '', sent: [] });
});

it('never loses a letter, however late and with whatever gaps the typing comes back', () => {
  const moves = fc.array(fc.oneof(fc.record({ key: fc.constantFrom('a', 'b', ' ') }), fc.constant('send'), fc.constant('answer')));
  fc.assert(
    fc.property(moves, fc.infiniteStream(fc.nat(2)), (steps, skips) => {
      let state: Typed = { text: '', sent: [] };
      let written = '';
      const under: string[] = [];
      for (const step of steps) {
        if (typeof step === 'object') {
          written += step.key;
          state = type(state, written);
        } else if (step === 'send') {
          state = handOver(state);
          under.push(state.text);
        } else if (under.length > 0) {
          under.splice(0, Math.min(skips.next().value ?? 0, under.length - 1));
          state = arrive(state, under.shift()!.trim());
        }
        expect(state.text).toBe(written);
      }
    }),
  );
});
