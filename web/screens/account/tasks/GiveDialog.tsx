import { Menu, Modal, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStaff } from '../../../shell/staff.ts';
import classes from './TasksScreen.module.css';

/** The people work can be given to, and the team. */
export function GiveItems({ onGive }: { onGive: (userId: string | null, name: string) => void }) {
  const { t } = useTranslation('tasks');
  const { members } = useStaff();
  return (
    <>
      <Menu.Label>{t('reassign')}</Menu.Label>
      <div className={classes.people}>
        <Menu.Item onClick={() => onGive(null, t('team'))}>{t('team')}</Menu.Item>
        {members
          .filter((member) => member.isEnabled)
          .map((member) => (
            <Menu.Item key={member.id} onClick={() => onGive(member.id, member.name || member.email)}>
              {member.name || member.email}
            </Menu.Item>
          ))}
      </div>
    </>
  );
}

/** Asks whom work goes to. */
export function GiveDialog(props: { onClose: () => void; onGive: (userId: string | null, name: string) => void }) {
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
