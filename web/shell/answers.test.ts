/** Which answers a change makes old, and when they are asked for again. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { answers, makeOld } from './answers.ts';

afterEach(() => answers.clear());

it('a change makes the answers of the queries it names old, and without names all of them', () => {
  const keep = (name: string, fields: readonly string[]) => {
    answers.setQueryData([name], {});
    answers
      .getQueryCache()
      .find({ queryKey: [name] })!
      .setOptions({ queryKey: [name], meta: { fields } });
  };
  const old = () => {
    const queries = answers.getQueryCache().getAll();
    return queries.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey[0]);
  };
  keep('Account', ['getAccountDataV2']);
  keep('Diary', ['getAllDiaryEvents']);
  keep('Payments', ['getAccountPayments', 'getAccountInstalments']);
  void makeOld({ fields: [] });
  expect(old()).toEqual([]);
  void makeOld({ service: 'notes', fields: ['listNotes', 'getAllDiaryEvents', 'getAccountInstalments'] });
  expect(old()).toEqual(['Diary', 'Payments']);
  void makeOld({});
  expect(old()).toEqual(['Account', 'Diary', 'Payments']);
});

it('an answer that is asked for the first time while something changes is asked for once more after it', async () => {
  const asked: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  const shown: (string | undefined)[] = [];
  const observer = new QueryObserver(answers, { queryKey: ['Views'], queryFn, meta: { fields: ['getSavedViews'] } });
  const leave = observer.subscribe(({ data }) => void (shown.at(-1) !== data && shown.push(data)));
  const isThere = makeOld({ fields: ['getSavedViews'] });
  // The screen isn't kept empty by what happens, however often.
  void makeOld({ fields: ['getSavedViews'] });
  expect(asked).toHaveLength(1);
  asked[0]!.resolve('made before the change');
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
  for (const each of asked.slice(1)) each.resolve('made after it');
  await isThere;
  expect(shown.at(-1)).toBe('made after it');
  // What nobody looks at is not asked for.
  leave();
  const before = asked.length;
  await makeOld({ fields: ['getSavedViews'] });
  expect(asked).toHaveLength(before);
});
