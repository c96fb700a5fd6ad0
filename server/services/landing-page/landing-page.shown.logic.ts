/** Which pages were shown, how they looked, and to whom: a process notes each once, so that not every look at a page writes. */
import type { Uuid } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import { DAY } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { ShownLook } from '../cms/cms.landing.kept.logic.ts';
import { digestOf, keepLook } from '../cms/cms.landing.kept.logic.ts';
import { type ChosenPage, noteShown } from '../cms/cms.landing.show.logic.ts';

/** Notes that are kept in mind. */
const MOST_NOTED = 10_000;

/** @returns how a process notes what it shows. */
export function shownNotes() {
  const noted = new Set<string>();
  return {
    /**
     * Notes what is new about a look at a page. @param reader null: anybody. The product's own pages aren't noted.
     * @returns what `remember` is given once that is saved
     */
    note: async (
      tx: Tx,
      { chosen, look }: { readonly chosen: ChosenPage; readonly look: ShownLook | null },
      reader: { readonly accountId: Uuid; readonly locale: Locale } | null,
    ): Promise<string[]> => {
      const { landingPageId, version } = chosen;
      if (landingPageId === null || look === null) return [];
      const digest = digestOf(look);
      const page = `${landingPageId} ${version} ${digest}`;
      if (!noted.has(page)) await keepLook(tx, { landingPageId, version }, look);
      if (!reader) return [page];
      const { accountId, locale } = reader;
      // Once a day: when it was last shown is told to the day.
      const seen = `${page} ${accountId} ${locale} ${Math.floor(now() / DAY)}`;
      if (!noted.has(seen)) await noteShown(tx, accountId, chosen, locale, digest);
      return [page, seen];
    },
    remember: (signs: readonly string[]) => {
      if (noted.size > MOST_NOTED) noted.clear();
      for (const sign of signs) noted.add(sign);
    },
  };
}
