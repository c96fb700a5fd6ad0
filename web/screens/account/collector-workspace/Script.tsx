import { Select, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { SCRIPT_TOPICS, scriptTopicOf } from '../../../../core/callScripts.ts';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { ShownScriptDocument } from './cms.graphql.ts';
import classes from './Script.module.css';
import type { Account, Item } from './work.ts';

/** What to say, about what the account came up for unless the agent chooses another topic. @param isSure it is the debtor who listens */
export function Script({ item, account, isSure }: { item: Item; account: Account; isSure: boolean }) {
  const { t } = useTranslation('work');
  const { clientId } = useWorkspace();
  const [chosen, setChosen] = useState<string | null>(null);
  const topic =
    chosen ??
    scriptTopicOf({
      reasons: (item.reasons as { key: string }[]).map(({ key }) => key),
      helpAsked: item.task?.matter?.key === 'help',
      disputed: account.claims.some((claim) => claim.status === 'open' && claim.disputedAt !== null),
      hasPlan: account.hasInstalmentsPlan,
    });
  const { data, error, refetch } = useQuery('cms', ShownScriptDocument, { clientId, accountId: account.id, topic });
  if (account.claims.length === 0) return null;
  const script = data?.getCallScript;
  return (
    <Panel
      title={t('script.title')}
      aside={
        <Select
          size="xs"
          w={180}
          aria-label={t('script.about')}
          allowDeselect={false}
          data={SCRIPT_TOPICS.map((value) => ({ value, label: t(`script.topic.${value}`) }))}
          value={topic}
          onChange={setChosen}
        />
      }
    >
      {error && !script ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : script ? (
        <div className={classes.script} lang={script.locale.replace('_', '-')}>
          <p>{script.opening}</p>
          {script.rest !== '' && (
            <div className={classes.rest} data-held={!isSure || undefined}>
              {!isSure && <p className={classes.mark}>{t('script.onceSure')}</p>}
              <p>{script.rest}</p>
            </div>
          )}
        </div>
      ) : (
        <Skeleton height={120} radius={8} />
      )}
    </Panel>
  );
}
