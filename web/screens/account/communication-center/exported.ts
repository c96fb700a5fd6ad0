/** The correspondence as a file: what each message says of itself, in the reader's words. */

import { CORRESPONDENCE_CHANNELS, OUTCOME_DIRECTIONS, RESOLUTIONS } from '../../../../core/contactOutcomes.ts';
import { CALL_STATES } from '../../../../core/spokenCall.ts';
import type { ExportColumn } from '../../../shell/exportList.ts';
import type { useOutcomeWords } from '../../../shell/outcomes.ts';
import type { Translation } from '../../../ui/texts.ts';

const KEYS = [
  'when',
  'channel',
  'direction',
  'account',
  'debtor',
  'claim',
  'sender',
  'recipient',
  'template',
  'subject',
  'text',
  'author',
  'waits',
  'opened',
  'bounced',
  'handled',
  'callResult',
  'keys',
  'resolution',
] as const;

/** @returns the columns of the file. */
export function communicationColumns(
  t: Translation<['messages', 'shell']>['t'],
  words: ReturnType<typeof useOutcomeWords>,
): ExportColumn[] {
  const said: Readonly<Partial<Record<(typeof KEYS)[number], Record<string, string>>>> = {
    channel: Object.fromEntries(CORRESPONDENCE_CHANNELS.map((value) => [value, words.method(value)])),
    direction: Object.fromEntries(OUTCOME_DIRECTIONS.map((value) => [value, t(`center.${value}`)])),
    waits: { waits: t('center.waits') },
    callResult: Object.fromEntries(CALL_STATES.map((value) => [value, t(`center.call.${value}`)])),
    resolution: Object.fromEntries(RESOLUTIONS.map((value) => [value, words.resolution(value)])),
  };
  return KEYS.map((key) => ({ key, header: t(`center.column.${key}`), ...(said[key] && { words: said[key] }) }));
}
