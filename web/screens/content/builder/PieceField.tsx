import { Textarea, TextInput } from '@mantine/core';
import { type FocusEvent, Fragment, type ReactNode, useEffect, useRef } from 'react';
import { insertAt } from '../../../content/insertAt.ts';
import type { Problem } from '../../../content/usePreview.ts';
import { ServerWords } from '../../../ui/FaultText.tsx';
import { wordsOf } from '../../../ui/fault.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { usePieceTools } from './pieces.ts';

/** One text of a content, with what is wrong with it. Placeholders of the palette go to the field that was written in last. */
export function PieceField(props: {
  /** Where it stands, as problems name it. */
  field: string;
  label: string;
  description?: ReactNode;
  value: string;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  onChange: (value: string) => void;
}) {
  const { field, rows, onChange: put, ...shown } = props;
  const tools = usePieceTools();
  const onChange = (value: string) => {
    tools.touch(field);
    put(value);
  };
  // The palette writes later than the field was entered: into what the content is by then.
  const write = useRef(onChange);
  useEffect(() => {
    write.current = onChange;
  });
  const problems = tools.problems.filter((problem) => problem.field === field);
  const common = {
    ...shown,
    readOnly: tools.readOnly,
    error: problems.length > 0 ? <Words problems={problems} /> : undefined,
    onBlur: () => tools.touch(field),
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      tools.insert.current = (text) =>
        !tools.readOnly && insertAt(currentTarget, text, (value) => write.current(value), requestAnimationFrame);
    },
  };
  if (rows === undefined) return <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />;
  return <Textarea {...common} autosize minRows={rows} maxRows={14} onChange={(event) => onChange(event.currentTarget.value)} />;
}

function Words({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('content');
  return problems.map((problem, at) => (
    <Fragment key={`${problem.key} ${problem.message}`}>
      {at > 0 && ' '}
      {problem.placeholders.length > 0 ? (
        <>
          {t('unknown', { count: problem.placeholders.length })} {problem.placeholders.join(', ')}
        </>
      ) : (
        <ServerWords text={problem.message} words={wordsOf(problem.key, problem.values)} />
      )}
    </Fragment>
  ));
}
