import { Menu, Popover } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import FilterForm from './FilterForm.tsx';
import type { FilterName } from './filters.ts';

/** The menu of filters that can be added, open when it appears, and the form of the chosen one. */
export default function AddFilter(props: {
  target: ReactElement;
  names: readonly FilterName[];
  params: URLSearchParams;
  onChange: (name: FilterName, values: readonly string[]) => void;
}) {
  const { t } = useTranslation('accounts');
  const [adding, setAdding] = useState<FilterName | null>(null);
  return (
    <Popover opened={adding !== null} onChange={(opened) => !opened && setAdding(null)} position="bottom-start" trapFocus>
      <Popover.Target>
        <span>
          <Menu defaultOpened position="bottom-start">
            <Menu.Target>{props.target}</Menu.Target>
            <Menu.Dropdown>
              {props.names.map((name) => (
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
            values={props.params.getAll(adding)}
            onChange={(values) => props.onChange(adding, values)}
            onClose={() => setAdding(null)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
