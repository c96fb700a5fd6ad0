import { Button } from '@mantine/core';
import { addDays, type CalendarDate, isoInstant } from '../../../../../core/time.ts';
import { at } from '../../../../../core/zone.ts';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import { DisableMandateDocument } from './finance.graphql.ts';

/** Disables a mandate, until a day or until somebody enables it. */
export default function DisableForm(props: { mandate: { mandateId: string; reference: string }; onClose: () => void }) {
  const { mandate, onClose } = props;
  const { t } = useTranslation('mandates');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [disable, busy] = useMutation('finance', DisableMandateDocument, { idempotent: true });
  const tomorrow = addDays(format.dayOf(new Date().toISOString()) as CalendarDate, 1);
  const form = useKeptForm(`disable ${mandate.mandateId}`, {
    initialValues: { disabledUntil: '' },
    validate: { disabledUntil: (value) => (value !== '' && value < tomorrow ? t('untilWrong') : null) },
  });
  const submit = form.send(async ({ disabledUntil }) => {
    await disable({
      clientId,
      mandateId: mandate.mandateId,
      disabledUntil: disabledUntil === '' ? null : isoInstant(at(disabledUntil as CalendarDate, { hour: 0, minute: 0 }, format.timeZone)),
    });
    toastSuccess(t('nowDisabled'));
    onClose();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('disableTitle', { reference: mandate.reference })}
      footer={
        <Button type="submit" form="disable" loading={busy}>
          {t('disable')}
        </Button>
      }
    >
      <form id="disable" noValidate onSubmit={submit}>
        <KeptNote kept={form.kept} />
        <DayInput
          data-autofocus
          min={tomorrow}
          label={t('until')}
          description={t('untilDetail')}
          {...form.getInputProps('disabledUntil')}
        />
      </form>
    </Drawer>
  );
}
