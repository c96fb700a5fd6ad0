import { ExportMenu } from '../ui/ExportMenu.tsx';
import { translation } from '../ui/texts.ts';
import { type ExportColumn, exportList } from './exportList.ts';
import { useWorkspace } from './workspace.ts';

/** The export of a list whole, with the columns and words of its screen. @param wanted the list's arguments: filter, account … */
export function ListExport(props: {
  list: string;
  columns: readonly ExportColumn[];
  wanted?: Readonly<Record<string, unknown>>;
  disabled?: boolean;
  size?: string;
}) {
  const { clientId } = useWorkspace();
  const { list, columns, wanted, disabled, size } = props;
  return <ExportMenu disabled={disabled} size={size} onExport={(format) => exportList(list, { ...wanted, clientId, format, columns })} />;
}

/** @returns the texts of all refusals by their keys, for a column of reasons; for components that say refusals, which load them. */
export const reasonTexts = (): Readonly<Record<string, string>> => translation('faults').group('');

/** @returns a name of the contract → what it is called. */
export function wordsOf<Name extends string>(names: readonly Name[], say: (name: Name) => string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, say(name)]));
}
