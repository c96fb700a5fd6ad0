/** Badges of claims and accounts: one place for their words and tones, so that a state looks the same wherever it shows. */

import { useFormat } from '../../ui/format.ts';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { useTranslation } from '../../ui/texts.ts';

/** Days past due from which it is time to act, and from which it is grave. */
const [LATE, VERY_LATE] = [10, 60];

const toneOf = (days: number): Tone => (days >= VERY_LATE ? 'bad' : days >= LATE ? 'warn' : 'neutral');

/** What keeps a claim from being late, or how late it is. */
interface Due {
  readonly isResolved?: boolean;
  readonly isDisputed?: boolean;
  readonly promisedUntil: string | null;
  /** Days past due, negative before; null without a due date. */
  readonly days: number | null;
}

/**
 * A resolved claim is not late, and of a disputed or promised one nobody is reminded: that stands instead of its days.
 * @param isShort in a column whose header says what the days are.
 */
export function DueTag({ due, isShort = false }: { due: Due; isShort?: boolean }) {
  const { t } = useTranslation('states');
  const format = useFormat();
  const { days, promisedUntil } = due;
  if (due.isResolved) return <ResolvedTag />;
  if (due.isDisputed) return <DisputedTag />;
  if (promisedUntil !== null) return <PromisedTag until={promisedUntil} isShort={isShort} />;
  if (days === null) return isShort ? '–' : <Tag>{t('noDueDate')}</Tag>;
  const form = isShort ? 'short' : 'long';
  if (days === 0) return <Tag>{t(`${form}.today`)}</Tag>;
  if (days < 0) return <Tag>{t(`${form}.ahead`, { count: -days, number: format.number(-days) })}</Tag>;
  return <Tag tone={toneOf(days)}>{t(`${form}.late`, { count: days, number: format.number(days) })}</Tag>;
}

export function ResolvedTag() {
  const { t } = useTranslation('states');
  return <Tag tone="good">{t('resolved')}</Tag>;
}

/** @param since the day it was disputed on, where there is room for it. */
export function DisputedTag({ since }: { since?: string }) {
  const { t } = useTranslation('states');
  const format = useFormat();
  return <Tag tone="warn">{since === undefined ? t('disputed') : t('disputedSince', { date: format.date(since) })}</Tag>;
}

export function PromisedTag({ until, isShort = false }: { until: string; isShort?: boolean }) {
  const { t } = useTranslation('states');
  const format = useFormat();
  return (
    <Tag tone="good" title={isShort ? t('promised', { date: format.date(until, 'medium') }) : undefined}>
      {isShort ? t('promisedShort') : t('promised', { date: format.date(until, 'dayMonth') })}
    </Tag>
  );
}

export function SegmentTag({ segment }: { segment: string }) {
  const { t } = useTranslation('states');
  return <Tag tone="info">{t('segment', { segment })}</Tag>;
}

/** What one must know of an account before anything else is done with it. */
export function AccountTags(props: { deceased: boolean; noContact?: boolean; disputed: number; segment: string | null; hasPlan: boolean }) {
  const { t } = useTranslation('states');
  return (
    <>
      {props.deceased && <Tag tone="bad">{t('deceased')}</Tag>}
      {props.noContact && <Tag tone="bad">{t('noContact')}</Tag>}
      {props.disputed > 0 && <Tag tone="warn">{t('disputedClaims', { count: props.disputed })}</Tag>}
      {props.segment && <SegmentTag segment={props.segment} />}
      {props.hasPlan && <Tag tone="violet">{t('plan')}</Tag>}
    </>
  );
}
