/** Addresses of e-mail as people type them. */

/** RFC 5321: an address has at most 254 characters. */
const MOST = 254;
const ADDRESS = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/;

/** @returns the address in lower case, or null for what is none. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= MOST && ADDRESS.test(email) ? email : null;
}
