import { Button, SegmentedControl } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../../shell/paths.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useHotkeys } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../../ui/LeaveGuard.tsx';
import { later } from '../../../../ui/later.ts';
import { useCan } from '../../../../ui/permission.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import classes from './Editor.module.css';
import type { Loaded } from './loaded.ts';
import { Outline } from './Outline.tsx';
import { Side } from './Side.tsx';
import { TableView } from './TableView.tsx';
import { TreeFacts } from './TreeFacts.tsx';
import { TreeHeader } from './TreeHeader.tsx';
import { type TreeDraft, useTreeDraft } from './useTreeDraft.ts';
import { useAnalysis, useTreeView } from './useTreeView.ts';

const ArchiveDialog = later(() => import('./ArchiveDialog.tsx'));
const PublishDialog = later(() => import('./PublishDialog.tsx'));

/** The tree and the same as a table, with what is chosen, what is wrong and trials beside it. */
export function TreeEditor(props: { start: TreeDraft; loaded: Loaded | null; isAddressed: boolean; reload: () => void }) {
  const { start, loaded, isAddressed, reload } = props;
  const { t } = useTranslation('trees');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const mayEdit = useCan('decision', 'editDecisionTrees');
  // A version that was asked for by number is shown as it is, unless it is the draft.
  const isShown = isAddressed && loaded?.status !== 'draft';
  const work = useTreeDraft(start, {
    edits: mayEdit && !isShown,
    onSaved: (id) => {
      if (loaded === null) void navigate(paths.decisionTree(clientId, id), { replace: true });
    },
    onConflict: reload,
  });
  const { draft } = work;
  const view = useTreeView(draft.root);
  const analysis = useAnalysis(draft);
  const [layout, setLayout] = useState<'tree' | 'table'>('tree');
  const [asked, setAsked] = useState<'publish' | 'archive' | null>(null);
  useHotkeys({ 'mod+z': () => work.undo?.(), 'mod+shift+z': () => work.redo?.(), 'mod+y': () => work.redo?.() }, { enabled: work.edits });
  return (
    <div className={classes.screen}>
      <TreeHeader work={work} loaded={loaded} onPublish={() => setAsked('publish')} onArchive={() => setAsked('archive')} />
      <div className={classes.columns}>
        <main className={classes.middle}>
          <KeptNote kept={work.kept} label={(field) => t(`field.${field}`)} />
          {isShown && loaded && (
            <div className={classes.note}>
              {t('editor.unchangeable', { version: loaded.version })}
              <Button size="xs" variant="default" onClick={() => navigate(paths.decisionTree(clientId, loaded.id))}>
                {t('editor.toCurrent')}
              </Button>
            </div>
          )}
          <TreeFacts work={work} />
          <div className={classes.bar}>
            <SegmentedControl
              aria-label={t('editor.view')}
              data={[
                { value: 'tree', label: t('editor.tree') },
                { value: 'table', label: t('editor.table') },
              ]}
              value={layout}
              onChange={(next) => setLayout(next as 'tree' | 'table')}
            />
            <span className={classes.hint}>{t(layout === 'tree' ? 'editor.treeKeys' : 'editor.tableHint')}</span>
          </div>
          {layout === 'tree' ? <Outline work={work} view={view} analysis={analysis} /> : <TableView work={work} view={view} />}
        </main>
        <Side work={work} view={view} analysis={analysis} />
      </div>
      <LeaveGuard dirty={work.changed} mayLeave={work.mayLeave} />
      <Suspense>
        {asked === 'publish' && loaded && <PublishDialog loaded={loaded} analysis={analysis} onClose={() => setAsked(null)} />}
        {asked === 'archive' && loaded && <ArchiveDialog loaded={loaded} onClose={() => setAsked(null)} />}
      </Suspense>
    </div>
  );
}
