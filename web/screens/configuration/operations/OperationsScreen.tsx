import { Skeleton } from '@mantine/core';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './OperationsScreen.module.css';
import { ProviderSettingsDocument } from './operations.graphql.ts';
import { ProviderForm } from './ProviderForm.tsx';
import { SmsSenders } from './SmsSenders.tsx';

/** configuration/operations: what messages and automated calls leave by. Dialer, queues and call lists will stand here too. */
export default function OperationsScreen() {
  const { t } = useTranslation('operations');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('operations', ProviderSettingsDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <div className={classes.screen}>
      <PageHeader crumbs={[{ label: t('title') }]} />
      <div className={classes.form}>
        <p className={classes.intro}>{t('intro')}</p>
        {data ? (
          <>
            <ProviderForm key={`email ${JSON.stringify(data.getEmailSetting)}`} channel="email" setting={data.getEmailSetting} />
            <ProviderForm key={`sms ${JSON.stringify(data.getSettingSMS)}`} channel="sms" setting={data.getSettingSMS} />
            <SmsSenders saved={data.getSettingSMS.senders} />
            {data.getSettingMessage.map((setting) => {
              const channel = setting.communicationChannel === 'phone' ? 'phone' : 'whatsapp';
              return <ProviderForm key={`${channel} ${JSON.stringify(setting)}`} channel={channel} setting={setting} />;
            })}
          </>
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    </div>
  );
}
