import { SegmentedControl } from '@mantine/core';
import type { Analysis } from '../../../../../engine/trees/analyse.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { ColumnPanel } from './ColumnPanel.tsx';
import classes from './Editor.module.css';
import { NodePanel } from './NodePanel.tsx';
import { TrialPanel } from './TrialPanel.tsx';
import type { TreeWork } from './useTreeDraft.ts';
import type { TreeView } from './useTreeView.ts';

/** Beside the tree: the chosen node, what is wrong, and trials. */
export function Side({ work, view, analysis }: { work: TreeWork; view: TreeView; analysis: Analysis }) {
  const { t } = useTranslation('trees');
  const found = analysis.findings.length + (analysis.problem ? 1 : 0);
  return (
    <aside className={classes.side} data-panel>
      <SegmentedControl
        fullWidth
        aria-label={t('side.label')}
        data={[
          { value: 'node', label: t(view.column === null ? 'side.node' : 'side.column') },
          { value: 'check', label: found > 0 ? t('side.checkFound', { number: found }) : t('side.check') },
          { value: 'trial', label: t('side.trial') },
        ]}
        value={view.side}
        onChange={(side) => view.showSide(side as TreeView['side'])}
      />
      {view.side === 'node' &&
        (view.column === null ? (
          <NodePanel key={view.selected} work={work} view={view} />
        ) : (
          <ColumnPanel work={work} view={view} variable={view.column} />
        ))}
      {view.side === 'check' && <CheckPanel analysis={analysis} root={work.draft.root} onOpen={view.select} />}
      {view.side === 'trial' && <TrialPanel work={work} view={view} />}
    </aside>
  );
}
