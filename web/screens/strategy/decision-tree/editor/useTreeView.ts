import { useDeferredValue, useMemo, useState } from 'react';
import { instant } from '../../../../../core/time.ts';
import { localDate } from '../../../../../core/zone.ts';
import { analyseTree } from '../../../../../engine/trees/analyse.ts';
import { conditionOf, type DecisionTree, type TreeNode } from '../../../../../engine/trees/tree.ts';
import { useConditionTexts } from '../../../../shell/conditions/useConditionTexts.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import type { TryTreeOnPortfolioQuery, TryTreeQuery } from './decision.graphql.ts';

export type ClaimTrial = TryTreeQuery['testDecisionTree'][number];
export type PortfolioTrial = TryTreeOnPortfolioQuery['testDecisionTreeOnPortfolio'];

/** A trial of the tree as it was; once it is edited, its path and figures are those of another tree and are not shown. */
type Of<Result> = { readonly root: TreeNode; readonly result: Result } | null;

/** What is looked at besides the tree itself: the chosen node or column, the side panel, the paths of tried claims, the counts of the portfolio. */
export function useTreeView(root: TreeNode) {
  const [selected, setSelected] = useState(root.id);
  const [column, setColumn] = useState<string | null>(null);
  const [side, showSide] = useState<'node' | 'check' | 'trial'>('node');
  const [trials, setTrials] = useState<Of<{ readonly claims: readonly ClaimTrial[]; readonly shown: number }>>(null);
  const [counted, setCounted] = useState<Of<PortfolioTrial>>(null);
  const tried = trials?.root === root ? trials.result : null;
  const trial = tried?.claims[tried.shown] ?? null;
  const counts = counted?.root === root ? counted.result : null;
  const select = (id: string) => {
    setSelected(id);
    setColumn(null);
  };
  return {
    selected,
    column,
    side,
    showSide,
    select,
    /** Selects a node and shows its panel. */
    open: (id: string) => {
      select(id);
      showSide('node');
    },
    openColumn: (variable: string) => {
      setColumn(variable);
      showSide('node');
    },
    claims: tried?.claims ?? [],
    trial,
    setTrials: (claims: readonly ClaimTrial[], shown = 0) => setTrials({ root, result: { claims, shown } }),
    lit: useMemo(() => new Set(trial?.path), [trial]),
    counts,
    setCounts: (result: PortfolioTrial) => setCounted({ root, result }),
    leaves: useMemo(() => new Map(counts?.counts.leaves.map((leaf) => [leaf.nodeId ?? null, leaf])), [counts]),
  };
}

export type TreeView = ReturnType<typeof useTreeView>;

/** What is wrong with the tree, as it is typed; later than the typing itself. */
export function useAnalysis({ root, columns }: DecisionTree) {
  const { timezone, currency } = useWorkspace().configuration;
  const deferred = useDeferredValue(root);
  return useMemo(() => {
    const today = localDate(instant(new Date().toISOString()), timezone);
    return analyseTree({ root: deferred, columns }, { today, currency });
  }, [deferred, columns, timezone, currency]);
}

/** @returns what a node is called: its condition in words, and the name it was given. */
export function useNodeWords() {
  const { t } = useTranslation('trees');
  const texts = useConditionTexts();
  return {
    condition: (node: TreeNode, isRoot: boolean) => {
      const block = conditionOf(node);
      return isRoot ? t('node.start') : block ? texts.condition(block) : t('node.otherwise');
    },
    variable: texts.variable,
    /** Without what it is about, which the column says. */
    cell: (node: TreeNode) => {
      const block = conditionOf(node);
      const said = block ? texts.condition(block) : '';
      const subject = block ? texts.variable(block.variable) : '';
      return said.startsWith(`${subject} `) ? said.slice(subject.length + 1) : said;
    },
  };
}
