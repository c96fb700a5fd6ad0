import { Button, Input } from '@mantine/core';
import { IconDeviceFloppy, IconSend } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isLocale, toLocale } from '../../../../core/locale.ts';
import { BundleFacts } from '../../../content/BundleFacts.tsx';
import { builderPaths } from '../../../content/builderPaths.ts';
import { type Channel, type Draft, draftOf, localesOf, newDraft } from '../../../content/draft.ts';
import { LanguageTabs } from '../../../content/LanguageTabs.tsx';
import { PlaceholderPalette } from '../../../content/PlaceholderPalette.tsx';
import { PreviewPanel } from '../../../content/PreviewPanel.tsx';
import { usePlaceholders } from '../../../content/placeholders.ts';
import { SourceEditor } from '../../../content/SourceEditor.tsx';
import { useBundle } from '../../../content/useBundle.ts';
import { useBundleDraft } from '../../../content/useBundleDraft.ts';
import { usePreview } from '../../../content/usePreview.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { errorAt } from '../../../ui/form.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './BundleEditor.module.css';

/** Comes with its choice of people when somebody sends. */
const SendPreviewDialog = lazy(() => import('../../../content/SendPreviewDialog.tsx'));

/** What fields are called on screen; texts are called by their language. */
const FIELDS = {
  fileName: 'columns.file',
  displayName: 'columns.name',
  isDefault: 'default',
  deprecated: 'deprecated',
  tags: 'columns.tags',
  contentTags: 'columns.tags',
  version: 'columns.updated',
} as const;

/** Loads what is edited or copied; a new message starts at once. */
export function BundleEditor({ channel }: { channel: Channel }) {
  const { t } = useTranslation('content');
  const { clientId, configuration } = useWorkspace();
  const { mode = 'new', bundleId } = useParams();
  // Stays when a saved message is loaded anew.
  const [account, setAccount] = useState('');
  const existing = mode === 'edit' || mode === 'clone';
  const { bundle, error, refetch } = useBundle(channel, (existing && bundleId) || null);
  if (error && !bundle) return <ErrorState error={error} onRetry={refetch} />;
  if (existing && bundle?.fileName !== bundleId)
    return <PageHeader crumbs={[{ label: t(`title.${channel}`), to: builderPaths(clientId, channel).list }, { label: '…' }]} />;
  const start = !bundle
    ? newDraft(channel, toLocale(configuration.defaultLocale))
    : mode === 'clone'
      ? draftOf(bundle, t('copyOf', { name: bundle.displayName }))
      : draftOf(bundle);
  return (
    <Editor
      key={`${mode}:${bundleId}`}
      name={`message ${channel} ${mode} ${bundleId ?? ''}`}
      channel={channel}
      start={start}
      isNew={mode !== 'edit'}
      onReload={refetch}
      account={account}
      onAccount={setAccount}
    />
  );
}

function Editor(props: {
  name: string;
  channel: Channel;
  start: Draft;
  isNew: boolean;
  account: string;
  onAccount: (account: string) => void;
  onReload: () => void;
}) {
  const { channel, start, isNew, account } = props;
  const { t } = useTranslation('content');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const paths = builderPaths(clientId, channel);
  const edits = useCan('cms', 'editContent');
  const bundle = useBundleDraft(props.name, channel, start, {
    edits,
    onSaved: (fileName) => {
      if (isNew) void navigate(paths.edit(fileName), { replace: true });
    },
    onConflict: props.onReload,
  });
  const { draft, changed, locale, content, busy, errors } = bundle;
  const [sending, setSending] = useState(false);
  const insert = useRef<(text: string) => void>(() => undefined);
  const { preview, problems: found, error, asked } = usePreview(channel, locale, content ?? undefined, account);
  // Nobody is told off for a subject that they haven't come to yet.
  const [subjectLeft, setSubjectLeft] = useState(!isNew);
  const refused = errorAt(errors, locale);
  const tellsSubject = subjectLeft || refused !== undefined;
  const problems = useMemo(() => (tellsSubject ? found : found.filter(({ field }) => field !== 'subject')), [found, tellsSubject]);
  const placeholders = usePlaceholders(channel);
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t(`title.${channel}`), to: paths.list }, { label: draft.displayName || t(`new.${channel}`) }]}
        chip={changed ? <Tag tone="warn">{t('unsaved')}</Tag> : undefined}
        actions={
          <>
            {edits && channel === 'email' && (
              <Button variant="default" leftSection={<IconSend size={16} />} disabled={!content} onClick={() => setSending(true)}>
                {t('sendPreview.open')}
              </Button>
            )}
            {edits && (
              <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!bundle.canSave} onClick={bundle.save}>
                {t('save')}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.columns}>
        <PlaceholderPalette placeholders={placeholders} onInsert={(source) => insert.current(source)} />
        <main className={classes.middle}>
          <KeptNote kept={bundle.kept} label={(field) => (isLocale(field) ? LANGUAGE_NAMES[field] : t(FIELDS[field]))} />
          <BundleFacts draft={draft} errors={errors} isNew={isNew} onChange={bundle.change} />
          <LanguageTabs
            locales={localesOf(draft)}
            locale={locale}
            problems={problems.length}
            edits={edits}
            onChoose={bundle.open}
            onAdd={bundle.addLanguage}
            onRemove={bundle.removeLanguage}
          />
          {problems.length === 0 && refused && <Input.Error role="alert">{refused}</Input.Error>}
          {content && (
            <SourceEditor
              channel={channel}
              content={content}
              problems={problems}
              onChange={bundle.changeContent}
              onSubjectLeft={() => setSubjectLeft(true)}
              inserter={insert}
              readOnly={!edits}
            />
          )}
        </main>
        <PreviewPanel channel={channel} preview={preview} error={error} asked={asked} account={account} onAccount={props.onAccount} />
      </div>
      {asked && sending && (
        <Suspense>
          <SendPreviewDialog opened onClose={() => setSending(false)} previewContent={asked} />
        </Suspense>
      )}
      <LeaveGuard dirty={changed} mayLeave={bundle.mayLeave} />
    </div>
  );
}
