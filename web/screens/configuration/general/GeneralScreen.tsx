import { Button } from '@mantine/core';
import { IconBuilding, IconDeviceFloppy } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { refetchScreen, useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { errorAt } from '../../../ui/form.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { ConfigurationDocument, type ConfigurationFragment, SetConfigurationDocument } from './backoffice.graphql.ts';
import { ContactFields } from './ContactFields.tsx';
import { type Draft, draftOf, FIELD_TEXTS, inputOf } from './draft.ts';
import { FlagFields } from './FlagFields.tsx';
import classes from './GeneralScreen.module.css';
import { LocalityFields } from './LocalityFields.tsx';
import { MetaDataFields } from './MetaDataFields.tsx';
import { TagFields } from './TagFields.tsx';

const NewClientDialog = later(() => import('./NewClientDialog.tsx'));

/** configuration/general: who the client is, where and when it works, what its accounts carry, which parts of the product it uses. */
export default function GeneralScreen() {
  const { t } = useTranslation('general');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('backoffice', ConfigurationDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageHeader crumbs={[{ label: t('title') }]} />;
  return <General saved={data.getClientConfiguration} active={data.getActiveFeatureFlags} onReload={refetch} />;
}

function General(props: { saved: ConfigurationFragment; active: readonly string[]; onReload: () => void }) {
  const { saved } = props;
  const { t } = useTranslation('general');
  const { clientId } = useWorkspace();
  const edits = useCan('configuration', 'editConfiguration');
  const creates = useCan('backoffice', 'createClient');
  const [making, setMaking] = useState(false);
  const [send, busy] = useMutation('backoffice', SetConfigurationDocument, { idempotent: true });
  const start = draftOf(saved);
  const form = useScreenForm<Draft>(
    'configuration',
    { initialValues: start, outdatedBy: 'configurationChanged', onConflict: props.onReload },
    { edits },
    async (draft) => {
      await send({ clientId, clientConfiguration: { ...inputOf(draft, start), revision: saved.revision } });
      toastSuccess(t('saved'));
      // Currency, time zone and flags are everywhere in the product.
      void refetchScreen();
    },
  );
  const part = { draft: form.values, change: form.setValues, refused: (field: string) => errorAt(form.errors, field) };
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={form.changed && <Tag tone="warn">{t('unsaved')}</Tag>}
        actions={
          <>
            {creates && (
              <Button variant="default" leftSection={<IconBuilding size={16} />} onClick={() => setMaking(true)}>
                {t('client.button')}
              </Button>
            )}
            {edits && (
              <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!form.canSave} onClick={form.save}>
                {t('save')}
              </Button>
            )}
          </>
        }
      />
      <fieldset className={classes.form} disabled={!edits}>
        <legend className={classes.unseen}>{t('title')}</legend>
        <KeptNote kept={form.kept} label={(field) => t(FIELD_TEXTS[field])} />
        <LocalityFields {...part} />
        <FlagFields {...part} active={props.active} />
        <ContactFields {...part} />
        <TagFields {...part} />
        <MetaDataFields {...part} />
      </fieldset>
      <LeaveGuard dirty={form.changed} />
      <Suspense>{making && <NewClientDialog onClose={() => setMaking(false)} />}</Suspense>
    </div>
  );
}
