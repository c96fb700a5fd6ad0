import { Button } from '@mantine/core';
import { IconBuilding, IconDeviceFloppy } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { refetchScreen, useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultOf, faultsOf } from '../../../ui/fault.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { later } from '../../../ui/later.ts';
import { OutdatedNote } from '../../../ui/OutdatedNote.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote, ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { useDraft } from '../../../ui/useDraft.ts';
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
  const { t } = useTranslation('general');
  const { clientId } = useWorkspace();
  const edits = useCan('configuration', 'editConfiguration');
  const creates = useCan('backoffice', 'createClient');
  const { start, draft, version, met, change, adopt, takeTheirs, keepMine, ...edited } = useDraft(
    draftOf(props.saved),
    props.saved.revision,
  );
  const changed = edited.changed.length > 0;
  const [outdated, setOutdated] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [making, setMaking] = useState(false);
  const [send, busy] = useMutation('backoffice', SetConfigurationDocument, { idempotent: true });
  const wrong = refusal === null ? [] : faultsOf(refusal);
  const faultAt = (field: string) => wrong.find((fault) => fault.field === field || fault.field?.startsWith(`${field}.`));

  async function save() {
    if (!edits || busy || !changed || met.length > 0) return;
    setRefusal(null);
    try {
      const { setClientConfiguration: saved } = await send({
        clientId,
        clientConfiguration: { ...inputOf(draft, start), revision: version },
      });
      adopt(draft, draftOf(saved), saved.revision);
      setOutdated(false);
      toastSuccess(t('saved'));
      // Currency, time zone and flags are everywhere in the product.
      refetchScreen();
    } catch (error) {
      if (faultOf(error).code !== 'CONFLICT') return setRefusal(error);
      setOutdated(true);
      props.onReload();
    }
  }
  useHotkeys({ 'mod+s': () => void save(), 'mod+Enter': () => void save() });
  const refused = (field: string) => {
    const fault = faultAt(field);
    return fault && <FaultText fault={fault} />;
  };
  const edit = (part: Partial<Draft>) => {
    setRefusal(null);
    change(part);
  };
  const part = { draft, change: edit, faultAt, refused };
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={changed && <Tag tone="warn">{t('unsaved')}</Tag>}
        actions={
          <>
            {creates && (
              <Button variant="default" leftSection={<IconBuilding size={16} />} onClick={() => setMaking(true)}>
                {t('client.button')}
              </Button>
            )}
            {edits && (
              <Button
                leftSection={<IconDeviceFloppy size={16} />}
                loading={busy}
                disabled={!changed || met.length > 0}
                onClick={() => void save()}
              >
                {t('save')}
              </Button>
            )}
          </>
        }
      />
      <fieldset className={classes.form} disabled={!edits}>
        <legend className={classes.unseen}>{t('title')}</legend>
        {refusal !== null && <ErrorNote error={refusal} />}
        {(met.length > 0 || (outdated && changed)) && (
          <OutdatedNote names={met.map((part) => t(FIELD_TEXTS[part]))} onTakeTheirs={takeTheirs} onKeepMine={keepMine} />
        )}
        <LocalityFields {...part} />
        <FlagFields {...part} active={props.active} />
        <ContactFields {...part} />
        <TagFields {...part} />
        <MetaDataFields {...part} />
      </fieldset>
      <LeaveGuard dirty={changed} />
      <Suspense>{making && <NewClientDialog onClose={() => setMaking(false)} />}</Suspense>
    </div>
  );
}
