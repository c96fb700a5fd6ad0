/** Looking at earlier versions of a strategy, and putting one of them back on the canvas. */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { TreeStep } from '../../../../engine/graph/tree.ts';
import { query } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { opened } from './steps.ts';
import { StrategyDocument } from './strategy.graphql.ts';
import type { Saved, WorkState } from './useWork.ts';

interface Versions {
  readonly clientId: string;
  /** Null while the strategy is new. */
  readonly saved: Saved | null;
  readonly work: WorkState;
  readonly readOnly: boolean;
  readonly onRestored: () => void;
}

export function useVersions({ clientId, saved, work, readOnly, onRestored }: Versions) {
  const { t } = useTranslation('strategy');
  const navigate = useNavigate();
  const location = useLocation();
  const [, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);

  // Restored while an old version was shown: the newest one has opened, and takes it.
  const restored = useRef(false);
  useEffect(() => {
    const wanted = (location.state as { restore?: { steps: TreeStep[]; version: number } } | null)?.restore;
    if (!wanted || restored.current || readOnly) return;
    restored.current = true;
    work.edit(opened(wanted.steps));
    toastSuccess(t('versions.restored', { version: wanted.version }));
  }, [location.state, readOnly, work.edit, t]);

  return {
    open,
    show: () => setOpen(true),
    close: () => setOpen(false),
    showCurrent: () => setSearch({}),
    view: (version: number) => {
      setOpen(false);
      setSearch(version === saved?.currentVersion ? {} : { version: String(version) });
    },
    restore: async (version: number) => {
      if (!saved) return;
      setOpen(false);
      const { getStrategyBlueprint: old } = await query('strategy', StrategyDocument, { clientId, id: saved.id, version });
      const kept = { steps: old.steps as TreeStep[], version };
      if (saved.version < saved.currentVersion) return navigate(paths.strategy(clientId, saved.id), { state: { restore: kept } });
      work.edit(opened(kept.steps));
      onRestored();
      toastSuccess(t('versions.restored', { version }));
    },
  };
}
