import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useStepName } from '../../../shell/stepName.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Section } from '../../../ui/Panel.tsx';
import { Tags } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Flow.module.css';
import { FlowClaims } from './FlowClaims.tsx';
import { edgesAfter, edgesBefore, type FlowEdge, type FlowGraph, type FlowNode } from './model.ts';

/** What is selected: what leads to it and where it leads, by its steps; of a strategy also its claims and versions. */
export function FlowPanel(props: { graph: FlowGraph; node: FlowNode; onSelect: (id: string | null) => void }) {
  const { graph, node, onSelect } = props;
  const { t } = useTranslation('flow');
  const { clientId } = useWorkspace();
  const typeName = useTypeName();
  const address = node.reaction ? paths.reactions(clientId, { reactionId: node.id }) : paths.strategy(clientId, node.id);
  return (
    <aside className={classes.panel} aria-label={node.name}>
      <header className={classes.panelHead}>
        <h2>
          <RouterLink to={address}>{node.name}</RouterLink>
        </h2>
        <ActionIcon variant="subtle" aria-label={t('close')} onClick={() => onSelect(null)}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      {node.categories.length > 0 && <Tags names={node.categories} />}
      {node.reaction && (
        <p>
          {t(node.reaction.isEnabled ? 'reaction' : 'reactionOff')} · {typeName(node.reaction.messageType)}
        </p>
      )}
      <Neighbours title={t('before')} none={t('beforeNone')} edges={edgesBefore(graph, node.id)} end="from" {...props} />
      <Neighbours title={t('after')} none={t('afterNone')} edges={edgesAfter(graph, node.id)} end="to" {...props} />
      {graph.repeating.has(node.id) && <p>{t('repeats')}</p>}
      {!node.reaction && <FlowClaims node={node} />}
    </aside>
  );
}

/** Strategies and rules on one side, each with the steps that lead on. */
function Neighbours(props: {
  title: string;
  none: string;
  edges: readonly FlowEdge[];
  end: 'from' | 'to';
  graph: FlowGraph;
  onSelect: (id: string) => void;
}) {
  const stepName = useStepName();
  const { clientId } = useWorkspace();
  const { nodes } = props.graph;
  return (
    <Section title={props.title} count={props.edges.length}>
      {props.edges.length === 0 && <p>{props.none}</p>}
      <ul>
        {props.edges.map((edge) => (
          <li key={edge.id}>
            <button type="button" className={classes.jump} onClick={() => props.onSelect(edge[props.end])}>
              {nodes.get(edge[props.end])?.name}
            </button>
            {edge.links.map(({ kind, steps }) => (
              <p key={kind}>
                {steps.map((step, index) => {
                  const rule = nodes.get(edge.from)?.reaction;
                  const to = rule ? paths.reactions(clientId, { reactionId: edge.from }) : paths.strategyStep(clientId, edge.from, step.id);
                  return (
                    <span key={step.id}>
                      {index > 0 && ', '}
                      <RouterLink to={to}>{stepName(step.stepType, step.description)}</RouterLink>
                    </span>
                  );
                })}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}
