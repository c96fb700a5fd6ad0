/** Notes that show before they are saved, with the text that comes back when one is refused. */
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { uuidv7 } from '../../../core/id.ts';
import { useKeptText } from '../../ui/keptText.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { shownNotes } from './shownNotes.ts';

/** A note that was sent and not answered yet. */
interface Sent {
  /** By it the server knows the note when it is sent again. */
  readonly noteId: string;
  readonly text: string;
  /** It was not saved, as far as anybody knows: its text is in the draft again. */
  readonly isBack?: true;
}

/** What is on its way, by the draft's name: whether it was saved. */
const sending = new Map<string, Promise<boolean>>();

/**
 * @param name what the draft is kept by, across a reload too. @param save sends a note with its id. @param saved what is said afterwards.
 * @returns the draft, what writes it, and what sends it. One that is not saved, for whatever reason, is put before what was typed since; it
 * leaves the draft when the timeline shows it: then only its answer was lost.
 */
export function useNotes(
  name: string,
  save: (text: string, noteId: string) => Promise<unknown>,
  saved: string,
): [draft: string, write: (text: string) => void, send: () => Promise<void>] {
  const [draft, write] = useKeptText(name);
  // Neither a reload nor another screen loses what is being sent.
  const [kept, keep] = useKeptText(`${name}, sending`);
  const latest = useRef({ draft, sent: kept === '' ? null : (JSON.parse(kept) as Sent) });
  const isThere = useRef(false);
  /** Another one was to be sent while one was on its way: it goes next, as it then is. */
  const again = useRef(false);
  const change = useCallback(
    (text: string) => {
      latest.current.draft = text;
      write(text);
    },
    [write],
  );
  const keepSent = (sent: Sent | null) => {
    latest.current.sent = sent;
    keep(sent === null ? '' : JSON.stringify(sent));
  };
  const dropShown = () => {
    const { sent, draft: text } = latest.current;
    if (!sent?.isBack || !shownNotes.get().has(sent.noteId)) return;
    keepSent(null);
    change(withoutNote(text, sent.text));
  };
  const takeBack = () => {
    const { sent, draft: typed } = latest.current;
    if (sent === null) return;
    if (!sent.isBack) {
      keepSent({ ...sent, isBack: true });
      change([sent.text, typed].filter((each) => each.trim() !== '').join('\n\n'));
    }
    dropShown();
  };
  const finish = async (isSaved: boolean): Promise<void> => {
    const goesOn = isSaved && again.current;
    again.current = false;
    if (isSaved) keepSent(null);
    else takeBack();
    if (goesOn) await send();
  };
  const send = async (): Promise<void> => {
    const text = latest.current.draft.trim();
    if (text === '') return;
    if (sending.has(name)) {
      again.current = true;
      return;
    }
    const before = latest.current.sent;
    const noteId = before?.text === text ? before.noteId : uuidv7();
    change('');
    keepSent({ noteId, text });
    const ending = save(text, noteId)
      .then(
        () => true,
        (error) => {
          toastError(error);
          return false;
        },
      )
      .finally(() => sending.delete(name));
    sending.set(name, ending);
    const isSaved = await ending;
    if (isSaved) {
      keep('');
      toastSuccess(saved);
    }
    // Whoever has left finds what was not saved when they come back.
    if (isThere.current) await finish(isSaved);
  };

  const onEnd = useEffectEvent(finish);
  const onShown = useEffectEvent(dropShown);
  useEffect(() => {
    isThere.current = true;
    // What was sent before this screen was left may still be on its way.
    void Promise.resolve(sending.get(name) ?? false).then((isSaved) => (isThere.current ? onEnd(isSaved) : undefined));
    const stop = shownNotes.listen(() => onShown());
    return () => {
      isThere.current = false;
      stop();
    };
  }, [name]);
  return [draft, change, send];
}

/** @returns the draft without the note that it begins with. */
function withoutNote(draft: string, note: string): string {
  if (draft.trim() === note) return '';
  return draft.startsWith(`${note}\n\n`) ? draft.slice(note.length + 2) : draft;
}
