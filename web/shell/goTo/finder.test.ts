import { expect, it } from 'vitest';
import { type Found, makeFinder, NOTHING } from './finder.ts';

/** A source whose answers arrive when the test says so. */
function slowSource() {
  const waiting = new Map<string, { answer: (hits: string[]) => void; fail: () => void }>();
  const source = (text: string) =>
    new Promise<string[]>((resolve, reject) => waiting.set(text, { answer: resolve, fail: () => reject(new Error('down')) }));
  return { source, waiting };
}
const settle = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

it('drops an answer to an older text that arrives after the newer one', async () => {
  const { source, waiting } = slowSource();
  const shown: Found<string>[] = [];
  const finder = makeFinder({ accounts: source }, (found) => shown.push(found));
  const older = finder.now('bra');
  await settle();
  const newer = finder.now('brandt');
  await settle();
  waiting.get('brandt')!.answer(['Brandt']);
  expect((await newer)?.hits).toEqual({ accounts: ['Brandt'] });
  waiting.get('bra')!.answer(['Bradley']);
  expect(await older).toBeNull();
  expect(shown.map(({ text }) => text)).toEqual(['brandt']);
});

it('drops what arrives after the text was emptied', async () => {
  const { source, waiting } = slowSource();
  const shown: Found<string>[] = [];
  const finder = makeFinder({ accounts: source }, (found) => shown.push(found));
  const answer = finder.now('bra');
  await settle();
  finder.type('');
  waiting.get('bra')!.answer(['Bradley']);
  expect(await answer).toBeNull();
  expect(shown).toEqual([NOTHING]);
});

it('shows each source as it answers, and one that fails keeps nothing from the others', async () => {
  const [quick, slow] = [slowSource(), slowSource()];
  const shown: Found<string>[] = [];
  const finder = makeFinder({ accounts: slow.source, strategies: quick.source }, (found) => shown.push(found));
  const answer = finder.now('soft');
  await settle();
  quick.waiting.get('soft')!.answer(['Soft start']);
  await settle();
  expect(shown.at(-1)).toEqual({ text: 'soft', hits: { strategies: ['Soft start'] }, waits: true, failed: false });
  slow.waiting.get('soft')!.fail();
  expect(await answer).toEqual({ text: 'soft', hits: { strategies: ['Soft start'], accounts: [] }, waits: false, failed: true });
});

it('asks once about a text that is confirmed while its answer is on the way', async () => {
  const asked: string[] = [];
  const finder = makeFinder(
    {
      accounts: async (text) => {
        asked.push(text);
        return [text];
      },
    },
    () => undefined,
  );
  await Promise.all([finder.now('A-1'), finder.now('A-1')]);
  expect(asked).toEqual(['A-1']);
});
