import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { Drawer } from '../../../ui/Drawer.tsx';
import { errorAt } from '../../../ui/form.ts';
import { useFormat } from '../../../ui/format.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './Allocations.module.css';
import { type AllocationFragment, SaveAllocationDocument, SharingPartnersDocument } from './partner.graphql.ts';

const FORM = 'partner-allocation';
const WHOLE = 10_000;

type Draft = {
  readonly name: string;
  readonly shares: readonly { readonly partnerId: string; readonly basisPoints: number }[];
};

/** One rule: which partner gets which share. @param rule null: a new one. */
export function AllocationForm(props: { rule: AllocationFragment | null; onConflict: () => void; onClose: () => void }) {
  const { rule, onConflict, onClose } = props;
  const { t } = useTranslation('partners');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const [send, saving] = useMutation('partner', SaveAllocationDocument);
  const { data } = useQuery('partner', SharingPartnersDocument, { clientId }, { reuse: true });
  const form = useKeptForm<Draft>(`partner allocation ${rule?.allocationId ?? 'new'}`, {
    initialValues: {
      name: rule?.name ?? '',
      shares: rule?.shares.map(({ partnerId, basisPoints }) => ({ partnerId, basisPoints })) ?? [{ partnerId: '', basisPoints: WHOLE }],
    },
    outdatedBy: 'allocationChanged',
    onConflict,
  });
  const { values: draft, setValues: change, errors } = form;
  const { shares } = draft;
  const put = (at: number, part: Partial<Draft['shares'][number]>) =>
    change({ shares: shares.map((share, index) => (index === at ? { ...share, ...part } : share)) });
  const sum = shares.reduce((all, { basisPoints }) => all + basisPoints, 0);
  const partners = data?.getPartnerList ?? [];
  const gone = rule?.shares.filter(({ partnerId }) => !partners.some((each) => each.partnerId === partnerId)) ?? [];
  const optionsFor = (at: number) =>
    [
      ...partners.map(({ partnerId, name }) => ({ value: partnerId, label: name })),
      ...gone.map(({ partnerId, partnerName }) => ({ value: partnerId, label: partnerName ?? partnerId })),
    ].filter(({ value }) => !shares.some((share, index) => index !== at && share.partnerId === value));
  const submit = form.send(async ({ name, shares: given }) => {
    await send({
      clientId,
      name,
      shares: given.map(({ partnerId, basisPoints }) => ({ partnerId, basisPoints })),
      ...(rule && { allocationId: rule.allocationId, revision: rule.revision }),
    });
    toastSuccess(t('allocation.saved', { name }));
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      title={rule?.name ?? t('allocation.add')}
      footer={
        <Button type="submit" form={FORM} loading={saving} disabled={shares.some(({ partnerId }) => partnerId === '')}>
          {t('save')}
        </Button>
      }
    >
      <form id={FORM} className={classes.rules} onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} label={(field) => t(`allocation.field.${field}`)} />
        <TextInput data-autofocus label={t('allocation.field.name')} maxLength={80} {...form.getInputProps('name')} />
        {shares.map((share, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shares are told by their place
          <div key={at} className={classes.share}>
            <Select
              label={t('transaction.columns.partner')}
              placeholder={t('allocation.choose')}
              searchable
              data={optionsFor(at)}
              value={share.partnerId || null}
              allowDeselect={false}
              onChange={(partnerId) => partnerId && put(at, { partnerId })}
            />
            <NumberInput
              label={t('allocation.share')}
              suffix=" %"
              min={0}
              max={100}
              decimalScale={2}
              value={share.basisPoints / 100}
              onChange={(value) => typeof value === 'number' && put(at, { basisPoints: Math.round(value * 100) })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={34}
              className={classes.remove}
              disabled={shares.length === 1}
              aria-label={t('allocation.remove', { number: at + 1 })}
              title={t('allocation.remove', { number: at + 1 })}
              onClick={() => change({ shares: shares.toSpliced(at, 1) })}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </div>
        ))}
        <div className={classes.foot}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            disabled={shares.length >= partners.length}
            onClick={() => change({ shares: [...shares, { partnerId: '', basisPoints: Math.max(0, WHOLE - sum) }] })}
          >
            {t('allocation.addShare')}
          </Button>
          <span className={classes.sum} data-wrong={sum !== WHOLE || undefined}>
            {t('allocation.sum', { sum: format.percent(sum / WHOLE, 2) })}
          </span>
        </div>
        {errorAt(errors, 'shares') !== undefined && (
          <p className={classes.wrong} role="alert">
            {errorAt(errors, 'shares')}
          </p>
        )}
      </form>
    </Drawer>
  );
}
