import { Popover, TagsInput } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from '../../../ui/texts.ts';

/** The strategy's categories in a panel below their button; open when it appears. */
export default function CategoriesPanel(props: {
  target: ReactElement;
  known: readonly string[];
  value: readonly string[];
  onChange: (categories: string[]) => void;
}) {
  const { t } = useTranslation('strategy');
  return (
    <Popover defaultOpened position="bottom-end" width={300} trapFocus>
      <Popover.Target>{props.target}</Popover.Target>
      <Popover.Dropdown>
        <TagsInput
          label={t('categories.label')}
          placeholder={t('categories.placeholder')}
          data={[...props.known]}
          value={[...props.value]}
          maxTags={20}
          acceptValueOnBlur
          comboboxProps={{ withinPortal: false }}
          onChange={props.onChange}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
