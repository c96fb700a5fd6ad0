import { Button, Group, Menu, Modal, Radio, Stack } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { useTranslation } from '../ui/texts.ts';
import { toastSuccess } from '../ui/toasts.ts';
import { type Availability, choose, type Held, REASONS, type Reason } from './availability.ts';
import { AVAILABILITY_MENU_HEIGHT } from './sizes.ts';

/** What one can choose: available, or unavailable with a reason. */
export default function AvailabilityMenu(props: { target: ReactElement; held: Held; inCall: boolean; onChange: (next: Held) => void }) {
  const { t } = useTranslation('shell');
  const { held, inCall } = props;
  const [asking, setAsking] = useState(false);
  function become(wanted: Availability) {
    const next = choose(held, wanted, inCall);
    if (next === held) return;
    props.onChange(next);
    if (next.pending) toastSuccess(t('availability.scheduled'));
  }
  return (
    <>
      <Menu defaultOpened position="top-start" width={240}>
        <Menu.Target>{props.target}</Menu.Target>
        <Menu.Dropdown mah={AVAILABILITY_MENU_HEIGHT} style={{ overflowY: 'auto' }}>
          <Menu.RadioItem
            value="available"
            checked={held.now.status === 'available'}
            closeMenuOnClick
            onChange={() => become({ status: 'available', reason: null })}
          >
            {t('availability.available')}
          </Menu.RadioItem>
          <Menu.RadioItem value="unavailable" checked={held.now.status === 'unavailable'} closeMenuOnClick onChange={() => setAsking(true)}>
            {t('availability.unavailable')}
          </Menu.RadioItem>
          <Menu.Divider />
          <Menu.Item disabled>{t('availability.noQueues')}</Menu.Item>
          <Menu.Label style={{ whiteSpace: 'normal' }}>{t('availability.later')}</Menu.Label>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('availability.why')} size={400}>
        <Reasons
          chosen={held.now.reason}
          onClose={() => setAsking(false)}
          onSave={(reason) => {
            setAsking(false);
            become({ status: 'unavailable', reason });
          }}
        />
      </Modal>
    </>
  );
}

/** A reason must be chosen. */
function Reasons(props: { chosen: Reason | null; onClose: () => void; onSave: (reason: Reason) => void }) {
  const { t } = useTranslation(['shell', 'ui']);
  const [reason, setReason] = useState<Reason | null>(props.chosen);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== null) props.onSave(reason);
      }}
    >
      <Radio.Group value={reason} onChange={(value) => setReason(value as Reason)} aria-label={t('availability.why')}>
        <Stack gap={10}>
          {REASONS.map((each) => (
            <Radio key={each} value={each} label={t(`availability.reasons.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={props.onClose}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" disabled={reason === null}>
          {t('availability.save')}
        </Button>
      </Group>
    </form>
  );
}
