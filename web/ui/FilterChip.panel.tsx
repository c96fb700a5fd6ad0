import { Popover } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';

/** The panel in which a filter's value is changed; open when it appears. @param target the button it belongs to. */
export default function FilterPanel(props: { target: ReactElement<{ onClick?: () => void }>; children: (close: () => void) => ReactNode }) {
  const [opened, setOpened] = useState(true);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus>
      <Popover.Target>{cloneElement(props.target, { onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown>{props.children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}
