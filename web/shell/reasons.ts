/** The engine's reasons as sentences: why a message was not sent, why a claim took a branch. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../ui/format.ts';

/** A reason of engine/reasons.ts as the server gives it. */
export interface ReasonLike {
  readonly key: string;
  readonly values?: unknown;
}

/** A time of day as the gate gives it: minutes since midnight, or "08:00" already. */
const clock = (value: unknown) =>
  typeof value === 'number'
    ? `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
    : String(value ?? '');

const OPERATORS: Readonly<Record<string, string>> = { '!=': '≠', '>=': '≥', '<=': '≤' };

/** @returns what turns a reason into a sentence of the user's language; empty for none. */
export function useReason(): (reason: ReasonLike | null | undefined) => string {
  const { t, i18n } = useTranslation('reasons');
  const format = useFormat();
  return useCallback(
    (reason) => {
      if (!reason) return '';
      const key = reason.key.replaceAll('.', '_');
      const values = (typeof reason.values === 'object' && reason.values !== null ? reason.values : {}) as Record<string, unknown>;
      const zone = typeof values.zone === 'string' ? values.zone : null;
      const shown: Record<string, string | number> = {};
      for (const [name, value] of Object.entries(values)) shown[name] = typeof value === 'number' ? value : String(value ?? '–');
      if (typeof values.until === 'string') shown.until = format.date(values.until, values.until.length === 10 ? 'medium' : 'long');
      if (typeof values.dueDate === 'string') shown.dueDate = format.date(values.dueDate);
      if (typeof values.channel === 'string' && i18n.exists(`reasons:channel.${values.channel}`))
        shown.channel = t(`channel.${values.channel}` as never);
      if (typeof values.operation === 'string') shown.operation = OPERATORS[values.operation] ?? values.operation;
      if (zone) shown.zone = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
      if (key === 'gate_quietHours_ok') {
        shown.start = clock(values.start);
        shown.end = clock(values.end);
        shown.now = new Intl.DateTimeFormat(format.locale, {
          timeZone: zone ?? format.timeZone,
          timeStyle: 'short',
          hourCycle: 'h23',
        }).format(new Date());
      }
      return i18n.exists(`reasons:${key}`) ? String(t(key as never, shown as never)) : reason.key;
    },
    [t, i18n, format],
  );
}
