/**
 * Runs around every test file. Files of one worker share what they import (opening the modules anew for each of them costs
 * more than most of their tests), so whatever a file changes of the process is put back after it: environment, timers, clock. A file
 * fails if it appended an event that its kind does not declare.
 */
import { afterAll, vi } from 'vitest';
import { useClock } from './clock.ts';
import { takeWrongEvents } from './events.testing.ts';

const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  useClock(Date.now);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  const wrong = takeWrongEvents();
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
});
