import type { ReactNode } from 'react';
import { Section } from '../../../ui/Panel.tsx';
import classes from './Tab.module.css';

/** A column of a short table: one entry gives its header and its cells. */
export interface LineColumn<Line> {
  readonly header: string;
  readonly cell: (line: Line) => ReactNode;
  /** Amounts are on the right. */
  readonly isRight?: boolean;
  readonly className?: string | undefined;
  /** What the cell says on hover. */
  readonly title?: (line: Line) => string | undefined;
}

/** A tab's section with a table of a few lines, all of which it shows; nothing without lines. */
export function LinesTable<Line>(props: {
  title: string;
  aside: ReactNode;
  columns: readonly LineColumn<Line>[];
  lines: readonly Line[];
  lineId: (line: Line) => string;
}) {
  if (props.lines.length === 0) return null;
  return (
    <div className={classes.block}>
      <Section title={props.title} aside={props.aside}>
        <div className={classes.scroll}>
          <table className={classes.rows}>
            <thead>
              <tr>
                {props.columns.map(({ header, isRight }) => (
                  <th key={header} data-right={isRight || undefined}>
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {props.lines.map((line) => (
                <tr key={props.lineId(line)}>
                  {props.columns.map(({ header, cell, isRight, className, title }) => (
                    <td key={header} className={className} title={title?.(line)} data-right={isRight || undefined}>
                      {cell(line)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
    </div>
  );
}
