import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ACCOUNT_ID, ACCOUNT_REF, CLAIM_REF, DEBTOR_REF } from '../../../../core/apiExamples.ts';
import { useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState, NothingFound } from '../../../ui/states.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ApiKeys.module.css';
import { SampleAccountDocument } from './account.graphql.ts';
import { CallSection } from './CallSection.tsx';
import { type Call, callsOf, type Description, useDescription } from './reference.ts';
import { SandboxKey } from './SandboxKey.tsx';
import { Words } from './Words.tsx';

/** configuration/api-keys/reference: every call of the REST API, made from the description that this very server serves. */
export default function ReferenceScreen() {
  const { t } = useTranslation('apiKeys');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useDescription();
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title'), to: paths.apiKeys(clientId) }, { label: t('reference') }]}
        actions={
          <Button component="a" href="/api/v1/openapi.json" download="openapi.json" variant="default">
            {t('docs.description')}
          </Button>
        }
      />
      {data ? (
        <Reference description={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <p className={classes.page}>
          <TextSkeleton>{t('docs.tryDetail')}</TextSkeleton>
        </p>
      )}
    </div>
  );
}

function Reference({ description }: { description: Description }) {
  const { t } = useTranslation('apiKeys');
  const { clientId } = useWorkspace();
  const sees = useCan('account', 'searchAllAccounts');
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const { data } = useQuery('account', SampleAccountDocument, sees ? { clientId } : null, { reuse: true });
  const [sample] = data?.searchAccounts.results ?? [];
  const samples = [
    [ACCOUNT_ID, sample?.accountId],
    [ACCOUNT_REF, sample?.externalAccountRef],
    [DEBTOR_REF, sample?.debtorRef],
    [CLAIM_REF, sample?.latestClaimRef],
  ] as const;
  const fill = (source: string) => samples.reduce((text, [example, real]) => (real ? text.replaceAll(example, real) : text), source);
  const calls = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return callsOf(description).filter(({ path, operation: { summary, description: more, operationId } }) => {
      const text = `${path} ${summary} ${more ?? ''} ${operationId}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [description, search]);
  const nouns = description.tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter((noun) => noun.calls.length > 0);
  const put = (text: string) => setParams(text.trim() === '' ? {} : { search: text.trim() }, { replace: true });
  return (
    <>
      <FilterBar search={{ value: search, placeholder: t('docs.search'), onSearch: put }} />
      <div className={classes.reference}>
        <nav className={classes.nav} aria-label={t('reference')}>
          <a href="#guide">{t('docs.guide')}</a>
          {nouns.map(({ name, calls: own }) => (
            <NounLinks key={name} name={name} calls={own} />
          ))}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
        <section className={classes.page} tabIndex={0} aria-label={t('reference')}>
          {search === '' && (
            <div id="guide" className={classes.guide}>
              <SandboxKey />
              <Words text={description.info.description} />
            </div>
          )}
          {nouns.length === 0 && <NothingFound title={t('docs.nothing')} detail={t('docs.nothingDetail')} onClear={() => put('')} />}
          {nouns.map((noun) => (
            <section key={noun.name}>
              <h2>{t(`noun.${noun.name as 'accounts'}`)}</h2>
              <p className={classes.quiet} lang="en">
                {noun.description}
              </p>
              {noun.calls.map((call) => (
                <CallSection key={call.operation.operationId} call={call} components={description.components.schemas} fill={fill} />
              ))}
            </section>
          ))}
        </section>
      </div>
    </>
  );
}

function NounLinks({ name, calls }: { name: string; calls: readonly Call[] }) {
  const { t } = useTranslation('apiKeys');
  return (
    <div>
      <span>{t(`noun.${name as 'accounts'}`)}</span>
      {calls.map(({ operation: { operationId, summary } }) => (
        <a key={operationId} href={`#${operationId}`} lang="en">
          {summary}
        </a>
      ))}
    </div>
  );
}
