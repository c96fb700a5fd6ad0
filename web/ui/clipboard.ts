import { useRef, useState } from 'react';
import { useTranslation } from './texts.ts';
import { toastError } from './toasts.ts';

/** How long a button says that it has copied; ms. */
const SAID_FOR = 1_500;

/** @returns what copies a text and says with a toast when the browser refuses, and whether it has just copied one. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const { t } = useTranslation('ui');
  const [copied, setCopied] = useState(false);
  const timer = useRef<number>(undefined);
  const copy = (text: string) =>
    void copyText(text).then((done) => {
      if (!done) return toastError(t('copy.refused'));
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setCopied(false), SAID_FOR);
    });
  return { copied, copy };
}

/**
 * Puts a text on the clipboard. Browsers have `navigator.clipboard` only for pages that came by HTTPS or from the machine itself, and may
 * refuse it; a house in an office network without a certificate copies the old way.
 * @returns whether it is there.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** What the browser copies when something is selected, with our text in its place; the selection stays what it was. */
function copySelected(text: string): boolean {
  const selection = document.getSelection();
  const kept = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const held = document.body.appendChild(document.createElement('span'));
  held.textContent = text;
  held.style.cssText = 'position: fixed; top: 0; clip-path: inset(50%); white-space: pre; user-select: text';
  const give = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', give, { once: true });
  try {
    selection?.selectAllChildren(held);
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', give);
    held.remove();
    selection?.removeAllRanges();
    if (kept) selection?.addRange(kept);
  }
}
