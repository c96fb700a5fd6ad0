import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { FilterChip } from './FilterBar.tsx';
import { useFormat } from './format.ts';
import { later } from './later.ts';
import { type FilterChange, type ListFilter, type Range, rangeFault, readRange } from './listFilters.ts';
import { Opens } from './Opens.tsx';
import { useTranslation } from './texts.ts';

const AddFilter = later(() => import('./ListFilters.add.tsx'));
const FilterForm = later(() => import('./ListFilters.form.tsx'));

/** The chips of the filters in effect, and the menu that adds one. @param filters in the menu's order. */
export function ListFilters(props: { filters: readonly ListFilter[]; params: URLSearchParams; onChange: FilterChange }) {
  const { t } = useTranslation('lists');
  const { params, onChange } = props;
  const set = props.filters.filter(({ name }) => params.has(name));
  return (
    <>
      {set.map((filter) => (
        <Chip key={filter.name} filter={filter} values={params.getAll(filter.name)} onChange={onChange} />
      ))}
      <Opens
        button={
          <Button variant="subtle" leftSection={<IconPlus size={16} />}>
            {t('addFilter')}
          </Button>
        }
        menu={(target) => (
          <AddFilter target={target} filters={props.filters.filter((each) => !set.includes(each))} params={params} onChange={onChange} />
        )}
      />
    </>
  );
}

const useNone = () => undefined;

function Chip({ filter, values, onChange }: { filter: ListFilter; values: readonly string[]; onChange: FilterChange }) {
  const { useOptions = useNone } = filter;
  const options = useOptions();
  const format = useFormat();
  const { t } = useTranslation('lists');
  // An address may hold anything: what is no range narrows nothing down, and says so on its chip.
  const fault = rangeFault(filter.kind, values[0] ?? '');
  const range = ({ from, to }: Range, write: (value: string) => string) =>
    from && to ? `${write(from)} – ${write(to)}` : from ? `≥ ${write(from)}` : to ? `≤ ${write(to)}` : '–';
  const only = readRange(values[0] ?? null);
  const labels = values.map((value) => options?.find((option) => option.value === value)?.label ?? value);
  const words = {
    numbers: () => range(only, String),
    amounts: () => range(only, (value) => format.money(value, filter.currency ?? '')),
    days: () => range(only, (value) => format.date(value, 'medium')),
  };
  return (
    <FilterChip
      label={filter.label}
      fault={fault === null ? undefined : t(fault)}
      value={
        fault !== null
          ? values[0]!
          : filter.kind in words
            ? words[filter.kind as keyof typeof words]()
            : labels.length > 3
              ? `${labels.slice(0, 2).join(', ')} +${labels.length - 2}`
              : labels.join(', ')
      }
      onRemove={() => onChange(filter.name, [])}
    >
      {(close) => <FilterForm filter={filter} values={values} onChange={(next) => onChange(filter.name, next)} onClose={close} />}
    </FilterChip>
  );
}
