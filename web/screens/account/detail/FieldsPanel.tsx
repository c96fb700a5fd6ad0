import { valueAt, type Widget } from '../../../../core/widgets.ts';
import { type Format, useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import type { Account } from './account.ts';

/** Values of the account under names of the client's own. */
export function FieldsPanel({ account, widget }: { account: Account; widget: Widget }) {
  const { t } = useTranslation('debtor');
  const format = useFormat();
  const { fields } = widget;
  return (
    <Section title={widget.label || t('fields')}>
      {fields.length === 0 && <p>{t('noFields')}</p>}
      <KeyValue dense pairs={fields.map((field) => [field.label || field.path, written(account, field.path, format) || t('empty')])} />
    </Section>
  );
}

/** @returns the value at a path as people read it: money with its currency, days and moments in the locale. */
export function written(account: Account, path: string, format: Format): string {
  const value = valueAt(account, path);
  if (value === undefined || value === null) return '';
  const holder = path.includes('.') ? valueAt(account, path.slice(0, path.lastIndexOf('.'))) : account;
  const currency = (holder as { currency?: unknown } | undefined)?.currency;
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) && /(amount|fees)$/i.test(path) && typeof currency === 'string')
    return format.money(value, currency);
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return format.date(value);
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)) return format.date(value, 'long');
  if (typeof value === 'number') return format.number(value);
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
    ? value.join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}
