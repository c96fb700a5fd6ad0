/** Ends connections whose senders take their time: each holds memory and a place in the queue. */
import type { IncomingMessage } from 'node:http';

/** A body that is read as a whole is here after this time, ms. */
const WHOLE_MS = 60_000;
/** A file that is stored as it comes (PUT) may take hours, but brings so many bytes in each span. */
const SPAN_MS = 60_000;
const SPAN_BYTES = 4_096;

/** Watches a request's body until it is there. @param times spans other than the usual ones, for tests. */
export function watchArrival(request: IncomingMessage, { wholeMs = WHOLE_MS, spanMs = SPAN_MS } = {}): void {
  const { headers, method, socket } = request;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  let seen = socket.bytesRead;
  const watching = setInterval(
    () => {
      if (request.complete || request.readableEnded) return clearInterval(watching);
      // What we do not take at present, because a disk is slow, is not the sender's fault.
      if (method === 'PUT' && (socket.bytesRead - seen >= SPAN_BYTES || request.readableLength > 0)) seen = socket.bytesRead;
      else request.destroy(); // and its connection with it
    },
    method === 'PUT' ? spanMs : wholeMs,
  );
  watching.unref();
  request.once('close', () => clearInterval(watching));
}
