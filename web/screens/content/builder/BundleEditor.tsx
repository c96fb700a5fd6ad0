import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconSend } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isLocale, toLocale } from '../../../../core/locale.ts';
import { BundleFacts } from '../../../content/BundleFacts.tsx';
import { builderPaths } from '../../../content/builderPaths.ts';
import { type Channel, type Draft, draftOf, localesOf, newDraft } from '../../../content/draft.ts';
import { LanguageTabs } from '../../../content/LanguageTabs.tsx';
import { useBundle } from '../../../content/useBundle.ts';
import { useBundleDraft } from '../../../content/useBundleDraft.ts';
import { previewContentOf } from '../../../content/usePreview.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './BundleEditor.module.css';
import { SourceBody } from './SourceBody.tsx';

/** Comes with its choice of people when somebody sends. */
const SendPreviewDialog = lazy(() => import('../../../content/SendPreviewDialog.tsx'));

/** What blocks are written with comes with the first message of them. */
const DesignBody = lazy(() => import('./DesignBody.tsx'));
const DesignChoice = lazy(() => import('./DesignChoice.tsx'));
const LetterStart = lazy(() => import('./LetterStart.tsx'));
const PiecesBody = lazy(() => import('./PiecesBody.tsx'));

/** What fields are called on screen; texts are called by their language. */
const FIELDS = {
  fileName: 'columns.file',
  displayName: 'columns.name',
  isDefault: 'default',
  deprecated: 'deprecated',
  tags: 'columns.tags',
  contentTags: 'columns.tags',
  attachmentSelectorList: 'attachments.title',
  design: 'blocks',
  version: 'columns.updated',
} as const;

/** Loads what is edited or copied; a new e-mail begins with one of the designs, or with source. */
export function BundleEditor({ channel }: { channel: Channel }) {
  const { t } = useTranslation('content');
  const { clientId, configuration } = useWorkspace();
  const { mode = 'new', letterId, callId, bundleId = letterId ?? callId } = useParams();
  // Stays when a saved message is loaded anew.
  const [account, setAccount] = useState('');
  const existing = mode === 'edit' || mode === 'clone';
  const { bundle, error, refetch } = useBundle(channel, (existing && bundleId) || null);
  const crumbs = [{ label: t(`title.${channel}`), to: builderPaths(clientId, channel).list }];
  // content/email-builder/create/{designId}
  const from = (mode === 'create' && bundleId) || null;
  const edit = (start: Draft) => (
    <Editor
      key={`${mode}:${bundleId ?? from}`}
      name={`message ${channel} ${mode} ${bundleId ?? from ?? ''}`}
      channel={channel}
      start={start}
      isNew={mode !== 'edit'}
      onReload={refetch}
      account={account}
      onAccount={setAccount}
    />
  );
  if (error && !bundle) return <ErrorState error={error} onRetry={refetch} />;
  if (existing && bundle?.fileName !== bundleId) return <PageHeader crumbs={[...crumbs, { label: '…' }]} />;
  if (bundle && existing) return edit(mode === 'clone' ? draftOf(bundle, t('copyOf', { name: bundle.displayName })) : draftOf(bundle));
  if ((channel !== 'email' && channel !== 'letter') || from === 'source')
    return edit(newDraft(channel, toLocale(configuration.defaultLocale)));
  return (
    <Suspense fallback={<PageHeader crumbs={[...crumbs, { label: t(`new.${channel}`) }]} />}>
      {channel === 'letter' ? <LetterStart>{edit}</LetterStart> : <DesignChoice from={from}>{edit}</DesignChoice>}
    </Suspense>
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
  const { channel, start, isNew, account, onAccount } = props;
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
  const top = (problems: number) => (
    <>
      <KeptNote kept={bundle.kept} label={(field) => (isLocale(field) ? LANGUAGE_NAMES[field] : t(FIELDS[field]))} />
      <BundleFacts channel={channel} edits={edits} draft={draft} errors={errors} isNew={isNew} onChange={bundle.change} />
      <LanguageTabs
        locales={localesOf(draft)}
        locale={locale}
        problems={problems}
        edits={edits}
        onChoose={bundle.open}
        onAdd={bundle.addLanguage}
        onRemove={bundle.removeLanguage}
      />
    </>
  );
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
      {draft.design && (
        <Suspense>
          <DesignBody channel={channel} bundle={bundle} edits={edits} account={account} onAccount={onAccount} top={top} />
        </Suspense>
      )}
      {content && (content.format === 'whatsapp' || content.format === 'call') && (
        <Suspense>
          <PiecesBody
            bundle={bundle}
            content={content}
            channel={content.format}
            isNew={isNew}
            edits={edits}
            account={account}
            onAccount={onAccount}
            top={top}
          />
        </Suspense>
      )}
      {!draft.design && content && content.format !== 'design' && content.format !== 'whatsapp' && content.format !== 'call' && (
        <SourceBody
          bundle={bundle}
          content={content}
          channel={channel}
          isNew={isNew}
          edits={edits}
          account={account}
          onAccount={onAccount}
          top={top}
        />
      )}
      {content && sending && (
        <Suspense>
          <SendPreviewDialog
            opened
            onClose={() => setSending(false)}
            previewContent={previewContentOf(clientId, channel, { locale, content, design: draft.design, account })}
          />
        </Suspense>
      )}
      <LeaveGuard dirty={changed} mayLeave={bundle.mayLeave} />
    </div>
  );
}
