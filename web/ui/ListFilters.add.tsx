import { Menu, Popover } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import FilterForm from './ListFilters.form.tsx';
import type { FilterChange, ListFilter } from './listFilters.ts';

/** The menu of filters that can be added, open when it appears, and the form of the chosen one. */
export default function AddFilter(props: {
  target: ReactElement;
  filters: readonly ListFilter[];
  params: URLSearchParams;
  onChange: FilterChange;
}) {
  const [adding, setAdding] = useState<ListFilter | null>(null);
  return (
    <Popover opened={adding !== null} onChange={(opened) => !opened && setAdding(null)} position="bottom-start" trapFocus>
      <Popover.Target>
        <span>
          <Menu defaultOpened position="bottom-start">
            <Menu.Target>{props.target}</Menu.Target>
            <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
              {props.filters.map((filter) => (
                <Menu.Item key={filter.name} onClick={() => setAdding(filter)}>
                  {filter.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        {adding !== null && (
          <FilterForm
            filter={adding}
            values={props.params.getAll(adding.name)}
            onChange={(values) => props.onChange(adding.name, values)}
            onClose={() => setAdding(null)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
