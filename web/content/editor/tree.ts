/** The blocks of a design as a tree that edits replace: finding, adding, moving and taking out. Pure; nothing here knows texts. */

import { blockType } from '../../../blocks/catalogue.ts';
import type { Design, DesignBlock } from '../../../blocks/design.ts';

/** The design itself, or one slot of a block. */
export interface Home {
  readonly parent: string | null;
  readonly slot: string | null;
}

/** Where a block is or goes: before the block that has this index now. */
export interface Place extends Home {
  readonly index: number;
}

export const TOP: Home = { parent: null, slot: null };

type Blocks = readonly DesignBlock[];

/** @returns the blocks at home there; none where there is no such place. */
export function blocksAt(design: Pick<Design, 'blocks'>, { parent, slot }: Home): Blocks {
  if (parent === null) return design.blocks;
  return findBlock(design, parent)?.slots?.[slot ?? ''] ?? [];
}

/** @returns the block of an id, wherever it is. */
export function findBlock({ blocks }: { readonly blocks: Blocks }, id: string): DesignBlock | undefined {
  for (const block of blocks) {
    const found = block.id === id ? block : findBlock({ blocks: Object.values(block.slots ?? {}).flat() }, id);
    if (found) return found;
  }
  return undefined;
}

/** @returns where a block is; undefined where there is none of that id. */
export function placeOf(blocks: Blocks, id: string, home: Home = TOP): Place | undefined {
  for (const [index, block] of blocks.entries()) {
    if (block.id === id) return { ...home, index };
    for (const [slot, inner] of Object.entries(block.slots ?? {})) {
      const found = placeOf(inner, id, { parent: block.id, slot });
      if (found) return found;
    }
  }
  return undefined;
}

/** @returns the blocks, those of one home replaced. */
function withHome(blocks: Blocks, home: Home, change: (blocks: Blocks) => Blocks): Blocks {
  if (home.parent === null) return change(blocks);
  return blocks.map((block) => {
    if (!block.slots) return block;
    if (block.id === home.parent) return { ...block, slots: { ...block.slots, [home.slot!]: change(block.slots[home.slot!] ?? []) } };
    const slots = Object.fromEntries(Object.entries(block.slots).map(([slot, inner]) => [slot, withHome(inner, home, change)]));
    return Object.entries(slots).every(([slot, inner]) => inner === block.slots![slot]) ? block : { ...block, slots };
  });
}

/** @returns the design with more blocks at a place. */
export function inserted(design: Design, place: Place, added: Blocks): Design {
  return { ...design, blocks: withHome(design.blocks, place, (own) => own.toSpliced(place.index, 0, ...added)) };
}

/** @returns the design without a block and what is in it. */
export function removed(design: Design, id: string): Design {
  const place = placeOf(design.blocks, id);
  return place ? { ...design, blocks: withHome(design.blocks, place, (own) => own.filter((block) => block.id !== id)) } : design;
}

/** @returns the design with one block changed. */
export function changed(design: Design, id: string, change: (block: DesignBlock) => DesignBlock): Design {
  const place = placeOf(design.blocks, id);
  if (!place) return design;
  return { ...design, blocks: withHome(design.blocks, place, (own) => own.map((block) => (block.id === id ? change(block) : block))) };
}

/** @returns whether a block of this type may go there: what takes the full width goes into no column. */
export const mayStand = (type: string, { parent }: Home) => parent === null || blockType(type)?.top === false;

/** @returns the design with a block at another place; the same where it may not go there. */
export function moved(design: Design, id: string, to: Place): Design {
  const block = findBlock(design, id);
  const from = placeOf(design.blocks, id);
  // A block never goes into itself.
  if (!block || !from || !mayStand(block.type, to) || (to.parent && findBlock({ blocks: [block] }, to.parent))) return design;
  const isHere = from.parent === to.parent && from.slot === to.slot;
  if (isHere && (to.index === from.index || to.index === from.index + 1)) return design;
  const index = isHere && from.index < to.index ? to.index - 1 : to.index;
  return inserted(removed(design, id), { ...to, index }, [block]);
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/**
 * @returns where a step leads a block: up and down in its column and out of it at its ends, left and right to the next column, and from
 * outside into the columns below or above. Null where it leads nowhere.
 */
export function stepPlace(design: Design, id: string, direction: Direction): Place | null {
  const block = findBlock(design, id);
  const from = placeOf(design.blocks, id);
  if (!block || !from) return null;
  const { parent, slot, index } = from;
  const length = blocksAt(design, from).length;
  if (direction === 'up' || direction === 'down') {
    if (direction === 'up' && index > 0) return { parent, slot, index: index - 1 };
    if (direction === 'down' && index < length - 1) return { parent, slot, index: index + 2 };
    const around = parent === null ? undefined : placeOf(design.blocks, parent);
    return around ? { ...around, index: around.index + (direction === 'up' ? 0 : 1) } : null;
  }
  if (parent !== null) {
    const slots = Object.keys(findBlock(design, parent)?.slots ?? {});
    const next = slots[slots.indexOf(slot!) + (direction === 'left' ? -1 : 1)];
    return next === undefined ? null : endOf(design, { parent, slot: next });
  }
  const beside = [design.blocks[index + 1], design.blocks[index - 1]].find((each) => each?.slots);
  const slots = Object.keys(beside?.slots ?? {});
  const into = direction === 'left' ? slots.at(0) : slots.at(-1);
  return beside && into !== undefined && mayStand(block.type, { parent: beside.id, slot: into })
    ? endOf(design, { parent: beside.id, slot: into })
    : null;
}

/** @returns the place after everything that is at home there. */
export const endOf = (design: Design, home: Home): Place => ({ ...home, index: blocksAt(design, home).length });

/** @returns where a new block of a type goes: after a block, or after what that one is in; at the end without one. */
export function placeAfter(design: Design, id: string | null, type: string): Place {
  const place = id === null ? undefined : placeOf(design.blocks, id);
  if (!place) return endOf(design, TOP);
  if (!mayStand(type, place)) return placeAfter(design, place.parent, type);
  return { ...place, index: place.index + 1 };
}

/** @returns the ids of all blocks in the order they are read. */
export function readingOrder(blocks: Blocks): string[] {
  return blocks.flatMap(({ id, slots }) => [id, ...readingOrder(Object.values(slots ?? {}).flat())]);
}
