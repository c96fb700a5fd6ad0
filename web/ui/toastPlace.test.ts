import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liftOver } from './toastPlace.ts';

const page = { width: 1280, height: 800 };
const corner = { width: 360, height: 60 };
const box = (left: number, top: number, width = 90, height = 36) => ({ left, top, right: left + width, bottom: top + height });

describe('toasts', () => {
  it('lie at the bottom right where nothing is in their way', () => {
    expect(liftOver([], corner, page)).toBe(20);
    expect(liftOver([box(700, 750), box(1200, 300), box(1200, 900)], corner, page)).toBe(20);
  });

  it('move above the buttons of a footer, and above fields that are above those', () => {
    expect(liftOver([box(1170, 752)], corner, page)).toBe(800 - 752 + 8);
    expect(liftOver([box(1170, 752), box(900, 690, 340)], corner, page)).toBe(800 - 690 + 8);
  });

  it('take the gap between two rows of buttons when they fit into it', () => {
    expect(liftOver([box(1170, 752), box(1170, 600)], corner, page)).toBe(800 - 752 + 8);
  });

  it('never cover an action unless no place is left', () => {
    const boxes = fc.array(fc.record({ left: fc.integer({ min: 0, max: 1200 }), top: fc.integer({ min: 0, max: 790 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(boxes, fc.integer({ min: 40, max: 300 }), (places, height) => {
        const actions = places.map(({ left, top }) => box(left, top));
        const lift = liftOver(actions, { width: 360, height }, page);
        const toasts = { left: 900, right: 1260, bottom: page.height - lift, top: page.height - lift - height };
        const covers = actions.some(
          (a) => a.right > toasts.left && a.left < toasts.right && a.bottom > toasts.top && a.top < toasts.bottom,
        );
        // Then at least the lowest ones are free.
        const lowest = Math.max(...actions.map((a) => a.bottom));
        if (covers)
          expect(
            actions.filter((a) => a.bottom === lowest && a.right > 900 && a.left < 1260 && a.top < toasts.bottom && a.bottom > toasts.top),
          ).toEqual([]);
      }),
    );
  });
});
