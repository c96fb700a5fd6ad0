import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { query } from '../../../../shell/api.ts';
import { useReason } from '../../../../shell/reasons.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { useCan } from '../../../../ui/permission.tsx';
import { ErrorNote } from '../../../../ui/states.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { TryTreeDocument } from './decision.graphql.ts';
import classes from './Editor.module.css';
import { PortfolioTrial } from './PortfolioTrial.tsx';
import type { TreeWork } from './useTreeDraft.ts';
import type { TreeView } from './useTreeView.ts';

/** The tree as it is on the screen, tried on one account's claims and on the portfolio. */
export function TrialPanel({ work, view }: { work: TreeWork; view: TreeView }) {
  const { t } = useTranslation('trees');
  const reason = useReason();
  const { clientId } = useWorkspace();
  const mayTry = useCan('account', 'viewClaim');
  const [reference, setReference] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!mayTry) return <p className={classes.quietText}>{t('trial.notAllowed')}</p>;
  async function tryOne(event: FormEvent) {
    event.preventDefault();
    if (busy || reference.trim() === '') return;
    setBusy(true);
    setError(null);
    try {
      const { root, columns } = work.draft;
      const { testDecisionTree: found } = await query('decision', TryTreeDocument, {
        clientId,
        tree: JSON.stringify({ root, columns }),
        reference,
      });
      view.setTrials(found);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }
  const { trial, claims } = view;
  return (
    <div className={classes.panel}>
      <form className={classes.trialForm} onSubmit={(event) => void tryOne(event)}>
        <TextInput label={t('trial.reference')} value={reference} onChange={(event) => setReference(event.currentTarget.value)} />
        <Button type="submit" variant="default" loading={busy}>
          {t('trial.run')}
        </Button>
      </form>
      {error !== null && <ErrorNote error={error} />}
      {claims.length > 1 && (
        <div className={classes.claims}>
          {claims.map((claim, index) => (
            <button key={claim.externalClaimRef} type="button" aria-pressed={trial === claim} onClick={() => view.setTrials(claims, index)}>
              {claim.externalClaimRef}
            </button>
          ))}
        </div>
      )}
      {trial && (
        <section aria-label={trial.externalClaimRef}>
          <p className={classes.result}>
            {trial.leaf === null ? (
              <Tag tone="warn">{t('trial.none')}</Tag>
            ) : (
              <Tag tone="violet">{trial.outcome ?? t('node.noOutcome')}</Tag>
            )}
            <span>{reason({ key: trial.key, values: trial.reasonValues })}</span>
          </p>
          <ol className={classes.tried}>
            {trial.tried.map((each) => (
              <li key={each.nodeId} data-entered={each.isEntered || undefined}>
                <button type="button" onClick={() => view.select(each.nodeId)}>
                  {reason(each)}
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
      <PortfolioTrial work={work} view={view} />
    </div>
  );
}
