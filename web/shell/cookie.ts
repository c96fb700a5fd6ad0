/** The few small things a browser remembers for the product, readable by scripts; the session's own cookie is not among them. */

/** @returns the cookie's value, or null. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1));
}

/** @param value null removes it. @param days how long it is kept. */
export function writeCookie(name: string, value: string | null, days: number): void {
  const age = value === null ? 0 : days * 86_400;
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${age}; samesite=lax${window.location.protocol === 'https:' ? '; secure' : ''}`;
}
