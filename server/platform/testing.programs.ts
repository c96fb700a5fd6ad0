/** Programs of the product in processes of their own, bundled as operators run them. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { bundleServer } from '../../scripts/build.ts';
import { bundleOf } from '../../scripts/targets.ts';

await bundleServer();

export interface Program {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** What it has written until now. */
  readonly said: () => string;
  /** Its exit code, and everything that it wrote. */
  readonly done: Promise<{ readonly code: number | null; readonly text: string }>;
}

/** Starts a program. @param file in server/, e.g. "backup.command.ts" @param env more of its environment */
export function startProgram(file: string, args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', bundleOf(`server/${file}`), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part));
  return {
    child,
    said: () => text,
    done: new Promise((resolve) => child.once('close', (code) => resolve({ code, text }))),
  };
}
