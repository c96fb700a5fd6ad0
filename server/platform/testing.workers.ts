/** Programs that tests kill, in processes of their own; bundled, since a process takes seconds to begin from sources. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { bundleForTests } from '../../scripts/build.ts';
import { bundleOf, SERVER_FOR_TESTS } from '../../scripts/targets.ts';

await bundleForTests();

/** Starts one. @param file in server/, e.g. "services/strategy/strategy.kill.worker.ts" @param env more of its environment */
export function startTestProgram(
  file: string,
  args: readonly (string | number)[],
  env: Readonly<Record<string, string>> = {},
  stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'inherit'],
): ChildProcess {
  const program = bundleOf(`server/${file}`, SERVER_FOR_TESTS);
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args.map(String)], {
    stdio,
    env: { ...process.env, ...env },
  });
}
