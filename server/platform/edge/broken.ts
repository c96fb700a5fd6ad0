/** Answers what is not HTTP, or more of it than we read: there is no request yet that anything else could answer. */
import type { Socket } from 'node:net';

const ANSWERS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address and the headers of the request are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time'],
};
/** Time for the answer to arrive before the connection is cut, ms. */
const FAREWELL_MS = 1_000;

/** @param error Node's, with its code. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = ANSWERS[error.code ?? ''] ?? ['400 Bad Request', 'This is not HTTP'];
  const body = JSON.stringify({ code: 'INVALID_INPUT', message });
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${body}`,
  );
  // What is still coming is read and dropped: a reset would overtake the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
}
