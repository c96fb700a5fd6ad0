/** A page that nobody sees is not drawn: then it goes on without; ms. */
const AT_MOST = 100;

/** Waits until what has been rendered is on the screen. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, AT_MOST);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
