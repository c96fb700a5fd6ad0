import { Tabs } from '@mantine/core';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ApiKeys.module.css';
import { type Call, objectOf, type Schema, typeText } from './reference.ts';
import { Words } from './Words.tsx';

const TONES = { GET: 'info', POST: 'good', PUT: 'warn', PATCH: 'warn', DELETE: 'bad' } as const;

/** One call: its address, what goes in and out, and examples that run. @param fill puts values of the client into an example. */
export function CallSection(props: { call: Call; components: Readonly<Record<string, Schema>>; fill: (source: string) => string }) {
  const { method, path, operation } = props.call;
  const { t } = useTranslation('apiKeys');
  const [, answered] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const answer = answered?.content?.['application/json']?.schema;
  const scope = operation.security.find(({ key }) => key !== undefined)?.key?.[0];
  const samples = operation['x-codeSamples'] ?? [];
  return (
    <section className={classes.call} id={operation.operationId}>
      <h3 lang="en">{operation.summary}</h3>
      <p className={classes.address}>
        <Tag tone={TONES[method as keyof typeof TONES] ?? 'neutral'}>{method}</Tag>
        <code>/api/v1{path}</code>
        {scope !== undefined && (
          <span className={classes.quiet}>
            {t('docs.scope')} <code>{scope}</code>
          </span>
        )}
      </p>
      {operation.description !== undefined && <Words text={operation.description} />}
      {operation.parameters && operation.parameters.length > 0 && (
        <Fields
          title={t('docs.parameters')}
          rows={operation.parameters.map(({ name, required, description, schema }) => ({ name, required, description, schema }))}
        />
      )}
      {Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => (
        <Shape key={type} title={`${t('docs.body')} · ${type}`} schema={schema} components={props.components} />
      ))}
      {answer && <Shape title={t('docs.answer')} schema={answer} components={props.components} />}
      {samples.length > 0 && (
        <Tabs defaultValue={samples[0]!.lang} className={classes.samples}>
          <Tabs.List aria-label={t('docs.example')}>
            {samples.map(({ lang, label }) => (
              <Tabs.Tab key={lang} value={lang}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {samples.map(({ lang, source }) => (
            <Tabs.Panel key={lang} value={lang}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
              <pre className={classes.sample} tabIndex={0}>
                {props.fill(source)}
              </pre>
              <CopyButton size="xs" text={props.fill(source)} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </section>
  );
}

function Shape(props: { title: string; schema: Schema; components: Readonly<Record<string, Schema>> }) {
  const object = objectOf(props.schema, props.components);
  const required = new Set(object?.required ?? []);
  const rows = Object.entries(object?.properties ?? {}).map(([name, schema]) => ({
    name,
    required: required.has(name),
    description: schema.description,
    schema,
  }));
  const title = props.schema.properties ? props.title : `${props.title} · ${typeText(props.schema)}`;
  return rows.length === 0 ? <h4>{title}</h4> : <Fields title={title} rows={rows} />;
}

interface Row {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Schema;
}

function Fields({ title, rows }: { title: string; rows: readonly Row[] }) {
  const { t } = useTranslation('apiKeys');
  return (
    <details className={classes.shape} open={rows.length <= 8}>
      <summary>
        {title} <span className={classes.quiet}>{rows.length}</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th>{t('docs.field')}</th>
            <th>{t('docs.type')}</th>
            <th>{t('docs.required')}</th>
            <th>{t('docs.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <td>
                <code>{row.name}</code>
              </td>
              <td>
                <code>{typeText(row.schema)}</code>
              </td>
              <td>{t(row.required ? 'docs.required' : 'docs.optional')}</td>
              <td lang="en">{row.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
