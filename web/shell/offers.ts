/** What the open screen offers to do: "Go to" lists it beside where one can go. */
import { useEffect, useEffectEvent } from 'react';
import { makeStore } from '../ui/store.ts';

export interface Offer {
  readonly name: string;
  /** As it is shown to the user. */
  readonly label: string;
  readonly run: () => void;
}

export const offers = makeStore<readonly Offer[]>([]);

/** Offers these while mounted. @param list of the screen as it is now; the names and labels tell when it changed. */
export function useOffers(list: readonly Offer[]): void {
  const run = useEffectEvent((name: string) => list.find((each) => each.name === name)?.run());
  const known = JSON.stringify(list.map(({ name, label }) => [name, label]));
  useEffect(() => {
    const offered = (JSON.parse(known) as [string, string][]).map(([name, label]) => ({
      name,
      label,
      run: () => run(name),
    }));
    offers.set(offered);
    return () => {
      if (offers.get() === offered) offers.set([]);
    };
  }, [known]);
}
