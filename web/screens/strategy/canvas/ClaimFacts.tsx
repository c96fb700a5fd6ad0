import { useState } from 'react';
import { query } from '../../../shell/api.ts';
import { useMeanings } from '../../../shell/conditions/useMeanings.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { ClaimTrial } from './ClaimTrial.tsx';
import classes from './Code.module.css';
import { ConditionFactsDocument } from './strategy.graphql.ts';
import { useStepTexts } from './texts.ts';

/** What the variables that a condition asks about mean, and their values for a claim that one chooses, as it is now. */
export default function ClaimFacts({ variables }: { variables: readonly string[] }) {
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const meanings = useMeanings();
  const { clientId } = useWorkspace();
  const [values, setValues] = useState<ReadonlyMap<string, string | null> | null>(null);
  const asked = [...new Set(variables)].filter((name) => values?.has(name));

  async function load(externalClaimRef: string) {
    const { getConditionFacts } = await query('strategy', ConditionFactsDocument, { clientId, externalClaimRef });
    setValues(new Map(getConditionFacts.map(({ name, value }) => [name, value ?? null])));
  }

  return (
    <ClaimTrial label={t('facts.claim')} button={t('facts.show')} onTry={load}>
      {asked.length > 0 && (
        <dl>
          {asked.map((name) => (
            <div key={name}>
              <dt>{texts.variable(name)}</dt>
              <dd>{values?.get(name) ?? t('facts.unknown')}</dd>
              <dd className={classes.meaning}>{meanings.variable(name)}</dd>
            </div>
          ))}
        </dl>
      )}
    </ClaimTrial>
  );
}
