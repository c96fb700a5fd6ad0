import { ActionIcon, Button, Menu, Switch, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDeviceFloppy, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isLocale, LOCALES, type Locale, toLocale } from '../../../../core/locale.ts';
import { mutate, query, useQuery } from '../../../shell/api.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { useClientTags } from '../../../shell/tags.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { faultOf } from '../../../ui/fault.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './BundleEditor.module.css';
import { BundleDocument, PlaceholdersDocument, PreviewBundleDocument, SaveBundleDocument } from './cms.graphql.ts';
import { type Channel, type Draft, type DraftContent, draftOf, fileNameOf, localesOf, newDraft, startContent } from './draft.ts';
import { PlaceholderPalette } from './PlaceholderPalette.tsx';
import { type Preview, PreviewPanel } from './PreviewPanel.tsx';
import { builderPaths } from './paths.ts';
import { SourceEditor } from './SourceEditor.tsx';

/** Comes with its choice of people when somebody sends. */
const SendPreviewDialog = lazy(() => import('./SendPreviewDialog.tsx'));

/** Loads what is edited or copied; a new message starts at once. */
export function BundleEditor({ channel }: { channel: Channel }) {
  const { t } = useTranslation('content');
  const { clientId, configuration } = useWorkspace();
  const { mode = 'new', bundleId } = useParams();
  // Stays when a saved message is loaded anew.
  const [account, setAccount] = useState('');
  const existing = mode === 'edit' || mode === 'clone';
  const { data, error, refetch } = useQuery(
    'cms',
    BundleDocument,
    existing && bundleId ? { clientId, fileName: bundleId, contentTemplateType: channel } : null,
  );
  const bundle = data?.getTemplateBundleV2;
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
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
  const { clientId, configuration } = useWorkspace();
  const navigate = useNavigate();
  const paths = builderPaths(clientId, channel);
  const edits = useCan('cms', 'editContent');
  const [draft, setDraft] = useState(start);
  const [locale, setLocale] = useState<Locale>(() => {
    const own = toLocale(configuration.defaultLocale);
    return start.contents[own] ? own : (localesOf(start)[0] ?? own);
  });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const tags = useClientTags('content');
  const [sending, setSending] = useState(false);
  const insert = useRef<(text: string) => void>(() => undefined);
  const saved = useRef(false);
  const changed = JSON.stringify(draft) !== JSON.stringify(start);
  const content = draft.contents[locale];
  const { preview, problems: found, error } = usePreview(channel, locale, content, account);
  // Nobody is told off for a subject that they haven't come to yet.
  const [subjectLeft, setSubjectLeft] = useState(!isNew);
  const problems = useMemo(() => (subjectLeft ? found : found.filter(({ field }) => field !== 'subject')), [found, subjectLeft]);
  const { data: known } = useQuery('cms', PlaceholdersDocument, { clientId, contentTemplateType: channel });
  const change = (part: Partial<DraftContent>) => {
    if (content) setDraft({ ...draft, contents: { ...draft.contents, [locale]: { ...content, ...part } } });
  };
  async function save() {
    if (busy || !edits) return;
    setBusy(true);
    setRefusal(null);
    setSubjectLeft(true);
    try {
      const fileName = draft.fileName ?? fileNameOf(draft.displayName);
      const { saveTemplateBundleV2: kept } = await mutate('cms', SaveBundleDocument, {
        templateBundle: {
          clientId,
          contentTemplateType: channel,
          fileName,
          displayName: draft.displayName,
          isDefault: draft.isDefault,
          deprecated: draft.deprecated,
          tags: [...draft.tags],
          contentTags: [...draft.contentTags],
          version: draft.version,
          contentTemplates: localesOf(draft).flatMap((each) => {
            const one = draft.contents[each];
            return one ? [{ locale: each, ...one }] : [];
          }),
        },
      });
      toastSuccess(t('saved', { name: draft.displayName }));
      saved.current = true;
      if (isNew) void navigate(paths.edit(kept.fileName), { replace: true });
    } catch (thrown) {
      setRefusal(thrown);
      // "contentTemplates.de_DE.subject": the language that was refused is opened, where each problem stands with its place.
      const refused = faultOf(thrown).field?.split('.')[1];
      if (isLocale(refused) && draft.contents[refused]) setLocale(refused);
    } finally {
      setBusy(false);
    }
  }
  useHotkeys({ 'mod+s': () => void save(), 'mod+Enter': () => void save() });
  const missing = LOCALES.filter((each) => !draft.contents[each]);

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
        <PlaceholderPalette placeholders={known?.getPlaceholders ?? []} onInsert={(tag) => insert.current(tag)} />
        <main className={classes.middle}>
          <div className={classes.facts}>
            <TextInput
              label={t('columns.name')}
              value={draft.displayName}
              maxLength={200}
              data-autofocus={isNew || undefined}
              onChange={(event) => setDraft({ ...draft, displayName: event.currentTarget.value })}
            />
            <TagsInput
              label={t('columns.tags')}
              data={tags.labels}
              value={draft.contentTags.map(tags.labelOf)}
              onChange={(labels) => setDraft({ ...draft, contentTags: [...new Set(labels.map(tags.keyOf))] })}
            />
            <Switch
              label={t('default')}
              checked={draft.isDefault}
              onChange={(event) => setDraft({ ...draft, isDefault: event.currentTarget.checked })}
            />
            <Switch
              label={t('deprecated')}
              checked={draft.deprecated}
              onChange={(event) => setDraft({ ...draft, deprecated: event.currentTarget.checked })}
            />
          </div>
          <div className={classes.languages}>
            <div className={classes.tabs} role="tablist" aria-label={t('columns.locales')}>
              {localesOf(draft).map((each) => (
                <button
                  key={each}
                  type="button"
                  role="tab"
                  className={classes.language}
                  aria-selected={each === locale}
                  onClick={() => setLocale(each)}
                >
                  {LANGUAGE_NAMES[each]}
                  {each === locale && problems.length > 0 && (
                    <span className={classes.dot} title={t('problems', { count: problems.length })} />
                  )}
                </button>
              ))}
            </div>
            {missing.length > 0 && edits && (
              <Menu position="bottom-start">
                <Menu.Target>
                  <Button variant="subtle" size="xs" leftSection={<IconPlus size={14} />}>
                    {t('language')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {missing.map((each) => (
                    <Menu.Item
                      key={each}
                      onClick={() => {
                        setDraft({ ...draft, contents: { ...draft.contents, [each]: startContent(channel, content) } });
                        setLocale(each);
                      }}
                    >
                      {LANGUAGE_NAMES[each]}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
            {localesOf(draft).length > 1 && edits && (
              <ActionIcon
                className={classes.remove}
                variant="subtle"
                color="red"
                aria-label={t('removeLanguage', { name: LANGUAGE_NAMES[locale] })}
                title={t('removeLanguage', { name: LANGUAGE_NAMES[locale] })}
                onClick={() => {
                  const { [locale]: _removed, ...rest } = draft.contents;
                  const next = { ...draft, contents: rest };
                  setDraft(next);
                  setLocale(localesOf(next)[0] ?? locale);
                }}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
          {refusal !== null && <ErrorNote error={refusal} />}
          {content && (
            <SourceEditor
              channel={channel}
              content={content}
              problems={problems}
              onChange={change}
              onSubjectLeft={() => setSubjectLeft(true)}
              inserter={insert}
              readOnly={!edits}
            />
          )}
        </main>
        <PreviewPanel channel={channel} preview={preview} error={error} account={account} onAccount={props.onAccount} />
      </div>
      {content && sending && (
        <Suspense>
          <SendPreviewDialog
            opened
            onClose={() => setSending(false)}
            previewContent={{ clientId, contentTemplateType: channel, locale, ...content, accountId: account.trim() || null }}
          />
        </Suspense>
      )}
      <LeaveGuard dirty={changed} mayLeave={saved} />
    </div>
  );
}

/** Asks the server how the content looks, a moment after the last keystroke. A broken text leaves the last good picture standing. */
function usePreview(channel: Channel, locale: Locale, content: DraftContent | undefined, account: string) {
  const { clientId } = useWorkspace();
  const asked = useMemo(
    () => (content ? { clientId, contentTemplateType: channel, locale, ...content, accountId: account.trim() || null } : null),
    [clientId, channel, locale, content, account],
  );
  const [settled] = useDebouncedValue(asked, 350);
  const [state, setState] = useState<{ preview: Preview | null; problems: Preview['problems']; error: unknown }>({
    preview: null,
    problems: [],
    error: null,
  });
  useEffect(() => {
    if (!settled) return;
    let current = true;
    query('cms', PreviewBundleDocument, { previewContent: settled }).then(
      ({ previewBundle }) => {
        if (!current) return;
        setState((old) => {
          const failed = previewBundle.problems.length > 0;
          const preview = failed && old.preview ? { ...old.preview, problems: previewBundle.problems } : previewBundle;
          return { preview, problems: previewBundle.problems, error: null };
        });
      },
      (error: unknown) => current && setState((old) => ({ ...old, error })),
    );
    return () => {
      current = false;
    };
  }, [settled]);
  return state;
}
