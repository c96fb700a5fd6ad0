import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { ErrorState } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Partner } from '../draft.ts';
import { BackFiles } from './BackFiles.tsx';
import { ExchangeDrawer } from './ExchangeDrawer.tsx';
import classes from './Files.module.css';
import { OutFiles } from './OutFiles.tsx';
import { ExchangeDocument } from './partner.graphql.ts';

/** The files that go to a partner and come from it, and how both are set up. */
export default function FilesTab({ partner }: { partner: Partner }) {
  const { t } = useTranslation('partnerFiles');
  const { clientId } = useWorkspace();
  const { partnerId } = partner;
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery('partner', ExchangeDocument, { clientId, partnerId }, { keepPrevious: true });
  if (error !== undefined && !data) return <ErrorState error={error} onRetry={refetch} />;
  const exchange = data?.getPartnerExchange;
  if (!exchange) return null;
  const settings = (
    <Button variant="default" leftSection={<IconAdjustments size={16} />} onClick={() => setOpen(true)}>
      {t('settings.open')}
    </Button>
  );
  return (
    <div className={classes.tab}>
      <OutFiles exchange={exchange} settings={settings} />
      <BackFiles exchange={exchange} />
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
