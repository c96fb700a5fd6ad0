import { Button } from '@mantine/core';
import { IconArrowsSplit2, IconDeviceFloppy, IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { isPagePart } from '../../../../blocks/page/start.ts';
import { isLocale } from '../../../../core/locale.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Landing.module.css';
import { LandingFacts } from './LandingFacts.tsx';
import type { LandingDraft } from './landingDraft.ts';
import { landingPaths } from './paths.ts';
import { useLandingDraft } from './useLandingDraft.ts';

const LandingBody = lazy(() => import('./LandingBody.tsx'));
const VersionsDialog = later(() => import('./VersionsDialog.tsx'));
const TestDialog = later(() => import('./TestDialog.tsx'));

const FIELDS = {
  landingPageId: 'columns.name',
  displayName: 'columns.name',
  siteTitle: 'columns.siteTitle',
  faviconPath: 'favicon',
  tags: 'columns.tags',
  type: 'title.claim',
  variants: 'test.title',
  version: 'columns.updated',
} as const;

/** One landing page: its facts, its parts in the editor, earlier versions and tests. @param props.name what its draft is kept by. */
export function LandingEditor({ name, start, onConflict }: { name: string; start: LandingDraft; onConflict: () => void }) {
  const { t } = useTranslation('landing');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const isNew = start.landingPageId === null;
  const paths = landingPaths(clientId, start.type);
  const page = useLandingDraft(name, start, {
    onSaved: (landingPageId) => {
      if (isNew) void navigate(paths.edit(landingPageId), { replace: true });
    },
    onConflict,
  });
  const { draft, edits, form } = page;
  const [open, setOpen] = useState<'versions' | 'test' | null>(null);
  const labelOf = (field: string) => {
    const [part, locale] = field.split('.');
    if (!isPagePart(part ?? '')) return t(FIELDS[field as keyof typeof FIELDS]);
    const of = t(`part.${part as 'home'}`);
    return isLocale(locale) ? `${of}, ${LANGUAGE_NAMES[locale]}` : of;
  };
  const top = (
    <>
      <KeptNote kept={form.kept} label={labelOf} />
      <LandingFacts page={page} />
    </>
  );
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t(`title.${start.type}`), to: paths.list }, { label: draft.displayName || t('new') }]}
        chip={form.changed ? <Tag tone="warn">{t('unsaved')}</Tag> : undefined}
        actions={
          <>
            {!isNew && (
              <Button variant="default" leftSection={<IconHistory size={16} />} onClick={() => setOpen('versions')}>
                {t('versions.title')}
              </Button>
            )}
            {!isNew && start.type === 'claim' && (
              <Button variant="default" leftSection={<IconArrowsSplit2 size={16} />} onClick={() => setOpen('test')}>
                {t('test.title')}
              </Button>
            )}
            {edits && (
              <Button leftSection={<IconDeviceFloppy size={16} />} loading={page.busy} disabled={!form.canSave} onClick={form.save}>
                {t('save')}
              </Button>
            )}
          </>
        }
      />
      <Suspense>
        <LandingBody page={page} top={top} />
      </Suspense>
      <Suspense>
        {open === 'versions' && <VersionsDialog page={page} onClose={() => setOpen(null)} />}
        {open === 'test' && <TestDialog page={page} onClose={() => setOpen(null)} />}
      </Suspense>
      <LeaveGuard dirty={form.changed} mayLeave={page.mayLeave} />
    </div>
  );
}
