import { Button, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Design } from '../../../../blocks/design.ts';
import type { DesignTexts } from '../../../../blocks/texts.ts';
import { isLocale, type Locale, toLocale } from '../../../../core/locale.ts';
import { type DesignDraft, designDraft, localesOf, sourceOf } from '../../../content/draft.ts';
import { DesignPreview } from '../../../content/editor/DesignPreview.tsx';
import { emptyDesign } from '../../../content/editor/written.ts';
import { LanguageTabs } from '../../../content/LanguageTabs.tsx';
import { usePlaceholders } from '../../../content/placeholders.ts';
import { useLanguages } from '../../../content/useLanguages.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { faultOf } from '../../../ui/fault.ts';
import { errorAt } from '../../../ui/form.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { type KeptDraft, useKeptDraft } from '../../../ui/keptDraft.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useSaving } from '../../../ui/saving.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { SaveSharedBlockDocument, SharedBlockListDocument, type SharedBlockListQuery } from './cms.graphql.ts';
import { sharedBlockPaths } from './paths.ts';
import classes from './SharedBlocks.module.css';

const DesignForm = lazy(() => import('../../../content/DesignForm.tsx'));

type Saved = SharedBlockListQuery['listSharedBlocks'][number];
type Draft = DesignDraft & { readonly name: string };

const draftOf = ({ name, design, contentTemplates }: Saved): Draft => {
  const texts = contentTemplates.map(({ locale, content }) => [locale, JSON.parse(content) as DesignTexts]);
  return { name, ...designDraft({ design: design as Design, texts: Object.fromEntries(texts) as Partial<Record<Locale, DesignTexts>> }) };
};

const isNotShared = (type: string) => type !== 'shared';

/** content/shared-blocks/new and edit: one block that many messages show. */
export default function SharedBlockScreen() {
  const { t } = useTranslation('look');
  const { clientId, configuration } = useWorkspace();
  const { mode = 'new', name } = useParams();
  const { data, error, refetch } = useQuery('cms', SharedBlockListDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageHeader crumbs={[{ label: t('shared.title'), to: sharedBlockPaths(clientId).list }, { label: '…' }]} />;
  const saved = mode === 'edit' ? (data.listSharedBlocks.find((each) => each.name === name) ?? null) : null;
  if (mode === 'edit' && !saved) return <EmptyState title={t('shared.gone')} detail={t('shared.goneDetail')} />;
  const own = toLocale(configuration.defaultLocale);
  const start = saved ? draftOf(saved) : { name: '', ...designDraft({ design: emptyDesign('mail'), texts: { [own]: {} } }) };
  return <Editor key={saved?.name ?? ''} saved={saved} start={start} onConflict={refetch} />;
}

function Editor({ saved, start, onConflict }: { saved: Saved | null; start: Draft; onConflict: () => void }) {
  const { t } = useTranslation('look');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const paths = sharedBlockPaths(clientId);
  const edits = useCan('cms', 'editContent');
  const placeholders = usePlaceholders('email');
  const [account, setAccount] = useState('');
  const [send, busy] = useMutation('cms', SaveSharedBlockDocument);
  const mayLeave = useRef(false);
  const kept = useKeptDraft<Draft>(`shared block ${saved?.name ?? 'new'}`, { initialValues: start, onConflict });
  const draft = kept.values;
  const languages = useLanguages(draft, kept.setValues, () => ({ format: 'design', texts: {} }));
  const { locale } = languages;
  const form = useSaving<Draft, KeptDraft<Draft>>(kept, { edits, isWhole: ({ name }) => name.trim() !== '' }, async (wanted) => {
    const contentTemplates = localesOf(wanted).map((each) => ({ locale: each, content: sourceOf(wanted[each]!).content }));
    try {
      const { saveSharedBlock } = await send({
        clientId,
        sharedBlock: { name: wanted.name.trim(), design: wanted.design, contentTemplates, revision: saved?.revision ?? null },
      });
      toastSuccess(t('shared.saved', { name: saveSharedBlock.name }));
      mayLeave.current = saved === null;
      if (!saved) void navigate(paths.edit(saveSharedBlock.name), { replace: true });
    } catch (thrown) {
      // "contentTemplates.de_DE.intro.text": the language that was refused is opened.
      const refused = faultOf(thrown).field?.split('.')[1];
      if (isLocale(refused) && wanted[refused]) languages.open(refused);
      throw thrown;
    }
  });
  const top = (problems: number) => (
    <>
      <KeptNote
        kept={kept.kept}
        label={(field) => (isLocale(field) ? LANGUAGE_NAMES[field] : t(field === 'name' ? 'shared.name' : 'shared.blocks'))}
      />
      <div className={classes.facts}>
        <TextInput
          label={t('shared.name')}
          value={draft.name}
          maxLength={120}
          readOnly={saved !== null || !edits}
          data-autofocus={saved === null || undefined}
          error={errorAt(form.errors, 'name')}
          onChange={(event) => form.setValues({ name: event.currentTarget.value })}
        />
        {saved && <p>{saved.usedBy.length === 0 ? t('unused') : t('shared.reaches', { count: saved.usedBy.length })}</p>}
      </div>
      <LanguageTabs
        locales={localesOf(draft)}
        locale={locale}
        problems={problems}
        edits={edits}
        onChoose={languages.open}
        onAdd={languages.addLanguage}
        onRemove={languages.removeLanguage}
      />
    </>
  );
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('shared.title'), to: paths.list }, { label: draft.name || t('shared.new') }]}
        chip={form.changed ? <Tag tone="warn">{t('unsaved')}</Tag> : undefined}
        actions={
          edits && (
            <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!form.canSave} onClick={form.save}>
              {t('save')}
            </Button>
          )
        }
      />
      <Suspense>
        <DesignForm
          draft={draft}
          locale={locale}
          edits={edits}
          isPart
          fits={isNotShared}
          placeholders={placeholders}
          getValues={kept.getValues}
          change={form.setValues}
          top={top}
          preview={<DesignPreview shown={{ locale, content: draft[locale], design: draft.design, account }} onAccount={setAccount} />}
        />
      </Suspense>
      <LeaveGuard dirty={form.changed} mayLeave={mayLeave} />
    </div>
  );
}
