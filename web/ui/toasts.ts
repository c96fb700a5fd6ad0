/** Toasts lie at the bottom right, above actions that stay in view there: green for what the server agreed to, red for what it refused. Toasts.tsx shows them. */
import { faultOf, type ServerFault } from './fault.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  /** Words, or what the server refused. */
  readonly message: string | ServerFault;
  /** What could not be done, before what the server said. */
  readonly intro?: string;
  /** A button in the toast, e.g. to undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const LIMIT = 5;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** The same words again take the place of the earlier ones: two of them say no more than one. */
function show(toast: Omit<Toast, 'id'>): number {
  const others = toasts.filter(({ kind, message, action }) => action || toast.action || kind !== toast.kind || message !== toast.message);
  become([...others, { ...toast, id: ++lastId }].slice(-LIMIT));
  return lastId;
}

/** Says what was done, after the server agreed. @param action e.g. the way to undo it. @returns what dismissToast takes. */
export function toastSuccess(message: string, action?: Toast['action']): number {
  return show({ kind: 'success', message, ...(action && { action }) });
}

/** @param error a message, or what a call threw: then what the server said is shown. */
export function toastError(error: unknown): void {
  show({ kind: 'error', message: typeof error === 'string' ? error : faultOf(error) });
}

/** @param fault what no field of a form took. @param intro what could not be done. */
export function toastFault(fault: ServerFault, intro?: string): void {
  show({ kind: 'error', message: fault, ...(intro !== undefined && { intro }) });
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  become(toasts.filter((toast) => toast.id !== id));
}

/** @returns the toasts to show, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts;
}

/** @returns what ends the listening. */
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
