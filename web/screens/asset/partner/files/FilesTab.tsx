import { Button, Skeleton } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState } from 'react';
import { mutate, useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../../ui/toasts.ts';
import type { Partner } from '../draft.ts';
import { BackFiles } from './BackFiles.tsx';
import { ExchangeDrawer } from './ExchangeDrawer.tsx';
import classes from './Files.module.css';
import { OutFiles } from './OutFiles.tsx';
import { ExchangeDocument, LookForFilesDocument } from './partner.graphql.ts';

/** How often the folder's state is polled, ms: during a look that somebody asked for, and while looks are scheduled. */
const [BEAT, WAIT] = [1_500, 15_000];

/** The files that go to a partner and come from it, and how both are set up. */
export default function FilesTab({ partner }: { partner: Partner }) {
  const { t } = useTranslation('partnerFiles');
  const { clientId } = useWorkspace();
  const { partnerId } = partner;
  const [isOpen, setOpen] = useState(false);
  // The time of the previous look when somebody asked for another; undefined: nobody did.
  const [lookedBefore, setLookedBefore] = useState<string | null>();
  const [pollInterval, setPollInterval] = useState(0);
  const { data, error, refetch } = useQuery('partner', ExchangeDocument, { clientId, partnerId }, { keepPrevious: true, pollInterval });
  if (error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  const exchange = data?.getPartnerExchange;
  if (!exchange)
    return (
      <div className={classes.tab}>
        <Skeleton height={160} />
        <Skeleton height={160} />
      </div>
    );
  const isLooking = lookedBefore === exchange.lastLookAt;
  // No polling while the settings are being edited: a newer revision would hide that somebody else changed them meanwhile.
  const next = isOpen ? 0 : isLooking ? BEAT : exchange.fetches ? WAIT : 0;
  if (next !== pollInterval) setPollInterval(next);
  const look = () => {
    setLookedBefore(exchange.lastLookAt);
    mutate('partner', LookForFilesDocument, { clientId, partnerId })
      .then(() => toastSuccess(t('back.looking')))
      .catch((failure: unknown) => {
        setLookedBefore(undefined);
        toastError(failure);
      });
  };
  const settings = (
    <Button variant="default" leftSection={<IconAdjustments size={16} />} onClick={() => setOpen(true)}>
      {t('settings.open')}
    </Button>
  );
  return (
    <div className={classes.tab}>
      <OutFiles exchange={exchange} settings={settings} />
      <BackFiles exchange={exchange} isLooking={isLooking} onLook={look} />
      {isOpen && (
        <ExchangeDrawer
          key={exchange.revision}
          exchange={exchange}
          onReload={refetch}
          onClose={() => {
            setOpen(false);
            refetch();
          }}
        />
      )}
    </div>
  );
}
