import { useEffect, useState } from 'react';
import { type DateStyle, useFormat } from './format.ts';

/** Rewrites relative times as they age; one beat a minute. */
function useMinute(enabled: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!enabled) return;
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, [enabled]);
  return now;
}

/**
 * A moment or a calendar day, with the exact time in the client's zone on hover.
 * @param value ISO text of the DateTime or Date scalar; nothing gives a dash. @param style "relative" ("2 h ago"), or a date style.
 */
export function DateText(props: { value: string | null | undefined; style?: DateStyle | 'relative' }) {
  const format = useFormat();
  const relative = (props.style ?? 'relative') === 'relative';
  const now = useMinute(relative);
  if (!props.value) return '–';
  const exact = format.date(props.value, props.value.length === 10 ? 'full' : 'exact');
  return (
    <time dateTime={props.value} title={exact}>
      {relative ? format.relative(props.value, now) : format.date(props.value, props.style as DateStyle)}
    </time>
  );
}
