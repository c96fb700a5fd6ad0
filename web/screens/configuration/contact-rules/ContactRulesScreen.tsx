import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import type { GateRules } from '../../../../engine/gate/types.ts';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import { CheckPanel } from './CheckPanel.tsx';
import classes from './ContactRulesScreen.module.css';
import { ContactRulesDocument, type ContactRulesQuery, SetContactRulesDocument } from './operations.graphql.ts';
import { RulesForm } from './RulesForm.tsx';

/** Under which heading each part of the rules stands. */
const SECTIONS = {
  contactHours: 'hours.title',
  hoursApplyTo: 'hours.channels',
  capPer7Days: 'caps.title',
  capPerDay: 'caps.day',
  sameContentHours: 'caps.same',
  blockDisputed: 'blocks.title',
  blockDuringPromise: 'blocks.title',
} as const satisfies Record<keyof GateRules, string>;

/** configuration/contact-rules: who may be contacted when, and what that means for an account right now. */
export default function ContactRulesScreen() {
  const { t } = useTranslation('contact-rules');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('operations', ContactRulesDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const saved = data?.getContactRules;
  if (!saved) return <PageHeader crumbs={[{ label: t('title') }]} />;
  return <Rules saved={saved} refetch={refetch} />;
}

function Rules({ saved, refetch }: { saved: ContactRulesQuery['getContactRules']; refetch: () => void }) {
  const { t } = useTranslation('contact-rules');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const edits = useCan('operations', 'editContactRules');
  const [resetting, setResetting] = useState(false);
  const [send, busy] = useMutation('operations', SetContactRulesDocument, { idempotent: true });
  const form = useScreenForm(
    'contact rules',
    // The server keeps and gives rules in the gate's own shape (gateRulesSchema).
    { initialValues: { ...(saved.rules as GateRules) }, onConflict: refetch },
    { edits },
    async (wanted) => {
      await send({ clientId, rules: wanted, revision: saved.revision });
      toastSuccess(t('saved'));
    },
    'rules',
  );
  const rules: GateRules = form.values;
  const { changed, canSave, save } = form;
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('title') }]}
        chip={
          <Tag tone={saved.ownRules ? 'info' : 'neutral'}>
            {saved.ownRules ? t('own') : t('country', { country: format.country(saved.countryCode) })}
          </Tag>
        }
        actions={
          edits && (
            <>
              {saved.ownRules && (
                <Button variant="default" leftSection={<IconRestore size={16} />} onClick={() => setResetting(true)}>
                  {t('reset.button')}
                </Button>
              )}
              <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!canSave} onClick={save}>
                {t('save')}
              </Button>
            </>
          )
        }
      />
      <div className={classes.columns}>
        <div className={classes.form}>
          <p className={classes.intro}>{t('intro')}</p>
          <KeptNote kept={form.kept} label={(part) => t(SECTIONS[part])} />
          <RulesForm
            rules={rules}
            onChange={(next) => form.setValues({ ...next })}
            errors={form.errors}
            readOnly={!edits}
            timezone={saved.timezone}
          />
        </div>
        <Can domain="account" action="viewAccount">
          <CheckPanel rules={rules} unsaved={changed} />
        </Can>
      </div>
      <LeaveGuard dirty={changed} />
      <ConfirmDialog
        opened={resetting}
        onClose={() => setResetting(false)}
        title={t('reset.title')}
        detail={t('reset.detail', { country: format.country(saved.countryCode) })}
        confirm={t('reset.button')}
        danger
        onConfirm={async () => {
          await send({ clientId, rules: null });
          toastSuccess(t('reset.done'));
        }}
      />
    </div>
  );
}
