import { expect, it } from 'vitest';
import { returnedIn } from './returned.ts';

it('reads a letter a line, with its reason if there is one', () => {
  expect(returnedIn('a-1\n\n b-2 ; moved\nc-3,"unknown, ""there"""\n')).toEqual([
    { reference: 'a-1', reason: null },
    { reference: 'b-2', reason: 'moved' },
    { reference: 'c-3', reason: 'unknown, "there"' },
  ]);
});

it('reads a table by its head', () => {
  expect(returnedIn('\ufeffposition,reference,name,reason\r\n1,a-1,Anna,moved\r\n2,,Bert,\r\n')).toEqual([
    { reference: 'a-1', reason: 'moved' },
  ]);
});
