/** Notes that show before they are saved, with the text that comes back when one is refused. */
import { useCallback, useEffect, useRef } from 'react';
import { uuidv7 } from '../../../core/id.ts';
import { useKeptText } from '../../ui/keptText.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';

/** Drafts that are on their way. */
const sending = new Set<string>();

/**
 * @param name what the draft is kept by, across a reload too. @param save sends a note with its id. @param saved what is said afterwards.
 * @returns the draft, what writes it, and what sends it. One that is not saved, for whatever reason, stands before what was typed since.
 */
export function useNotes(
  name: string,
  save: (text: string, noteId: string) => Promise<unknown>,
  saved: string,
): [draft: string, write: (text: string) => void, send: () => Promise<void>] {
  const [draft, write] = useKeptText(name);
  // Neither a reload nor another screen loses what is being sent.
  const [sent, keepSent] = useKeptText(`${name}, sent`);
  const latest = useRef(draft);
  const change = useCallback(
    (text: string) => {
      latest.current = text;
      write(text);
    },
    [write],
  );
  const takeBack = useCallback(
    (text: string) => {
      keepSent('');
      change([text, latest.current].filter((each) => each.trim() !== '').join('\n\n'));
    },
    [change, keepSent],
  );
  const left = useRef(sent);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    if (left.current !== '' && !sending.has(name)) takeBack(left.current);
    left.current = '';
    return () => {
      isThere.current = false;
    };
  }, [takeBack, name]);

  /** Another one was to be sent while one was on its way: it goes next, as it then stands. */
  const again = useRef(false);
  const send = async (): Promise<void> => {
    const text = latest.current.trim();
    if (text === '') return;
    if (sending.has(name)) {
      again.current = true;
      return;
    }
    sending.add(name);
    change('');
    keepSent(text);
    const isSaved = await save(text, uuidv7()).then(
      () => true,
      (error) => {
        toastError(error);
        return false;
      },
    );
    sending.delete(name);
    const goesOn = again.current && isThere.current;
    again.current = false;
    if (isSaved) {
      keepSent('');
      toastSuccess(saved);
      if (goesOn) await send();
    } else if (isThere.current) takeBack(text); // Whoever has left finds it when they come back.
  };
  return [draft, change, send];
}
