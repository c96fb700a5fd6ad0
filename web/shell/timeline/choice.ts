/** What somebody wants to see of a timeline, and what the server is asked with. */
import { useDebouncedValue } from '@mantine/hooks';
import { addDays, calendarDate, isoInstant } from '../../../core/time.ts';
import { at } from '../../../core/zone.ts';
import { useWorkspace } from '../workspace.ts';

/** Who does things (EventFilters.actorTypes). */
export const ACTORS = ['user', 'apiKey', 'debtor', 'strategy', 'reaction', 'import', 'provider', 'system'] as const;
export const KINDS = ['claim', 'account', 'money', 'strategy', 'contact', 'portal', 'task'] as const;

export interface TimelineChoice {
  readonly kinds: readonly string[];
  /** Single types of events (core/events/catalogue.ts). */
  readonly types: readonly string[];
  readonly actors: readonly string[];
  readonly people: readonly string[];
  /** Calendar days, empty for none. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Empty: the newest first. */
  readonly order: '' | 'asc';
}

export const EVERYTHING: TimelineChoice = { kinds: [], types: [], actors: [], people: [], from: '', to: '', text: '', order: '' };

/** @returns the order of getAllDiaryEvents and getAllClaimEvents. */
export const orderOf = ({ order }: TimelineChoice): 'asc' | 'desc' => order || 'desc';

/** @returns by how many things one chooses. */
export const numberChosen = (choice: TimelineChoice): number => Object.values(choice).filter((value) => value.length > 0).length;

/** @returns the filters of getAllDiaryEvents and getAllClaimEvents; null for everything. Typing is waited for. */
export function useTimelineFilters(choice: TimelineChoice) {
  const { configuration } = useWorkspace();
  const [text] = useDebouncedValue(choice.text.trim(), 250);
  const day = (value: string, plus: number) => {
    const date = calendarDate(value);
    return date ? isoInstant(at(addDays(date, plus), { hour: 0, minute: 0 }, configuration.timezone)) : null;
  };
  const [from, to] = [day(choice.from, 0), day(choice.to, 1)];
  if (choice.kinds.length === 0 && choice.people.length === 0 && choice.actors.length === 0 && !from && !to && text === '') return null;
  return {
    categories: choice.kinds.length > 0 ? [...choice.kinds] : null,
    actorTypes: choice.actors.length > 0 ? [...choice.actors] : null,
    userIds: choice.people.length > 0 ? [...choice.people] : null,
    createdAtRange: from || to ? { from, to } : null,
    text: text || null,
  };
}
