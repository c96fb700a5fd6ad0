import { QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answers, keyOf } from './answers.ts';
import { mutate } from './api.ts';
import type { GraphqlDocument } from './document.ts';
import { foresee, foreseen, withRecord } from './foreseen.ts';
import { changed, resolved, snoozed, taken } from './tasks/foresee.ts';
import { noteAdded } from './timeline/foreseeNote.ts';

const ME = 'me';
const FIELDS = ['getOwnCaseManagementTaskList'];
interface Variables {
  readonly taskId: string;
  readonly revision?: number;
}
const write = (name: string): GraphqlDocument<object, Variables> => ({
  kind: 'mutation',
  name,
  fields: [name],
  changes: FIELDS,
  text: `mutation ${name}{${name}}`,
});

interface Task {
  readonly taskId: string;
  readonly status: string;
  readonly recipientId: string | null;
  readonly revision: number;
}
/** What the server has; each call waits until it is let through. */
let tasks: Task[];
let waiting: { name: string; variables: Variables; answer: (data: object) => void }[];
const asked = { filter: { userIds: null, unassigned: true, statuses: ['new', 'active'] } };
const all = { filter: { statuses: ['new', 'active'] } };
const list = (): object => ({ tasks: { total: tasks.length, tasks: [...tasks] } });
const key = keyOf('account', { kind: 'query', name: 'Tasks', fields: FIELDS, text: '' }, all);
const observer = () =>
  new QueryObserver(answers, { queryKey: key, queryFn: async () => list(), meta: { fields: FIELDS }, staleTime: Number.POSITIVE_INFINITY });
/** What a screen draws. */
const seen = () => foreseen(FIELDS, answers.getQueryData(key) as { tasks: { total: number; tasks: Task[] } }, all).tasks;
const statusOf = (taskId: string) => seen().tasks.find((task) => task.taskId === taskId)?.status ?? null;
const refusal = (code: string) => ({ errors: [{ message: code, extensions: { code } }] });
const waits = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count));
let stop: () => void;

beforeEach(async () => {
  tasks = ['a', 'b'].map((taskId) => ({ taskId, status: 'new', recipientId: null, revision: 1 }));
  waiting = [];
  vi.stubGlobal('fetch', (_: string, { body }: { body?: string }) => {
    // Whether the server is there, asked on behalf of another file's tests.
    if (body === undefined) return Promise.resolve(new Response('{}'));
    const { operationName: name, variables } = JSON.parse(body) as { operationName: string; variables: Variables };
    return new Promise<Response>((resolve) => {
      const headers = { 'content-type': 'application/graphql-response+json' };
      waiting.push({ name, variables, answer: (data) => resolve(new Response(JSON.stringify(data), { headers })) });
    });
  });
  answers.clear();
  stop = observer().subscribe(() => undefined);
  await vi.waitFor(() => expect(answers.getQueryData(key)).toBeDefined());
});
// As somebody who saves data: after calls, no part of the application is loaded ahead.
Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });

afterAll(() => answers.clear());
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const take = (taskId: string, revision = 1) => mutate('account', write('take'), { taskId, revision }, { foresee: taken(ME) });
const resolve = (taskId: string, revision = 1) => mutate('account', write('resolve'), { taskId, revision }, { foresee: resolved(ME) });
/** The server does what was asked. */
function serve(at: number, next: Partial<Task>): void {
  const { variables, answer } = waiting[at]!;
  const old = tasks.find((task) => task.taskId === variables.taskId)!;
  if (variables.revision !== old.revision) return void answer(refusal('CONFLICT'));
  const task = { ...old, ...next, revision: old.revision + 1 };
  tasks = tasks.map((each) => (each === old ? task : each)).filter(({ status }) => status !== 'resolved');
  answer({ data: { done: { revision: task.revision } } });
}

it('shows a write before it is answered, and the true answer afterwards', async () => {
  const sent = take('a');
  expect(statusOf('a')).toBe('active');
  await waits(1);
  serve(0, { status: 'active', recipientId: 'the server knows better' });
  await sent;
  await vi.waitFor(() =>
    expect(seen().tasks[0]).toEqual({ taskId: 'a', status: 'active', recipientId: 'the server knows better', revision: 2 }),
  );
});

it('goes back when the server refuses, to what the server has by then', async () => {
  const sent = take('a');
  tasks = tasks.map((task) => ({ ...task, recipientId: 'somebody else', revision: 2 }));
  await waits(1);
  waiting[0]!.answer(refusal('CONFLICT'));
  await expect(sent).rejects.toThrow();
  expect(statusOf('a')).toBe('new');
  await vi.waitFor(() => expect(seen().tasks[0]?.recipientId).toBe('somebody else'));
});

