/**
 * The canvas with a strategy of 300 steps, in a real browser on the running product: the ground is dragged, scrolled and zoomed, a step is
 * dragged, the keyboard walks and opens a step. Per frame: the processor time of the page's main thread for scripts, style and layout, apart from
 * painting, which a machine without a graphics card does in software. A press of a key counts with the whole frame that shows what it did.
 * Processor time, so that other programs on the machine don't count.
 * Run: node bench/canvas.ts [steps] [moves]; KINDS=1 also says what the time goes to.
 */
import type { Browser, Page } from 'playwright-core';
import { uuidv7 } from '../core/id.ts';
import { signInBy } from '../e2e/signIn.ts';
import type { TreeStep } from '../engine/graph/tree.ts';
import { launchBrowser } from '../server/platform/chromium.ts';
import type { OwnedDatabase } from '../server/platform/owned.ts';
import { inClient } from '../server/platform/tenancy.ts';
import { addClientUser } from '../server/services/backoffice/backoffice.logic.ts';
import { putUser } from '../server/services/identity/identity.logic.ts';
import { saveBlueprint } from '../server/services/strategy/strategy.blueprint.logic.ts';
import { CLIENT, seedAccounts } from './accounts.seed.ts';
import { withServer } from './house.ts';

const steps = Number(process.argv[2] ?? 300);
const moves = Number(process.argv[3] ?? 180);
const [EMAIL, PASSWORD] = ['bench@bench.example', 'a long enough password'];
/** A frame at 60 Hz. */
const BUDGET_MS = 1000 / 60;
/** A panel of many fields comes and goes: nothing moves meanwhile that could stutter. */
const PANEL = 'open and close a step';
const PANEL_MS = 50;

/** A tree of waits that branches after every fifth, on both sides. */
function treeOf(count: number): TreeStep[] {
  const made: TreeStep[] = [{ id: 's0', stepType: 'delay', stepState: { days: 1 } }];
  const open: { step: TreeStep; output: 'down' | 'left' | 'right'; depth: number }[] = [{ step: made[0]!, output: 'down', depth: 1 }];
  while (made.length < count) {
    const { step: above, output, depth } = open.shift()!;
    const id = `s${made.length}`;
    Object.assign(above, { [output]: id });
    const branches = depth % 6 === 5;
    const condition = { mode: 'easy', matchType: 'every', conditions: [{ variable: 'daysPastDue', operation: '>', value: depth }] };
    const step: TreeStep = branches
      ? { id, stepType: 'evaluateIfCondition', stepState: { ...condition, expression: '' } }
      : { id, stepType: 'delay', stepState: { days: 1 + (made.length % 30) } };
    made.push(step);
    for (const next of branches ? (['left', 'right'] as const) : (['down'] as const)) open.push({ step, output: next, depth: depth + 1 });
  }
  return made;
}

