import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconSend } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { toLocale } from '../../../../core/locale.ts';
import { BundleFacts } from '../../../content/BundleFacts.tsx';
import { type Channel, type Draft, draftOf, localesOf, newDraft } from '../../../content/draft.ts';
import { LanguageTabs } from '../../../content/LanguageTabs.tsx';
import { PlaceholderPalette } from '../../../content/PlaceholderPalette.tsx';
import { PreviewPanel } from '../../../content/PreviewPanel.tsx';
import { usePlaceholders } from '../../../content/placeholders.ts';
import { SourceEditor } from '../../../content/SourceEditor.tsx';
import { useBundle } from '../../../content/useBundle.ts';
import { useBundleDraft } from '../../../content/useBundleDraft.ts';
import { usePreview } from '../../../content/usePreview.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './BundleEditor.module.css';
import { builderPaths } from './paths.ts';

/** Comes with its choice of people when somebody sends. */
const SendPreviewDialog = lazy(() => import('../../../content/SendPreviewDialog.tsx'));

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
      key={`${mode}:${bundleId}:${bundle?.version ?? 0}`}
      channel={channel}
      start={start}
      isNew={mode !== 'edit'}
      account={account}
      onAccount={setAccount}
    />
  );
}

function Editor(props: { channel: Channel; start: Draft; isNew: boolean; account: string; onAccount: (account: string) => void }) {
  const { channel, start, isNew, account } = props;
  const { t } = useTranslation('content');
  const { clientId } = useWorkspace();
  const navigate = useNavigate();
  const paths = builderPaths(clientId, channel);
  const edits = useCan('cms', 'editContent');
  const bundle = useBundleDraft(channel, start, (fileName) => {
    if (isNew) void navigate(paths.edit(fileName), { replace: true });
  });
  const { draft, changed, locale, content, busy } = bundle;
  const [sending, setSending] = useState(false);
  const insert = useRef<(text: string) => void>(() => undefined);
  const { preview, problems: found, error, asked } = usePreview(channel, locale, content, account);
  // Nobody is told off for a subject that they haven't come to yet.
  const [subjectLeft, setSubjectLeft] = useState(!isNew);
  const problems = useMemo(() => (subjectLeft ? found : found.filter(({ field }) => field !== 'subject')), [found, subjectLeft]);
  const placeholders = usePlaceholders(channel);
  const save = () => {
    if (!edits) return;
    setSubjectLeft(true);
    void bundle.save();
  };
  useHotkeys({ 'mod+s': save, 'mod+Enter': save });

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
              <Button
                leftSection={<IconDeviceFloppy size={16} />}
                loading={busy}
                disabled={!draft.displayName.trim() || !changed}
                onClick={save}
              >
                {t('save')}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.columns}>
        <PlaceholderPalette placeholders={placeholders} onInsert={(source) => insert.current(source)} />
        <main className={classes.middle}>
          <BundleFacts draft={draft} isNew={isNew} onChange={bundle.change} />
          <LanguageTabs
            locales={localesOf(draft)}
            locale={locale}
            problems={problems.length}
            edits={edits}
            onChoose={bundle.open}
            onAdd={bundle.addLanguage}
            onRemove={bundle.removeLanguage}
          />
          {bundle.refusal !== null && <ErrorNote error={bundle.refusal} />}
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
        <PreviewPanel channel={channel} preview={preview} error={error} account={account} onAccount={props.onAccount} />
      </div>
      {asked && sending && (
        <Suspense>
          <SendPreviewDialog opened onClose={() => setSending(false)} previewContent={asked} />
        </Suspense>
      )}
      <LeaveGuard dirty={changed} mayLeave={bundle.saved} />
    </div>
  );
}
