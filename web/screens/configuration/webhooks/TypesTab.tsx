import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../../shell/api.ts';
import { useTypeName } from '../../../shell/timeline/typeName.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { NothingFound } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { VERIFY } from './verify.ts';
import classes from './WebhooksScreen.module.css';
import { WebhookTypeDetailsDocument, type WebhookTypeDetailsQuery } from './webhook-subscription.graphql.ts';

type Type = WebhookTypeDetailsQuery['getWebhookMessageTypes'][number];

/** What a receiver gets: every kind of event with the schema of the request's body and an example of it, and how a signature is checked. */
export function TypesTab() {
  const { t } = useTranslation(['webhooks', 'triggers']);
  const { clientId } = useWorkspace();
  const typeName = useTypeName();
  const [params, setParams] = useSearchParams();
  const { data, loading, error, refetch } = useQuery('webhook-subscription', WebhookTypeDetailsDocument, { clientId }, { reuse: true });
  const [search, category] = [params.get('search') ?? '', params.get('category')];
  const rows = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return (data?.getWebhookMessageTypes ?? []).filter((type) => {
      const text = `${typeName(type.messageType)} ${type.messageTypeWithVersion} ${type.description}`.toLowerCase();
      return (!category || type.category === category) && words.every((word) => text.includes(word));
    });
  }, [data, search, category, typeName]);
  const put = (part: Readonly<Record<string, string | null>>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(part))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const categoryName = (each: string) => t(`triggers:category.${each as 'claim'}`);
  const opened = data?.getWebhookMessageTypes.find(({ messageTypeWithVersion: name }) => name === params.get('kind')) ?? null;
  const columns: readonly Column<Type>[] = [
    {
      key: 'name',
      header: t('column.event'),
      width: 320,
      strong: true,
      cell: ({ messageType, messageTypeWithVersion }) => (
        <span className={classes.lines}>
          <span>{typeName(messageType)}</span>
          <code className={classes.second}>{messageTypeWithVersion}</code>
        </span>
      ),
    },
    { key: 'category', header: t('column.category'), width: 160, cell: (type) => categoryName(type.category) },
    { key: 'description', header: t('column.meaning'), width: 440, cell: ({ description }) => <span lang="en">{description}</span> },
  ];
  return (
    <>
      <FilterBar search={{ value: search, placeholder: t('types.search'), onSearch: (text) => put({ search: text.trim() }) }}>
        <Select
          size="xs"
          clearable
          aria-label={t('column.category')}
          placeholder={t('triggers:kinds.allCategories')}
          value={category}
          onChange={(next) => put({ category: next })}
          data={[...new Set(data?.getWebhookMessageTypes.map((type) => type.category))].map((value) => ({
            value,
            label: categoryName(value),
          }))}
        />
      </FilterBar>
      <div className={classes.list}>
        <DataTable
          label={t('tab.types')}
          columns={columns}
          rows={rows}
          rowId={({ messageTypeWithVersion }) => messageTypeWithVersion}
          rowHeight={52}
          total={rows.length}
          loading={loading && !data}
          error={error}
          onRetry={refetch}
          onOpen={({ messageTypeWithVersion }) => put({ kind: messageTypeWithVersion })}
          openId={opened?.messageTypeWithVersion ?? null}
          empty={
            <NothingFound
              title={t('types.nothing')}
              detail={t('types.nothingDetail')}
              onClear={() => put({ search: null, category: null })}
            />
          }
        />
      </div>
      <Drawer opened={opened !== null} onClose={() => put({ kind: null })} size={600} title={opened && typeName(opened.messageType)}>
        {opened && <Details type={opened} />}
      </Drawer>
    </>
  );
}

function Details({ type }: { type: Type }) {
  const { t } = useTranslation('webhooks');
  return (
    <div className={classes.drawer}>
      <p lang="en">{type.description}</p>
      <div>
        <Reference value={type.messageTypeWithVersion} />
      </div>
      <Code title={t('types.example')} text={JSON.stringify(type.example, null, 2)} />
      <Code title={t('types.schema')} text={JSON.stringify(type.schema, null, 2)} />
      <Section title={t('types.verify')}>
        <p className={classes.note}>{t('types.verifyDetail')}</p>
      </Section>
      {VERIFY.map(([name, text]) => (
        <Code key={name} title={name} text={text} />
      ))}
    </div>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <Section title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <pre className={classes.code} tabIndex={0}>
        {text}
      </pre>
      <CopyButton size="xs" text={text} />
    </Section>
  );
}
