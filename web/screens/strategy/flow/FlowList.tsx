import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { useFormat } from '../../../ui/format.ts';
import { NameLink } from '../../../ui/NameLink.tsx';
import { Tags } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { edgesAfter, edgesBefore, type FlowGraph, type FlowNode } from './model.ts';

/** The same as the picture, line by line: each strategy and rule with what leads to it and where it leads. */
export function FlowList(props: { graph: FlowGraph; matches: readonly string[]; selected: string | null; onSelect: (id: string) => void }) {
  const { graph, matches } = props;
  const { t } = useTranslation('flow');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const names = (ids: readonly string[]) => ids.map((id) => graph.nodes.get(id)?.name).join(', ') || '–';
  const columns: readonly Column<FlowNode>[] = [
    {
      key: 'name',
      header: t('columns.name'),
      width: 260,
      strong: true,
      cell: ({ id, name, reaction }) => (
        <NameLink to={reaction ? paths.reactions(clientId, { reactionId: id }) : paths.strategy(clientId, id)}>{name}</NameLink>
      ),
    },
    {
      key: 'categories',
      header: t('columns.categories'),
      width: 180,
      cell: ({ categories, reaction }) => (reaction ? t(reaction.isEnabled ? 'reaction' : 'reactionOff') : <Tags names={categories} />),
    },
    {
      key: 'claims',
      header: t('columns.claims'),
      width: 90,
      align: 'right',
      cell: ({ claims, reaction }) => (reaction ? '' : format.number(claims)),
    },
    { key: 'before', header: t('before'), width: 280, cell: ({ id }) => names(edgesBefore(graph, id).map(({ from }) => from)) },
    { key: 'after', header: t('after'), width: 280, cell: ({ id }) => names(edgesAfter(graph, id).map(({ to }) => to)) },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={matches.flatMap((id) => graph.nodes.get(id) ?? [])}
      rowId={({ id }) => id}
      loading={false}
      onOpen={({ id }) => props.onSelect(id)}
      openId={props.selected}
      empty={null}
    />
  );
}
