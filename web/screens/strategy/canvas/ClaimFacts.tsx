import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { query } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultOf, type ServerFault } from '../../../ui/fault.ts';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './Code.module.css';
import { ConditionFactsDocument } from './strategy.graphql.ts';
import { useStepTexts } from './texts.ts';
import { useTrialClaim } from './useTrialClaim.ts';

/** What the variables that a condition asks about say of a claim that one chooses, as it is now. */
export default function ClaimFacts({ variables }: { variables: readonly string[] }) {
  const { t } = useTranslation('strategy');
  const texts = useStepTexts();
  const { clientId } = useWorkspace();
  const [claim, setClaim] = useTrialClaim(clientId);
  const [values, setValues] = useState<ReadonlyMap<string, string | null> | null>(null);
  const [refusal, setRefusal] = useState<ServerFault | null>(null);
  const asked = [...new Set(variables)].filter((name) => values?.has(name));

  async function load() {
    setRefusal(null);
    try {
      const { getConditionFacts } = await query('strategy', ConditionFactsDocument, { clientId, externalClaimRef: claim.trim() });
      setValues(new Map(getConditionFacts.map(({ name, value }) => [name, value ?? null])));
    } catch (caught) {
      setValues(null);
      setRefusal(faultOf(caught));
    }
  }

  return (
    <div className={classes.trial}>
      <TextInput
        label={t('facts.claim')}
        value={claim}
        error={refusal ? <FaultText fault={refusal} /> : undefined}
        onChange={(event) => setClaim(event.currentTarget.value)}
        // A panel may stand in a form of its own.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void load();
        }}
      />
      <Button variant="default" onClick={() => void load()} disabled={claim.trim() === ''}>
        {t('facts.show')}
      </Button>
      <output className={classes.answer} aria-live="polite">
        {asked.length > 0 && (
          <dl>
            {asked.map((name) => (
              <div key={name}>
                <dt>{texts.variable(name)}</dt>
                <dd>{values?.get(name) ?? t('facts.unknown')}</dd>
              </div>
            ))}
          </dl>
        )}
      </output>
    </div>
  );
}
