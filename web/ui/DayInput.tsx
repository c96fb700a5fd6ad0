import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useFormat } from './format.ts';
import { later } from './later.ts';
import { dayPattern, readDay, writeDay } from './readDay.ts';
import { useTranslation } from './texts.ts';

const Calendar = later(() => import('./DayInput.calendar.tsx'));

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
  /** "2026-11-23", or what is typed so far. */
  readonly value?: string;
  /** Takes "2026-11-23", '' for nothing, and what is typed as it is while it is no day: saving it is refused with the field named. */
  readonly onChange: (day: string) => void;
  /** The earliest and the latest day that the calendar offers. */
  readonly min?: string;
  readonly max?: string;
}

/**
 * The field for a calendar day: typed the way the person's language writes days, or chosen from a calendar. Browsers' own fields follow the
 * language of the browser, not the person's, so that 3/5 means May to one and March to the next.
 */
export function DayInput({ value = '', onChange, min, max, ...rest }: Props) {
  const { t } = useTranslation('ui');
  const { locale } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  // What was typed and not taken, while the value is still the one it was then: it stays, with what is wrong beside it.
  const [refused, setRefused] = useState<{ text: string; value: string } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const thisYear = new Date().getFullYear();
  const day = readDay(value, locale, thisYear);
  const kept = refused?.value === value ? refused.text : null;
  const shown = typed ?? kept ?? (day === null ? value : writeDay(day, locale));
  const isWrong = typed === null && (kept === null ? value !== '' && day === null : readDay(kept, locale, thisYear) === null);
  return (
    // Without its roles, which would make of the text field something that opens: the button says it, and the calendar names itself.
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus withRoles={false} position="bottom-end" shadow="md">
      <Popover.Target>
        <TextInput
          {...rest}
          inputMode="numeric"
          autoComplete="off"
          placeholder={dayPattern(locale, t('day.letters'))}
          value={shown}
          error={isWrong ? t('day.wrong', { pattern: dayPattern(locale, t('day.letters')) }) : rest.error}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            onChange(readDay(text, locale, thisYear) ?? text.trim());
          }}
          onBlur={(event) => {
            const text = typed?.trim() ?? '';
            if (typed !== null) setRefused(text !== '' && (readDay(text, locale, thisYear) ?? text) !== value ? { text, value } : null);
            setTyped(null);
            rest.onBlur?.(event);
          }}
          onKeyDown={(event) => {
            if (event.altKey && event.key === 'ArrowDown') {
              event.preventDefault();
              setOpen(true);
            }
            rest.onKeyDown?.(event);
          }}
          rightSection={
            <ActionIcon
              variant="subtle"
              size="sm"
              disabled={rest.disabled === true}
              aria-label={t('day.choose')}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setOpen((open) => !open)}
            >
              <IconCalendar size={16} stroke={1.5} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('day.choose')}>
        <Suspense>
          <Calendar
            day={day}
            min={min}
            max={max}
            onChoose={(chosen: string) => {
              setTyped(null);
              setRefused(null);
              onChange(chosen);
              setOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** @returns a day that can be asked with: '' while what is typed is none. */
export const dayOrNone = (typed: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(typed) ? typed : '');
