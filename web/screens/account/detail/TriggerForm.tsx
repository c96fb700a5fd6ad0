import { Button, MultiSelect, Skeleton } from '@mantine/core';
import { useMutation } from '../../../shell/api.ts';
import { NoTriggers } from '../../../shell/triggers/NoTriggers.tsx';
import { TriggerFields } from '../../../shell/triggers/TriggerFields.tsx';
import { useTriggers } from '../../../shell/triggers/triggers.ts';
import { sentValues, type TypedValues } from '../../../shell/triggers/values.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { FireTriggerDocument } from './strategy.graphql.ts';

/** Fires one of the client's triggers on claims of the account. */
export default function TriggerForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('triggers');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { triggers, error, refetch } = useTriggers();
  const [fire, busy] = useMutation('strategy', FireTriggerDocument);
  const open = account.claims.filter((claim) => claim.status === 'open');
  const form = useKeptForm(`fire trigger ${account.id}`, {
    initialValues: {
      trigger: null as string | null,
      values: {} as TypedValues,
      externalClaimRefs: open.map((claim) => claim.externalClaimRef),
    },
    validate: {
      trigger: (name) => (triggers?.some((each) => each.name === name) ? null : t('fire.noTrigger')),
      externalClaimRefs: (refs) => (refs.length > 0 ? null : t('fire.noClaim')),
    },
  });
  const submit = form.send(async ({ trigger: name, values, externalClaimRefs }) => {
    const trigger = triggers?.find((each) => each.name === name);
    if (!trigger) return;
    const sent = { clientId, accountId: account.id, trigger: trigger.name, values: sentValues(trigger, values), externalClaimRefs };
    const { fireCustomTrigger: count } = await fire(sent);
    toastSuccess(t('fire.done', { name: trigger.name, count, number: format.number(count) }));
    onClose();
  });
  const canFire = triggers !== undefined && triggers.length > 0;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('fire.title')}
      footer={
        canFire && (
          <Button type="submit" form="fire-trigger" loading={busy}>
            {t('fire.submit')}
          </Button>
        )
      }
    >
      {!triggers && (error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton height={120} />)}
      {triggers?.length === 0 && <NoTriggers />}
      {canFire && (
        <form id="fire-trigger" noValidate onSubmit={submit} onKeyDown={submitByKey}>
          <KeptNote kept={form.kept} />
          <TriggerFields
            triggers={triggers}
            firing={{ trigger: form.values.trigger, values: form.values.values }}
            onChange={(firing) => form.setValues({ ...firing })}
            errorOf={(field) => form.errors[field]}
          />
          <MultiSelect
            mt="md"
            label={t('fire.claims')}
            data={open.map((claim) => ({
              value: claim.externalClaimRef,
              label: `${claim.externalClaimRef} · ${format.money(claim.totalAmount, claim.currency)}`,
            }))}
            {...form.getInputProps('externalClaimRefs')}
          />
        </form>
      )}
    </Drawer>
  );
}
