/** Toasts stand at the bottom right: green for what the server agreed to, red for what it refused. */
import { notifications } from '@mantine/notifications';
import { faultOf } from './fault.ts';

/** Says what was done, after the server agreed. */
export function toastSuccess(message: string, title?: string): void {
  notifications.show({ message, title, color: 'var(--brand)', autoClose: 5_000, withBorder: true });
}

/** @param error a message, or what a call threw: then its message is shown. */
export function toastError(error: unknown, title?: string): void {
  const message = typeof error === 'string' ? error : faultOf(error).message;
  notifications.show({ message, title, color: 'var(--bad)', autoClose: 10_000, withBorder: true, role: 'alert' });
}
