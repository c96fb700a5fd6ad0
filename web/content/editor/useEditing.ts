import { startTransition, useEffect, useEffectEvent, useMemo, useReducer, useRef } from 'react';
import type { DesignBlock } from '../../../blocks/design.ts';
import type { RichText } from '../../../blocks/words.ts';
import { uuidv7 } from '../../../core/id.ts';
import type { Locale } from '../../../core/locale.ts';
import { beginEditing, type EditAct, type Editing, edit, type Writing } from './editing.ts';
import type { Direction, Place } from './tree.ts';
import { isSame, type Piece, type Written } from './written.ts';

/** A pause in typing begins another edit, so that undo takes back some words and not all of them. */
const PAUSE_MS = 900;

/** What can be done with a message; the functions stay the same. */
export interface EditActs {
  readonly select: (id: string | null) => void;
  readonly focus: (id: string) => void;
  readonly write: (writing: Writing | null) => void;
  readonly text: (locale: Locale, key: string, text: string | RichText) => void;
  /** @param subject a setting that is typed: its letters are one edit. */
  readonly change: (id: string, change: (block: DesignBlock) => DesignBlock, subject?: string) => void;
  readonly add: (type: string, place?: Place) => void;
  readonly paste: (piece: Piece) => void;
  readonly remove: (id: string) => void;
  readonly duplicate: (id: string) => void;
  readonly step: (id: string, direction: Direction) => void;
  readonly move: (id: string, place: Place) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Edits a message that is held elsewhere. @param onChange hears each edit. */
export function useEditing(written: Written, leading: Locale, onChange: (written: Written) => void): { state: Editing; acts: EditActs } {
  const [state, dispatch] = useReducer((before: Editing, act: EditAct) => edit(before, act, leading), written, beginEditing);
  const { present } = state.history;
  const seen = useRef(written);
  /** What was handed on and hasn't come back yet, the latest last. */
  const sent = useRef<readonly Written[]>([written]);
  const meet = useEffectEvent(() => {
    if (written !== seen.current) {
      seen.current = written;
      const at = sent.current.findIndex((each) => isSame(each, written));
      // What was sent comes back; anything else was changed elsewhere.
      if (at < 0) {
        sent.current = [written];
        return dispatch({ do: 'takeUp', written });
      }
      sent.current = sent.current.slice(at);
    }
    if (present !== sent.current.at(-1) && !isSame(present, sent.current.at(-1)!)) {
      sent.current = [...sent.current, present];
      // What stands around the editor follows when the key has been drawn.
      startTransition(() => onChange(present));
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when either of the two has changed
  useEffect(() => meet(), [written, present]);

  const acts = useMemo((): EditActs => {
    const burst = { number: 0, last: 0 };
    return {
      select: (id) => dispatch({ do: 'select', id }),
      focus: (id) => dispatch({ do: 'focus', id }),
      write: (writing) => dispatch({ do: 'write', writing }),
      text: (locale, key, text) => {
        const at = performance.now();
        if (at - burst.last > PAUSE_MS) burst.number++;
        burst.last = at;
        dispatch({ do: 'text', locale, key, text, burst: burst.number });
      },
      change: (id, change, subject) => dispatch({ do: 'change', id, change, subject: subject ?? null }),
      add: (type, place) => dispatch({ do: 'add', type, id: uuidv7(), ...(place ? { place } : {}) }),
      paste: (piece) => dispatch({ do: 'paste', piece }),
      remove: (id) => dispatch({ do: 'remove', id }),
      duplicate: (id) => dispatch({ do: 'duplicate', id }),
      step: (id, direction) => dispatch({ do: 'step', id, direction }),
      move: (id, place) => dispatch({ do: 'move', id, place }),
      undo: () => dispatch({ do: 'undo' }),
      redo: () => dispatch({ do: 'redo' }),
    };
  }, []);
  return { state, acts };
}
