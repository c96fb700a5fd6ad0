/** Joins PDFs; called by name from cms.print.logic.ts. Letters hold what users wrote, so it runs in a thread. */
import { PDFDocument } from '@cantoo/pdf-lib';

export interface JoinInput {
  readonly letters: readonly Uint8Array[];
  /** Whether a letter with an odd number of pages is followed by an empty one, so that the next begins on a front. */
  readonly duplex: boolean;
}

/** @returns one document of all letters, in their order, and how many pages each has. */
export async function join({ letters, duplex }: JoinInput): Promise<{ pdf: Uint8Array; pages: number[] }> {
  const whole = await PDFDocument.create();
  const pages: number[] = [];
  for (const letter of letters) {
    const one = await PDFDocument.load(letter, { updateMetadata: false });
    const copied = await whole.copyPages(one, one.getPageIndices());
    for (const page of copied) whole.addPage(page);
    pages.push(copied.length);
    const [first] = copied;
    if (duplex && first && copied.length % 2 === 1) whole.addPage([first.getWidth(), first.getHeight()]);
  }
  return { pdf: await whole.save(), pages };
}
