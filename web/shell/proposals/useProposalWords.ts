import { useMemo } from 'react';
import { withoutHidden } from '../../../core/hiddenText.ts';
import { metaTitle } from '../../../core/metadata.ts';
import { type Format, useFormat } from '../../ui/format.ts';
import { useTranslation } from '../../ui/texts.ts';
import { useMetadataSchema } from '../metadata/metadataSchema.ts';
import { useStaff } from '../staff.ts';
import { LONG, type Proposal, type Row, rowsOf } from './rows.ts';

/** Fields whose values are words of the contract, and the texts of these. */
const NAMED: Readonly<Record<string, string>> = {
  channel: 'reasons:channel',
  gender: 'debtor:gender',
  interval: 'events:interval',
  method: 'proposals:method',
  type: 'proposals:debtorType',
};
const MONEY: readonly string[] = ['amount', 'downPayment'];
/** What says little to people who know whom it is about. */
const IDS = /(Id|DebtorRef)$/;
/** Values that stand in a line of a list. */
const GIST = 4;

/** What says a proposal in the reader's language. The same object as long as texts and names stay. */
export function useProposalWords() {
  const { t, find } = useTranslation(['proposals', 'events', 'debtor', 'reasons']);
  const format = useFormat();
  const { nameOf } = useStaff();
  const [account, claim] = [useMetadataSchema('account'), useMetadataSchema('claim')];
  return useMemo(() => {
    /** @returns an assistant's text in which hidden characters are seen to be there. */
    const plain = (text: string): string => withoutHidden(text, (count) => t('hidden', { count }));
    /** What is done, as an instruction: "Add a note to an account". The server's English for what this release doesn't know. */
    const operationName = ({ operation, summary }: Pick<Proposal, 'operation' | 'summary'>) =>
      find(`proposals:operation.${operation}`) ?? summary;
    /** @returns what people call a field. */
    const fieldName = ({ name, isOwn }: Pick<Row, 'name' | 'isOwn'>): string => {
      const field = isOwn ? (account?.properties[name] ?? claim?.properties[name]) : undefined;
      if (isOwn) return field ? metaTitle(name, field) : name;
      return find(`proposals:field.${name}`) ?? find(`debtor:field.${name}`) ?? name;
    };
    /** @returns a value as its field means it, in words. @param currency of amounts. */
    const valueText = (row: Pick<Row, 'name' | 'value' | 'isOwn'>, currency: string | null): string => {
      const { name, value, isOwn } = row;
      if (value === null || value === '') return t(name === 'userId' ? 'value.nobody' : 'value.empty');
      if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
      if (typeof value === 'number') return format.number(value);
      if (Array.isArray(value)) return value.map((each) => valueText({ name, value: each, isOwn }, currency)).join(', ');
      if (typeof value === 'object')
        return Object.entries(value)
          .map(([part, of]) => `${fieldName({ name: part, isOwn })}: ${valueText({ name: part, value: of, isOwn }, currency)}`)
          .join(' · ');
      const text = plain(String(value));
      if (isOwn) return dayText(text, format);
      if (MONEY.includes(name) && currency) return format.money(text, currency);
      if (name === 'userId') return nameOf(text) ?? t('value.colleague');
      if (name === 'country') return format.country(text);
      if (NAMED[name]) return find(`${NAMED[name]}.${text}`) ?? text;
      return LONG.includes(name) ? text : dayText(text, format);
    };
    /** @returns the few values that tell this proposal from another of its kind; what is only an id is left out. */
    const gist = (proposal: Proposal): string =>
      rowsOf(proposal)
        .filter(({ name, value }) => value !== null && value !== '' && (name === 'userId' || !IDS.test(name)))
        .slice(0, GIST)
        .map((row) => {
          const text = valueText(row, proposal.currency);
          return LONG.includes(row.name) ? t('quoted', { text: shortened(text) }) : `${fieldName(row)}: ${text}`;
        })
        .join(' · ');
    return { plain, operationName, fieldName, valueText, gist };
  }, [t, find, format, nameOf, account, claim]);
}

export type ProposalWords = ReturnType<typeof useProposalWords>;

/** @returns a calendar day or a moment as people write it; any other text as it is. */
function dayText(text: string, format: Format): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return format.date(text) || text;
  return /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? format.date(text, 'long') || text : text;
}

const SHORT = 120;
const shortened = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT).trimEnd()}…` : text);
