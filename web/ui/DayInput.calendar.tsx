import '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/es';
import 'dayjs/locale/nl';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { useFormat } from './format.ts';

/** The calendar of a field for a day; on the chosen one, else on the first that may be chosen, else on today. */
export default function DayCalendar(props: {
  day: string | null;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
}) {
  const { locale } = useFormat();
  const language = locale === 'en-US' ? 'en' : locale === 'en-GB' ? 'en-gb' : locale.slice(0, 2);
  const { firstDay } = (new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }).getWeekInfo?.() ?? {
    firstDay: 1,
  };
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: (firstDay % 7) as 0 | 1 | 6 }}>
      <DatePicker
        size="xs"
        highlightToday
        value={props.day}
        {...(props.day === null ? {} : { defaultDate: props.day })}
        {...(props.min === undefined ? {} : { minDate: props.min })}
        {...(props.max === undefined ? {} : { maxDate: props.max })}
        onChange={(day) => day && props.onChoose(day)}
      />
    </DatesProvider>
  );
}
