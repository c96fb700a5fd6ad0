/**
 * Reads a list to its end.
 * @param read a page of it from an offset on: the rows, none after the last one.
 * @returns the pages in their order. In a transaction that is not `lengthy` (tenancy.ts) others' writes move rows between two pages.
 */
export async function* pagesOf<Row>(read: (offset: number) => Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; ) {
    const page = await read(offset);
    if (page.length === 0) return;
    yield page;
    offset += page.length;
  }
}
