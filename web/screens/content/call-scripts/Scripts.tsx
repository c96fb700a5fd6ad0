import { Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { LOCALES, toLocale } from '../../../../core/locale.ts';
import { insertAt } from '../../../content/insertAt.ts';
import { inSource, usePlaceholders, withoutLists } from '../../../content/placeholders.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { LANGUAGE_NAMES } from '../../../shell/i18n/i18n.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultOf } from '../../../ui/fault.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { useKeptText } from '../../../ui/keptText.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { CallScriptsDocument, type CallScriptsQuery, SaveCallScriptDocument } from './cms.graphql.ts';

/** content/call-scripts: what collectors say on the telephone, by topic and language. */
export default function CallScriptsScreen() {
  const { t } = useTranslation('content');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('cms', CallScriptsDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageHeader crumbs={[{ label: t('scripts.title') }]} />;
  return <Scripts data={data} onSaved={refetch} />;
}

function Scripts({ data, onSaved }: { data: CallScriptsQuery; onSaved: () => void }) {
  const { t } = useTranslation(['content', 'work', 'ui']);
  const { clientId, configuration, user } = useWorkspace();
  const edits = useCan('cms', 'editContent');
  const [topic, setTopic] = useState(data.listCallScripts[0]?.topic ?? '');
  const [locale, setLocale] = useState<string>(() => toLocale(configuration.defaultLocale));
  // What is typed and not saved, by topic and language: choosing another loses nothing, and neither does a reload.
  const [kept, keep] = useKeptText('call scripts');
  const drafts: Readonly<Record<string, string>> = kept === '' ? {} : JSON.parse(kept);
  const setDrafts = (next: typeof drafts) => keep(Object.keys(next).length === 0 ? '' : JSON.stringify(next));
  const [refusal, setRefusal] = useState<unknown>(null);
  const [send, busy] = useMutation('cms', SaveCallScriptDocument);
  const field = useRef<HTMLTextAreaElement>(null);
  const topics = [...new Set(data.listCallScripts.map((each) => each.topic))];
  const key = `${topic} ${locale}`;
  const saved = data.listCallScripts.find((each) => each.topic === topic && each.locale === locale);
  const content = drafts[key] ?? saved?.content ?? '';
  const changed = content !== saved?.content;
  const isDirty = data.listCallScripts.some((each) => (drafts[`${each.topic} ${each.locale}`] ?? each.content) !== each.content);
  const { [key]: _, ...others } = drafts;
  const write = (text: string) => {
    setRefusal(null);
    setDrafts(text === saved?.content ? others : { ...others, [key]: text });
  };
  const placeholders = [...withoutLists(usePlaceholders('email')), { tag: 'agent.name', group: 'agent', example: user.name }];
  // The select hands the focus back to its field when it has closed.
  const insert = (tag: string) => field.current && insertAt(field.current, inSource({ tag, kind: 'text' }), write, setTimeout);
  async function save(text: string | null) {
    if (!edits || busy) return;
    setRefusal(null);
    try {
      await send({ clientId, topic, locale, content: text });
      setDrafts(others);
      onSaved();
      toastSuccess(t('scripts.saved'));
    } catch (error) {
      setRefusal(error);
    }
  }
  useHotkeys({ 'mod+s': () => void (changed && save(content)), 'mod+Enter': () => void (changed && save(content)) });
  const fault = refusal === null ? null : faultOf(refusal);
  return (
    <>
      <PageHeader
        crumbs={[{ label: t('scripts.title') }]}
        chip={saved?.isOwn ? <Tag tone="info">{t('scripts.own')}</Tag> : <Tag>{t('scripts.standard')}</Tag>}
        actions={
          edits && (
            <>
              {saved?.isOwn && (
                <Button variant="default" disabled={busy} onClick={() => void save(null)}>
                  {t('scripts.reset')}
                </Button>
              )}
              <Button loading={busy} disabled={!changed} onClick={() => void save(content)}>
                {t('save')}
              </Button>
            </>
          )
        }
      />
      <Stack gap={14} p={20} maw={900} style={{ overflow: 'auto' }}>
        <p>{t('scripts.detail')}</p>
        {fault && fault.field !== 'content' && <ErrorNote error={refusal} />}
        <Group gap={12} grow>
          <Select
            label={t('work:script.about')}
            allowDeselect={false}
            data={topics.map((value) => ({ value, label: t(`work:script.topic.${value as 'dispute'}`) }))}
            value={topic}
            onChange={(value) => value && setTopic(value)}
          />
          <Select
            label={t('scripts.language')}
            allowDeselect={false}
            data={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={locale}
            onChange={(value) => value && setLocale(value)}
          />
          {edits && (
            <Select
              label={t('scripts.insert')}
              placeholder={t('placeholderSearch')}
              searchable
              data={placeholders
                .filter(({ group }) => group !== 'link')
                .map(({ tag, example }) => ({ value: tag, label: example === '' ? tag : `${tag} – ${example}` }))}
              value={null}
              onChange={(tag) => tag && insert(tag)}
            />
          )}
        </Group>
        <Textarea
          ref={field}
          label={t('work:script.title')}
          description={t('scripts.parts')}
          autosize
          minRows={12}
          maxRows={30}
          lang={locale.replace('_', '-')}
          value={content}
          readOnly={!edits}
          error={fault?.field === 'content' ? <FaultText fault={fault} /> : undefined}
          onChange={(event) => write(event.currentTarget.value)}
        />
      </Stack>
      <LeaveGuard dirty={isDirty} />
    </>
  );
}
