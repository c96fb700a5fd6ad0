import { Skeleton } from '@mantine/core';
import { useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { ChannelSettingsDocument } from './operations.graphql.ts';
import { ProviderForm } from './ProviderForm.tsx';

/** What messages of a channel leave by, where it isn't e-mail or text messages. */
export function ChannelProviders({ channel }: { channel: 'letter' }) {
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('operations', ChannelSettingsDocument, { clientId, channels: [channel] });
  if (error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  const setting = data?.getSettingMessage[0];
  if (!setting) return <Skeleton height={160} />;
  return <ProviderForm key={JSON.stringify(setting)} channel={channel} setting={setting} />;
}
