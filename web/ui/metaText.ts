import { type MetaField, metaTitle, metaValue } from '../../core/metadata.ts';
import { useFormat } from './format.ts';
import { useTranslation } from './texts.ts';

/** @param currency of amounts. @returns what writes a metadata value as its field means it, in the reader's way. */
export function useMetaText(currency: string): (field: MetaField, value: unknown) => string {
  const { t } = useTranslation('fields');
  const format = useFormat();
  const text = (field: MetaField, given: unknown): string => {
    const value = metaValue(field, given);
    if (value == null || value === '') return '–';
    if (field.type === 'boolean' && typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (field.type === 'string' && field.format === 'DATE') return format.date(String(value), 'medium') || String(value);
    if (field.type === 'number' && typeof value === 'number') {
      if (field.format === 'CURRENCY') return format.money(value.toFixed(2), currency);
      return field.format === 'PERCENTAGE' ? `${format.number(value)} %` : format.number(value);
    }
    if (field.type === 'array' && Array.isArray(value))
      return value.map((each) => text(field.items ?? { type: 'string' }, each)).join(', ');
    if (field.type === 'object' && typeof value === 'object') {
      const parts = field.properties ?? {};
      return Object.entries(value)
        .map(([name, part]) => `${metaTitle(name, parts[name] ?? { type: 'string' })}: ${text(parts[name] ?? { type: 'string' }, part)}`)
        .join(' · ');
    }
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return text;
}
