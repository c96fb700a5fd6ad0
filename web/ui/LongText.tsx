import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Ctrl/Cmd+Enter. */
  onDone?: () => void;
}

/** What a dialog asks people to say in their own words; it has the focus. */
export function LongText({ label, value, onChange, onDone }: Props): ReactNode {
  return (
    <Textarea
      label={label}
      autosize
      minRows={3}
      maxRows={10}
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onDone?.();
      }}
    />
  );
}
