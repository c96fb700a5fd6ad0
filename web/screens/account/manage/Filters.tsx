import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FilterChip } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { later } from '../../../ui/later.ts';
import { Opens } from '../../../ui/Opens.tsx';
import { DAYS, FILTERS, type FilterName, type Range, readRange } from './filters.ts';

const AddFilter = later(() => import('./AddFilter.tsx'));
const FilterForm = later(() => import('./FilterForm.tsx'));

type Change = (name: FilterName, values: readonly string[]) => void;

/** The chips of the filters in effect, and the menu that adds one. */
export function Filters(props: { params: URLSearchParams; onChange: Change }) {
  const { t } = useTranslation('accounts');
  const words = useFilterWords();
  const set = FILTERS.filter((name) => props.params.has(name));
  return (
    <>
      {set.map((name) => (
        <FilterChip
          key={name}
          label={t(`filter.${name}`)}
          value={words(name, props.params.getAll(name))}
          onRemove={() => props.onChange(name, [])}
        >
          {(close) => (
            <FilterForm
              name={name}
              values={props.params.getAll(name)}
              onChange={(values) => props.onChange(name, values)}
              onClose={close}
            />
          )}
        </FilterChip>
      ))}
      <Opens
        button={
          <Button variant="subtle" leftSection={<IconPlus size={16} />}>
            {t('addFilter')}
          </Button>
        }
        menu={(target) => (
          <AddFilter
            target={target}
            names={FILTERS.filter((name) => !set.includes(name))}
            params={props.params}
            onChange={props.onChange}
          />
        )}
      />
    </>
  );
}

/** @returns what says a filter's values in words. */
function useFilterWords(): (name: FilterName, values: readonly string[]) => string {
  const { t } = useTranslation('accounts');
  const format = useFormat();
  const { nameOf } = useStaff();
  const { configuration } = useWorkspace();
  const range = ({ from, to }: Range, write: (value: string) => string) =>
    from && to ? `${write(from)} – ${write(to)}` : from ? `≥ ${write(from)}` : to ? `≤ ${write(to)}` : '–';
  return (name, values) => {
    const only = values[0] ?? null;
    if (name === 'assignee') return values.map((id) => nameOf(id) ?? '…').join(', ');
    if (name === 'debtorType') return only === 'company' ? t('type.company') : t('type.person');
    if (name === 'amount') return range(readRange(only), (value) => format.money(value, configuration.currency));
    if (name === 'pastDue') return range(readRange(only), String);
    if (DAYS.includes(name)) return range(readRange(only), (value) => format.date(value, 'medium'));
    return values.length > 3 ? `${values.slice(0, 2).join(', ')} +${values.length - 2}` : values.join(', ');
  };
}