it('sends two quick writes to one record one after the other, the second with the revision that the first left', async () => {
  const both = [take('a'), resolve('a')];
  expect(statusOf('a')).toBe(null);
  expect(seen().total).toBe(1);
  await waits(1);
  serve(0, { status: 'active', recipientId: ME });
  await waits(2);
  expect(waiting[1]).toMatchObject({ name: 'resolve', variables: { revision: 2 } });
  // What became of the first is here; the second is still to come.
  await vi.waitFor(() => expect(statusOf('a')).toBe(null));
  serve(1, { status: 'resolved' });
  await Promise.all(both);
  await vi.waitFor(() => expect(answers.getQueryData(key)).toEqual({ tasks: { total: 1, tasks: [tasks[0]] } }));
  expect(statusOf('b')).toBe('new');
});

it('takes back only what was refused of two writes', async () => {
  const [first, second] = [take('a'), take('b')];
  await waits(2);
  waiting[0]!.answer(refusal('CONFLICT'));
  await expect(first).rejects.toThrow();
  expect([statusOf('a'), statusOf('b')]).toEqual(['new', 'active']);
  serve(1, { status: 'active', recipientId: ME });
  await second;
  await vi.waitFor(() => expect(tasks[1]).toEqual(seen().tasks[1]));
});

it('keeps what is foreseen while an event brings newer answers', async () => {
  const sent = take('a');
  tasks = [...tasks, { taskId: 'c', status: 'new', recipientId: null, revision: 1 }];
  await answers.invalidateQueries({ queryKey: key });
  expect(seen().total).toBe(3);
  expect(statusOf('a')).toBe('active');
  await waits(1);
  serve(0, { status: 'active', recipientId: ME });
  await sent;
});

it('refuses what was done on a state that somebody else has changed between two own writes', async () => {
  const first = take('a');
  await waits(1);
  serve(0, { status: 'active', recipientId: ME });
  await first;
  tasks = tasks.map((task) => ({ ...task, revision: 9 }));
  const second = resolve('a', 2);
  await waits(2);
  serve(1, { status: 'resolved' });
  await expect(second).rejects.toThrow();
  await vi.waitFor(() => expect(seen().tasks[0]?.revision).toBe(9));
});

it('takes a task out of the lists it does not fit any more, and leaves lists of other things alone', () => {
  const data = { tasks: { total: 7, tasks: [{ taskId: 'a', status: 'new', recipientId: null, tags: ['late'] }] } };
  const none = { tasks: { total: 6, tasks: [] } };
  const after = ({ change }: ReturnType<typeof snoozed>, given: object) => change<object>(data, given);
  expect(after(taken(ME)({ taskId: 'a' }), asked)).toEqual(none);
  expect(after(taken(ME)({ taskId: 'a' }), { filter: { userIds: [ME] } })).toMatchObject({
    tasks: { total: 7, tasks: [{ recipientId: ME }] },
  });
  expect(after(resolved(ME)({ taskId: 'a' }), {})).toEqual(none);
  expect(after(resolved(ME)({ taskId: 'a' }), { filter: { statuses: ['resolved'] } })).toMatchObject({ tasks: { total: 7 } });
  expect(after(snoozed({ taskId: 'a' }), { filter: { due: true } })).toEqual(none);
  expect(after(snoozed({ taskId: 'a' }), {})).toBe(data);
  const retagged = changed({ taskId: 'a', task: { tags: ['calm'], dueDate: '2026-01-01' } });
  expect(after(retagged, {})).toMatchObject({ tasks: { tasks: [{ taskId: 'a', status: 'new', tags: ['calm'] }] } });
  expect(after(retagged, { filter: { tags: ['late'] } })).toEqual(none);
  expect(after(taken(ME)({ taskId: 'unknown' }), asked)).toBe(data);
  expect(withRecord(null, 'taskId', 'a', () => null)).toBe(null);
});

it('puts a note on top of the timelines that have a place for it, once', () => {
  const note = noteAdded(ME, () => '2026-01-01T10:00:00Z')({ accountId: 'x', text: 'Called', noteId: 'n' });
  const own = { payload: { noteId: 'n' } };
  const event = { payload: { noteId: 'n', text: 'Called', isSending: true } };
  const diary = (events: object[]) => ({ getAllDiaryEvents: { searchAfter: null, events } });
  expect(note.change<object>(diary([]), { accountId: 'x' })).toMatchObject(diary([event]));
  expect(note.change<object>({ rows: [own] }, { accountId: 'x', order: 'desc' })).toEqual({ rows: [own] });
  for (const elsewhere of [
    { accountId: 'y' },
    { accountId: 'x', order: 'asc' },
    { accountId: 'x', messageTypes: ['taskCreated'] },
    { externalClaimRef: 'c' },
  ])
    expect(note.change<object>(diary([]), elsewhere)).toEqual(diary([]));
});

it('draws nothing that has ended', () => {
  const end = foresee(taken(ME)({ taskId: 'a' }));
  expect(statusOf('a')).toBe('active');
  end();
  expect(statusOf('a')).toBe('new');
});
