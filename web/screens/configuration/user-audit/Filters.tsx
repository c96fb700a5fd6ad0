import { Button, Menu, Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isUuid } from '../../../../core/id.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { FilterChip } from '../../../ui/FilterBar.tsx';
import { useFormat } from '../../../ui/format.ts';
import { dayRange, rangeFault } from '../../../ui/listFilters.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { FilterForm } from './FilterForm.tsx';
import { FILTERS, type FilterName } from './filters.ts';

type Change = (values: Readonly<Record<string, readonly string[]>>) => void;

/** The chips of the filters in effect, and the menu that adds one. */
export function Filters(props: { params: URLSearchParams; onChange: Change }) {
  const { params, onChange } = props;
  const { t } = useTranslation(['audit', 'lists']);
  const [adding, setAdding] = useState<FilterName | null>(null);
  const words = useFilterWords();
  const set = FILTERS.filter((name) => params.has(name));
  // A submodule belongs to the module it was chosen in.
  const change = (name: FilterName, values: readonly string[]) =>
    onChange(name === 'module' ? { module: values, submodule: [], type: [] } : { [name]: values });
  const faultOf = (name: FilterName) => {
    const value = params.get(name) ?? '';
    if (name === 'correlation') return isUuid(value) ? null : t('correlationWrong');
    const fault = name === 'range' ? rangeFault('days', value) : null;
    return fault === null ? null : t(`lists:${fault}`);
  };
  return (
    <>
      {set.map((name) => (
        <FilterChip
          key={name}
          label={t(`filter.${name}`)}
          value={faultOf(name) === null ? words(name, params.getAll(name)) : (params.get(name) ?? '')}
          fault={faultOf(name) ?? undefined}
          onRemove={() => change(name, [])}
        >
          {(close) => (
            <FilterForm
              name={name}
              values={params.getAll(name)}
              module={params.get('module')}
              onChange={(values) => change(name, values)}
              onClose={close}
            />
          )}
        </FilterChip>
      ))}
      <Popover
        opened={adding !== null}
        onChange={(opened) => !opened && setAdding(null)}
        position="bottom-start"
        trapFocus
        withRoles={false}
      >
        <Popover.Target>
          <span>
            <Menu position="bottom-start">
              <Menu.Target>
                <Button variant="subtle" leftSection={<IconPlus size={16} />}>
                  {t('addFilter')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {FILTERS.filter((name) => !set.includes(name)).map((name) => (
                  <Menu.Item key={name} onClick={() => setAdding(name)}>
                    {t(`filter.${name}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </span>
        </Popover.Target>
        <Popover.Dropdown>
          {adding !== null && (
            <FilterForm
              name={adding}
              values={params.getAll(adding)}
              module={params.get('module')}
              onChange={(values) => change(adding, values)}
              onClose={() => setAdding(null)}
            />
          )}
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

/** @returns what says a filter's values in words. */
function useFilterWords(): (name: FilterName, values: readonly string[]) => string {
  const { find } = useTranslation('audit');
  const format = useFormat();
  const { nameOf } = useStaff();
  const typeName = useTypeName();
  const key = (part: string, id: string) => find(`audit:${part}.${id}`) ?? id;
  const each = (name: FilterName, value: string): string => {
    if (name === 'module' || name === 'submodule' || name === 'eventType' || name === 'status') return key(name, value);
    if (name === 'type') return typeName(value);
    if (name === 'user') return nameOf(value) ?? '…';
    if (name === 'correlation') return value.slice(-12);
    return value;
  };
  return (name, values) => {
    if (name === 'range') {
      const { from, to } = dayRange(values[0] ?? null);
      const write = (day: string | null) => format.date(day, 'medium');
      return from && to ? (from === to ? write(from) : `${write(from)} – ${write(to)}`) : from ? `≥ ${write(from)}` : `≤ ${write(to)}`;
    }
    const list = values.map((value) => each(name, value));
    return list.length > 3 ? `${list.slice(0, 2).join(', ')} +${list.length - 2}` : list.join(', ');
  };
}
