import { Link } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './ApiKeys.module.css';

/** How an assistant is connected: its address, the scopes of its key, a configuration to paste. */
export default function Assistant() {
  const { t } = useTranslation('apiKeys');
  const { clientId } = useWorkspace();
  const decides = useCan('backoffice-spa', 'view-proposals');
  const url = `${window.location.origin}/api/v1/mcp`;
  const configuration = { mcpServers: { quittance: { type: 'http', url, headers: { Authorization: 'Bearer qk_…' } } } };
  const text = JSON.stringify(configuration, null, 2);
  return (
    <div className={classes.assistant}>
      <p>{t('assistant.detail')}</p>
      <p>{t('assistant.scopes')}</p>
      <p>
        {t('assistant.address')} <code>{url}</code> <CopyButton size="xs" text={url} />
      </p>
      <p>{t('assistant.config')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <pre className={classes.sample} tabIndex={0}>
        {text}
      </pre>
      <CopyButton size="xs" text={text} />
      <p>
        <Link to={`${paths.apiReference(clientId)}#guide`}>{t('assistant.more')}</Link>
        {decides && (
          <>
            {' · '}
            <Link to={paths.proposals(clientId)}>{t('assistant.proposals')}</Link>
          </>
        )}
      </p>
    </div>
  );
}
