/** Asks several sources about a text that is still being typed. An answer to an older text is dropped, whenever it arrives. */

/** Milliseconds without a key before the sources are asked. */
const PAUSE = 180;

export type Source<Hit> = (text: string) => Promise<readonly Hit[]>;

export interface Found<Hit> {
  /** What the hits are for; the text typed last, or one typed before whose hits stay until the next ones arrive. */
  readonly text: string;
  readonly hits: Readonly<Record<string, readonly Hit[]>>;
  /** Whether a source has not answered yet. */
  readonly waits: boolean;
  /** Whether a source failed. */
  readonly failed: boolean;
}

export const NOTHING: Found<never> = { text: '', hits: {}, waits: false, failed: false };

export interface Finder<Hit> {
  /** Says what is typed now; empty finds nothing. */
  readonly type: (text: string) => void;
  /** Asks at once. @returns what all sources answered about the text; null when another text was typed before they had. */
  readonly now: (text: string) => Promise<Found<Hit> | null>;
  readonly stop: () => void;
}

/** @param sources by the name of their group. @param onFound called whenever there is something new to show. */
export function makeFinder<Hit>(sources: Readonly<Record<string, Source<Hit>>>, onFound: (found: Found<Hit>) => void): Finder<Hit> {
  let asked: { text: string; answer: Promise<Found<Hit> | null> } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(text: string): Promise<Found<Hit> | null> {
    let found: Found<Hit> = { text, hits: {}, waits: true, failed: false };
    const isCurrent = () => asked?.answer === answer;
    const answer: Promise<Found<Hit> | null> = Promise.resolve().then(async () => {
      const names = Object.keys(sources);
      let open = names.length;
      await Promise.all(
        names.map(async (name) => {
          const hits = await sources[name]!(text).catch(() => null);
          open -= 1;
          if (!isCurrent()) return;
          found = { text, hits: { ...found.hits, [name]: hits ?? [] }, waits: open > 0, failed: found.failed || hits === null };
          onFound(found);
        }),
      );
      return isCurrent() ? { ...found, waits: false } : null;
    });
    asked = { text, answer };
    return answer;
  }

  return {
    type(text) {
      clearTimeout(timer);
      if (asked?.text === text) return;
      asked = null;
      if (text === '') onFound(NOTHING);
      else timer = setTimeout(() => void ask(text), PAUSE);
    },
    now(text) {
      clearTimeout(timer);
      return asked?.text === text ? asked.answer : ask(text);
    },
    stop() {
      clearTimeout(timer);
      asked = null;
    },
  };
}
