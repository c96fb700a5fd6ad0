/** What is edited of a message and where one is in it: a pure function from what is to what an act makes of it. */
import type { DesignBlock } from '../../../blocks/design.ts';
import type { RichText } from '../../../blocks/words.ts';
import type { Locale } from '../../../core/locale.ts';
import { begin, type History, record, redo, undo } from '../../ui/undo.ts';
import { changed, type Direction, findBlock, mayStand, moved, type Place, placeAfter, placeOf, readingOrder, stepPlace } from './tree.ts';
import { type Piece, pieceOf, refusal, renewed, type Written, withNew, without, withPiece, withText } from './written.ts';

/** The text that is being written. */
export interface Writing {
  readonly block: string;
  readonly field: string;
  /** Where the pointer was pressed; null by keyboard. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

export interface Editing {
  readonly history: History<Written>;
  readonly selected: string | null;
  readonly writing: Writing | null;
  /** The block that the keyboard goes to, a new object each time. */
  readonly focus: { readonly id: string } | null;
  /** What was refused last, a new object each time. */
  readonly refused: { readonly key: 'once' | 'many'; readonly type: string } | null;
}

export type EditAct =
  | { readonly do: 'select'; readonly id: string | null }
  /** Selects a block by keyboard. */
  | { readonly do: 'focus'; readonly id: string }
  | { readonly do: 'write'; readonly writing: Writing | null }
  /** @param burst texts of one burst of typing are one edit. */
  | { readonly do: 'text'; readonly locale: Locale; readonly key: string; readonly text: string | RichText; readonly burst: number }
  | { readonly do: 'change'; readonly id: string; readonly change: (block: DesignBlock) => DesignBlock; readonly subject: string | null }
  /** @param id of the new block. @param place after the selected one where left out. */
  | { readonly do: 'add'; readonly type: string; readonly id: string; readonly place?: Place }
  | { readonly do: 'paste'; readonly piece: Piece }
  | { readonly do: 'remove' | 'duplicate'; readonly id: string }
  | { readonly do: 'step'; readonly id: string; readonly direction: Direction }
  | { readonly do: 'move'; readonly id: string; readonly place: Place }
  | { readonly do: 'undo' | 'redo' }
  /** The message was changed elsewhere: by somebody else, or by what stands around the blocks. */
  | { readonly do: 'takeUp'; readonly written: Written };

export const beginEditing = (written: Written): Editing => ({
  history: begin(written),
  selected: null,
  writing: null,
  focus: null,
  refused: null,
});

/** @param leading the language that others are translated from. @returns the state after an act. */
export function edit(state: Editing, act: EditAct, leading: Locale): Editing {
  const written = state.history.present;
  const { design } = written;
  const become = (next: Written, rest: Partial<Editing> = {}, subject: string | null = null): Editing => ({
    ...state,
    history: record(state.history, next, subject),
    ...rest,
  });
  const at = (id: string | null): Partial<Editing> => ({ selected: id, writing: null, focus: id === null ? null : { id } });
  switch (act.do) {
    case 'select':
      return { ...state, selected: act.id, writing: null };
    case 'focus':
      return { ...state, ...at(act.id) };
    case 'write':
      return { ...state, writing: act.writing, selected: act.writing?.block ?? state.selected };
    case 'text':
      return become(withText(written, act.locale, leading, act.key, act.text), {}, `${act.locale} ${act.key} ${act.burst}`);
    case 'change':
      return become({ ...written, design: changed(design, act.id, act.change) }, {}, act.subject && `${act.id} ${act.subject}`);
    case 'add': {
      const refused = refusal(written, [{ id: act.id, type: act.type, v: 1, fields: {} }]);
      if (refused) return { ...state, refused };
      const place =
        act.place && mayStand(act.type, act.place) ? act.place : placeAfter(design, act.place?.parent ?? state.selected, act.type);
      return become(withNew(written, act.type, place, act.id, leading), at(act.id));
    }
    case 'paste':
      return pasted(state, act.piece, become, at);
    case 'duplicate': {
      const block = findBlock(design, act.id);
      return block ? pasted({ ...state, selected: act.id }, renewed(pieceOf(written, [block])), become, at) : state;
    }
    case 'remove': {
      const order = readingOrder(design.blocks);
      const next = without(written, act.id);
      // The one that takes its place, else the one before.
      const after = order.slice(order.indexOf(act.id)).find((id) => placeOf(next.design.blocks, id));
      return become(next, at(after ?? readingOrder(next.design.blocks).at(-1) ?? null));
    }
    case 'step': {
      const place = stepPlace(design, act.id, act.direction);
      return place ? become({ ...written, design: moved(design, act.id, place) }, at(act.id)) : state;
    }
    case 'move':
      return become({ ...written, design: moved(design, act.id, act.place) }, at(act.id));
    case 'undo':
    case 'redo':
      return whereItWas({ ...state, history: (act.do === 'undo' ? undo : redo)(state.history) });
    case 'takeUp':
      return whereItWas(become(act.written));
  }
}

/** @returns the state with one where one was, as far as that is still there. */
function whereItWas(state: Editing): Editing {
  const { blocks } = state.history.present.design;
  const isThere = (id: string | undefined) => id !== undefined && placeOf(blocks, id) !== undefined;
  return {
    ...state,
    selected: isThere(state.selected ?? undefined) ? state.selected : null,
    writing: isThere(state.writing?.block) ? state.writing : null,
  };
}

function pasted(
  state: Editing,
  piece: Piece,
  become: (next: Written, rest: Partial<Editing>) => Editing,
  at: (id: string | null) => Partial<Editing>,
): Editing {
  const written = state.history.present;
  const refused = refusal(written, piece.blocks);
  if (refused || piece.blocks.length === 0) return { ...state, refused };
  // What takes the full width decides for all that came with it.
  const widest = piece.blocks.find(({ type }) => !mayStand(type, { parent: '', slot: '' })) ?? piece.blocks[0]!;
  return become(withPiece(written, placeAfter(written.design, state.selected, widest.type), piece), at(piece.blocks.at(-1)!.id));
}