async function seed(database: OwnedDatabase): Promise<void> {
  await seedAccounts(database, 1);
  const userId = uuidv7();
  await putUser(database, {
    userId,
    email: EMAIL,
    name: 'Bench',
    password: PASSWORD,
    groups: [{ clientId: CLIENT, role: 'ADMINISTRATOR', partnerId: null }],
  });
  await inClient(database, CLIENT, async (tx) => {
    await addClientUser(tx, { userId, email: EMAIL, name: 'Bench', role: 'ADMINISTRATOR' });
    const { problems } = await saveBlueprint(tx, { id: 'new', displayName: 'Large', steps: JSON.stringify(treeOf(steps)) });
    const wrong = problems.find(({ severity }) => severity === 'error');
    if (wrong) throw new Error(JSON.stringify(wrong));
  });
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly tts?: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** What the main thread does with pixels; the rest of its tasks is scripts, style and layout. */
const PIXELS = new Set(['PrePaint', 'Paint', 'Layerize', 'UpdateLayer', 'UpdateLayerTree', 'CompositeLayers', 'Commit']);

/** What people do: frames without any of it are at rest and don't count. */
const INPUT = new Set(['pointermove', 'mousemove', 'wheel']);

interface Frames {
  /** Milliseconds of processor time, a frame with input or a press each. */
  readonly work: number[];
  readonly pixels: number[];
  readonly perSecond: number;
}

/** @returns the page's frames of a recording. */
function framesOf(events: readonly TraceEvent[]): Frames {
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const drawn = new Map<string, TraceEvent[]>();
  for (const event of events) {
    const key = `${event.pid} ${event.tid}`;
    if (event.name === 'FireAnimationFrame' && mains.has(key)) drawn.set(key, [...(drawn.get(key) ?? []), event]);
  }
  // The page's thread is the one that draws; an earlier page's may still be there.
  const [thread, marks] = [...drawn].sort((one, other) => other[1].length - one[1].length)[0] ?? ['', []];
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && `${pid} ${tid}` === thread);
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask').sort((one, other) => one.ts - other.ts);
  // A frame begins with the task that asks for it: input comes before its animations there.
  const starts = [
    ...new Set(marks.flatMap((mark) => tasks.find(({ ts, dur = 0 }) => ts <= mark.ts && mark.ts <= ts + dur)?.ts ?? [])),
  ].sort((a, b) => a - b);
  const spent = starts.map(() => ({ all: 0, pixels: 0, hasInput: false, press: 0 }));
  const kinds = new Map<string, number>();
  for (const event of own) {
    const isTask = event.name === 'ThreadControllerImpl::RunTask';
    const ms = (event.tdur ?? event.dur ?? 0) / 1000;
    kinds.set(event.name, (kinds.get(event.name) ?? 0) + ms);
    let at = starts.findIndex((start) => start > event.ts);
    if (at < 0) at = starts.length;
    const frame = spent[at - 1];
    if (!frame) continue;
    if (isTask) frame.all += ms;
    if (PIXELS.has(event.name)) frame.pixels += ms;
    const input = event.name === 'EventDispatch' ? (event.args.data?.type ?? '') : '';
    frame.hasInput ||= INPUT.has(input);
    // A key is heard at once, and shown by the next frame.
    const shows = spent[at];
    if (input === 'keydown' && shows) {
      shows.hasInput = true;
      shows.press += ms;
    }
  }
  const seconds = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / 1e6;
  const busy = spent.filter(({ hasInput }) => hasInput);
  if (process.env.KINDS)
    console.log(
      [...kinds]
        .sort((one, other) => other[1] - one[1])
        .slice(0, 14)
        .map(([name, ms]) => `    ${name}: ${(ms / busy.length).toFixed(2)} ms a frame`)
        .join('\n'),
    );
  return {
    work: busy.map(({ all, pixels, press }) => Math.max(0, all - pixels) + press),
    pixels: busy.map(({ pixels }) => pixels),
    perSecond: (starts.length - 1) / seconds,
  };
}

