import { Button } from '@mantine/core';
import { useState } from 'react';
import { isLeaf, walk } from '../../../../../engine/trees/tree.ts';
import { query } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useFormat } from '../../../../ui/format.ts';
import { ErrorNote } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { TryTreeOnPortfolioDocument } from './decision.graphql.ts';
import classes from './Editor.module.css';
import { placeOf } from './edit.ts';
import type { TreeWork } from './useTreeDraft.ts';
import { type PortfolioTrial as Counts, type TreeView, useNodeWords } from './useTreeView.ts';

type Leaf = Counts['counts']['leaves'][number];

/** Where the open claims come to, with their balances, beside the live version. */
export function PortfolioTrial({ work, view }: { work: TreeWork; view: TreeView }) {
  const { t } = useTranslation('trees');
  const format = useFormat();
  const words = useNodeWords();
  const { clientId } = useWorkspace();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { root, columns, id } = work.draft;
  async function count() {
    setBusy(true);
    setError(null);
    try {
      const tree = JSON.stringify({ root, columns });
      const { testDecisionTreeOnPortfolio: counts } = await query('decision', TryTreeOnPortfolioDocument, { clientId, tree, treeId: id });
      view.setCounts(counts);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }
  const { counts } = view;
  const nameOf = (nodeId: string | null) => {
    const place = nodeId === null ? null : placeOf(root, nodeId);
    if (!place) return t(nodeId === null ? 'trial.none' : 'trial.otherVersion');
    return place.node.outcome ?? (place.node.name || words.condition(place.node, false));
  };
  // Leaves in the tree's order, then those of the version before that are gone, then no decision.
  const leaves = [...walk(root)].flatMap(({ node }) => (isLeaf(node) ? [node.id] : []));
  const gone = counts?.before?.leaves.flatMap(({ nodeId }) => (nodeId && !leaves.includes(nodeId) ? [nodeId] : [])) ?? [];
  const shown = (leaf: Leaf | undefined) => {
    if (!leaf) return '0';
    return `${format.number(leaf.claims)} · ${leaf.balances.map(({ currency, balance }) => format.money(balance, currency)).join(' · ')}`;
  };
  const of = (list: readonly Leaf[] | undefined, nodeId: string | null) => list?.find((leaf) => (leaf.nodeId ?? null) === nodeId);
  return (
    <section className={classes.portfolio} aria-label={t('trial.portfolio')}>
      <Button variant="default" loading={busy} onClick={() => void count()}>
        {t('trial.portfolio')}
      </Button>
      {error !== null && <ErrorNote error={error} />}
      {counts && (
        <>
          <p className={classes.quietText}>
            {t('trial.looked', { looked: format.number(counts.looked), open: format.number(counts.open) })}{' '}
            {counts.before &&
              t('trial.changed', {
                count: counts.changed ?? 0,
                number: format.number(counts.changed ?? 0),
                version: counts.before.version,
              })}
          </p>
          <table className={classes.counts}>
            <thead>
              <tr>
                <th scope="col">{t('node.outcome')}</th>
                <th scope="col">{t('trial.now')}</th>
                {counts.before && <th scope="col">{t('trial.before', { version: counts.before.version })}</th>}
              </tr>
            </thead>
            <tbody>
              {[...leaves, ...gone, null].map((nodeId) => (
                <tr key={nodeId ?? 'none'}>
                  <th scope="row">{nameOf(nodeId)}</th>
                  <td>{shown(of(counts.counts.leaves, nodeId))}</td>
                  {counts.before && <td>{shown(of(counts.before.leaves, nodeId))}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
