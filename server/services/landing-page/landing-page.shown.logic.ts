/** Which pages were shown, how they looked, and to whom: a process notes each once, so that not every look at a page writes. */
import type { Uuid } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import { DAY } from '../../../core/time.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type KeptLook, keepLook } from '../cms/cms.landing.kept.logic.ts';
import { type ChosenPage, noteShown } from '../cms/cms.landing.show.logic.ts';

/** Notes that are kept in mind. */
const MOST_NOTED = 10_000;

/** What is new about a look at a page. */
export interface Due {
  readonly save: (tx: Tx) => Promise<void>;
  /** Call it once that is committed. */
  readonly remember: () => void;
}

/** @returns how a process notes what it shows. */
export function shownNotes() {
  const noted = new Set<string>();
  return {
    /** @param reader null: anybody. @returns what has to be noted of a look at a page; null for nothing, and for the product's own pages. */
    due: (
      { chosen, look }: { readonly chosen: ChosenPage; readonly look: KeptLook | null },
      reader: { readonly accountId: Uuid; readonly locale: Locale } | null,
    ): Due | null => {
      const { landingPageId, version } = chosen;
      if (landingPageId === null || look === null) return null;
      const page = `${landingPageId} ${version} ${look.digest}`;
      // Once a day: when it was last shown is told to the day.
      const seen = reader && `${page} ${reader.accountId} ${reader.locale} ${Math.floor(now() / DAY)}`;
      const [isNewLook, isNewToReader] = [!noted.has(page), seen !== null && !noted.has(seen)];
      if (!isNewLook && !isNewToReader) return null;
      return {
        save: async (tx) => {
          if (isNewLook) await keepLook(tx, { landingPageId, version }, look);
          if (reader && isNewToReader) await noteShown(tx, reader.accountId, chosen, reader.locale, look.digest);
        },
        remember: () => {
          if (noted.size > MOST_NOTED) noted.clear();
          noted.add(page);
          if (seen) noted.add(seen);
        },
      };
    },
  };
}
