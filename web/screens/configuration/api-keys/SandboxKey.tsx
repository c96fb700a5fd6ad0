import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { API_SCOPES, scopesBeyond } from '../../../../core/apiScopes.ts';
import { DAY, type Instant, isoInstant } from '../../../../core/time.ts';
import { useMutation } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { PermissionContext, useCan } from '../../../ui/permission.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ApiKeys.module.css';
import { CreateApiKeyDocument } from './api.graphql.ts';

/** What a sandbox key lives. */
const LIFE = 7 * DAY;

/** One click for a key to try the examples with, and the line that gives it to a shell. */
export function SandboxKey() {
  const { t } = useTranslation('apiKeys');
  const { clientId } = useWorkspace();
  const edits = useCan('configuration', 'editApiKeys');
  const held = useContext(PermissionContext);
  const [create, creating] = useMutation('api', CreateApiKeyDocument);
  const [secret, setSecret] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const line = `export QUITTANCE_URL='${window.location.origin}' QUITTANCE_KEY='${secret ?? 'qk_…'}'`;
  const make = async () => {
    const beyond = scopesBeyond(held, API_SCOPES);
    const scopes = API_SCOPES.filter((scope) => !beyond.includes(scope));
    try {
      const { createApiKey } = await create({
        clientId,
        name: t('docs.sandboxName'),
        scopes,
        expiresAt: isoInstant((Date.now() + LIFE) as Instant),
      });
      setSecret(createApiKey.secret);
      setFailure(null);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Panel title={t('docs.try')}>
      <p className={classes.plain}>{t('docs.tryDetail')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <pre className={classes.sample} tabIndex={0}>
        {line}
      </pre>
      {secret === null ? (
        edits && (
          <div className={classes.all}>
            <Button size="xs" variant="default" leftSection={<IconKey size={14} />} loading={creating} onClick={() => void make()}>
              {t('docs.sandbox')}
            </Button>
            <span className={classes.quiet}>{t('docs.sandboxDetail')}</span>
          </div>
        )
      ) : (
        <CopyButton size="xs" text={line} />
      )}
      {failure !== null && <ErrorNote error={failure} />}
    </Panel>
  );
}
