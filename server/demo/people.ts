/** The demo's staff and its random numbers: the same seed gives the same portfolio, to the byte. */

export const DEMO_PASSWORD = 'quittance demo';

export const DEMO_USERS = [
  { email: 'admin@demo.quittance.example', name: 'Ada Petersen', role: 'ADMINISTRATOR' },
  { email: 'supervisor@demo.quittance.example', name: 'Samir Haddad', role: 'SUPERVISOR' },
  { email: 'mira@demo.quittance.example', name: 'Mira Oduya', role: 'AGENT' },
  { email: 'jonas@demo.quittance.example', name: 'Jonas Lindholm', role: 'AGENT' },
] as const;

/** A small seeded generator (mulberry32): demo data must not differ between machines. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** 0 <= x < 1 */
    next,
    chance: (probability: number) => next() < probability,
    /** An integer from low to high, both included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  };
}

export type Random = ReturnType<typeof randomFrom>;
