/** Tells a database that is away, or a disk that is full, from a defect: both pass, and whoever waits should hear so. */
import { type Fault, fault } from '../../core/fault.ts';
import { logger } from './log.ts';
import { storeFault } from './receive.ts';

/** What Postgres says while it starts, stops, is full or is somebody's copy: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const STATES = new Set(['57P01', '57P02', '57P03', '57P05', '53000', '53100', '53200', '53300', '25006', '55P03', '25P03']);
/** What a connection says that does not come about, or ends. */
const SOCKETS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE']);
/** What the driver says without a code. */
const WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/;

/** Lines about the same state in the log, milliseconds apart at least: every request meets it. */
const LINE_EVERY = 10_000;
let lastLine = 0;

/**
 * @returns what people are told when the database or the place for files is the reason, null for any other error. Neither says where they
 * are; the log does.
 */
export function outageFault(error: unknown): Fault | null {
  const cause = innermost(error);
  const { code = '', message = '', syscall, query } = cause as { code?: string; message?: string; syscall?: string; query?: unknown };
  // A socket that is missing is a database that does not run; a missing file is something else.
  const isSocket = SOCKETS.has(code) || (code === 'ENOENT' && syscall === 'connect');
  if (!STATES.has(code) && !code.startsWith('08') && !isSocket && !WORDS.test(message))
    return query === undefined ? storeFault(cause) : null;
  if (Date.now() - lastLine > LINE_EVERY) {
    lastLine = Date.now();
    logger.error({ error: cause }, 'the database is away');
  }
  return fault('UNAVAILABLE', 'databaseAway');
}

/** Libraries wrap what the driver says. */
function innermost(error: unknown): unknown {
  let inner = error;
  for (let depth = 0; depth < 4; depth++) {
    const { cause, errors } = (inner ?? {}) as { cause?: unknown; errors?: unknown[] };
    const next = cause ?? errors?.[0];
    if (!next) break;
    inner = next;
  }
  return inner ?? {};
}
