/** How a receiver checks a signature, in two languages: with a library of Standard Webhooks, and without one. */
export const VERIFY: readonly (readonly [language: string, text: string])[] = [
  [
    'Node.js',
    `import { Webhook } from 'standardwebhooks';

// The body as it came, not parsed: the signature is over its bytes.
app.post('/quittance', express.raw({ type: 'application/json' }), (request, response) => {
  const event = new Webhook(process.env.WEBHOOK_SECRET).verify(request.body, request.headers); // throws
  const id = request.headers['webhook-id'];
  if (isKnown(id)) return response.sendStatus(200); // an event may come twice
  queue(id, event);                                 // answer within 10 seconds, work later
  response.sendStatus(200);
});`,
  ],
  [
    'Python',
    `import base64, hashlib, hmac, time

def is_genuine(secret: str, headers: dict, body: bytes) -> bool:
    message_id, sent_at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:  # somebody may send an old one again
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # One signature for each secret while two of them are valid.
    return any(hmac.compare_digest(expected, each) for each in headers["webhook-signature"].split(" "))`,
  ],
];