const quantile = (list: readonly number[], q: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0;

async function record(browser: Browser, page: Page, act: () => Promise<void>): Promise<Frames> {
  // Every frame asks for the next one, as long as it is recorded.
  await page.evaluate(() => {
    const window_ = window as unknown as { drawing: boolean };
    window_.drawing = true;
    const next = () => void (window_.drawing && requestAnimationFrame(next));
    next();
  });
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  await page.evaluate(() => {
    (window as unknown as { drawing: boolean }).drawing = false;
  });
  return framesOf(traceEvents);
}

const GROUND = { x: 700, y: 520 };
const around = (move: number) => ({
  x: GROUND.x + Math.round(240 * Math.sin(move / 14)),
  y: GROUND.y + Math.round(160 * Math.cos(move / 9)) - 160,
});

/** What people do, one move a frame. */
function acts(page: Page): readonly (readonly [name: string, act: () => Promise<void>])[] {
  const pause = () => page.waitForTimeout(12);
  async function drag(from: { x: number; y: number }) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let move = 0; move < moves; move++) {
      const { x, y } = around(move);
      await page.mouse.move(x, y);
      await pause();
    }
  }
  async function wheel(dx: (move: number) => number, dy: (move: number) => number) {
    await page.mouse.move(GROUND.x, GROUND.y);
    for (let move = 0; move < moves; move++) {
      await page.mouse.wheel(dx(move), dy(move));
      await pause();
    }
  }
  const groundOf = async () => {
    const place = await page.evaluate(() => {
      for (let y = 300; y < 760; y += 20)
        for (let x = 420; x < 1200; x += 20) if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane')) return { x, y };
      return null;
    });
    if (!place) throw new Error('no ground to drag');
    return place;
  };
  return [
    [
      'drag the ground',
      async () => {
        await drag(await groundOf());
        await page.mouse.up();
      },
    ],
    [
      'scroll',
      () =>
        wheel(
          (move) => 30 * Math.sin(move / 10),
          () => 24,
        ),
    ],
    [
      'zoom',
      async () => {
        await page.keyboard.down('Control');
        await wheel(
          () => 0,
          (move) => 30 * Math.sin(move / 12),
        );
        await page.keyboard.up('Control');
      },
    ],
    [
      'drag a step',
      async () => {
        await page.getByRole('button', { name: 'Fit' }).click();
        await page.waitForTimeout(400);
        const place = await page.locator('.react-flow__node-card').first().boundingBox();
        await drag({ x: place!.x + 20, y: place!.y + 10 });
        await page.keyboard.press('Escape');
        await page.mouse.move(place!.x + 20, place!.y + 10);
        await page.mouse.up();
      },
    ],
    [
      'walk by keyboard',
      async () => {
        await page.keyboard.press('Escape');
        for (let move = 0; move < moves / 2; move++) {
          await page.keyboard.press(move % 12 < 6 ? 'ArrowDown' : 'ArrowUp');
          await page.waitForTimeout(40);
        }
      },
    ],
    [
      PANEL,
      async () => {
        // The fifth step is a condition, which has most fields.
        for (let move = 0; move < 4; move++) await page.keyboard.press('ArrowDown');
        for (let move = 0; move < moves / 6; move++) {
          await page.keyboard.press('Enter');
          await page.waitForTimeout(250);
          await page.keyboard.press('Escape');
          await page.waitForTimeout(250);
        }
      },
    ],
  ];
}

await withServer({ name: 'canvas', clientId: CLIENT, role: 'ADMINISTRATOR', seed, pages: true }, async ({ port }) => {
  const browser = await launchBrowser();
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const list = `http://localhost:${port}/${CLIENT}/strategy/strategy-builder-new`;
  await signInBy(page, `http://localhost:${port}`, EMAIL, PASSWORD, list);
  await page.locator('tr', { hasText: 'Large' }).getByText('Large').first().click();
  await page.locator('.react-flow__node-card').first().waitFor();
  await page.waitForTimeout(1500);
  const cards = await page.locator('.react-flow__node-card').count();
  console.log(`${steps} steps, ${cards} cards in the document; milliseconds of the main thread a frame, without painting:`);
  let isWithin = true;
  for (const [name, act] of acts(page)) {
    const { work, pixels, perSecond } = await record(browser, page, act);
    isWithin &&= quantile(work, 0.95) < (name === PANEL ? PANEL_MS : BUDGET_MS);
    console.log(
      `  ${name}: p50 ${quantile(work, 0.5).toFixed(1)}, p95 ${quantile(work, 0.95).toFixed(1)}` +
        ` (painting p50 ${quantile(pixels, 0.5).toFixed(1)}, p95 ${quantile(pixels, 0.95).toFixed(1)}; ${work.length} frames, ${perSecond.toFixed(0)} a second)`,
    );
  }
  console.log(`bound: ${BUDGET_MS.toFixed(1)} ms, for a panel ${PANEL_MS} ms`);
  await browser.close();
  if (!isWithin) process.exitCode = 1;
});
