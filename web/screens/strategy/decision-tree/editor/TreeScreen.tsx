import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router';
import type { DecisionTree } from '../../../../../engine/trees/tree.ts';
import { useQuery } from '../../../../shell/api.ts';
import { paths } from '../../../../shell/paths.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { DecisionTreeDocument } from './decision.graphql.ts';
import classes from './Editor.module.css';
import type { Loaded } from './loaded.ts';
import { TreeEditor } from './TreeEditor.tsx';
import type { TreeDraft } from './useTreeDraft.ts';

function draftOf(tree: Loaded): TreeDraft {
  const { id, name, description, categories, version, revision, root, columns } = tree;
  return { id, name, description, categories, version, revision, ...({ root, columns } as DecisionTree) };
}

/** /strategy/decision-tree/tree/{id?}/{version?}: without an id a new tree, without a version the one that is edited. */
export default function TreeScreen() {
  const { id, version } = useParams();
  const { key } = useLocation();
  const { t } = useTranslation('trees');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery(
    'decision',
    DecisionTreeDocument,
    id ? { clientId, treeId: id, version: Number(version) || null } : null,
  );
  const tree = data?.getDecisionTree;
  // A new one is the same each time, so that a draft that was kept doesn't look as if somebody else had changed the tree.
  const start = useMemo<TreeDraft>(
    () =>
      tree
        ? draftOf(tree)
        : {
            id: null,
            version: null,
            revision: null,
            name: '',
            description: '',
            categories: [],
            columns: [],
            root: { id: 'root', name: '', variable: null, operation: null, value: null, children: [], outcome: null, values: {} },
          },
    [tree],
  );
  if (id && !tree)
    return (
      <>
        <PageHeader crumbs={[{ label: t('title'), to: paths.decisionTrees(clientId) }, { label: '…' }]} />
        {error ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <div className={classes.skeleton} aria-busy="true">
            {[0, 1, 2, 3, 4].map((line) => (
              <Skeleton key={line} height={34} ml={line * 22} width={320} />
            ))}
          </div>
        )}
      </>
    );
  return (
    <TreeEditor
      key={`${id ?? key} ${version ?? ''}`}
      start={start}
      loaded={tree ?? null}
      isAddressed={version !== undefined}
      reload={refetch}
    />
  );
}
