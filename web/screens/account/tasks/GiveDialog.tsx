import { Modal, Select } from '@mantine/core';
import { useStaff } from '../../../shell/staff.ts';
import { useTranslation } from '../../../ui/texts.ts';

/** Asks whom work goes to. */
export default function GiveDialog(props: { onClose: () => void; onGive: (userId: string | null, name: string) => void }) {
  const { t } = useTranslation('tasks');
  const { members } = useStaff();
  const people = members.filter((member) => member.isEnabled).map((member) => ({ value: member.id, label: member.name || member.email }));
  return (
    <Modal opened onClose={props.onClose} title={t('reassign')} size={356}>
      <Select
        aria-label={t('reassign')}
        data-autofocus
        searchable
        placeholder={t('team')}
        data={[{ value: '', label: t('team') }, ...people]}
        onChange={(value, option) => {
          props.onGive(value || null, option?.label ?? t('team'));
          props.onClose();
        }}
      />
    </Modal>
  );
}
