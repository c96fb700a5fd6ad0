import { Button, MultiSelect, Popover, Switch, TextInput } from '@mantine/core';
import { cloneElement, type ReactElement, useState } from 'react';
import { EVENT_TYPES } from '../../../core/events/catalogue.ts';
import { DayInput, dayOrNone } from '../../ui/DayInput.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useStaff } from '../staff.ts';
import { ACTORS, EVERYTHING, KINDS, numberChosen, type TimelineChoice } from './choice.ts';
import { useTypeName } from './typeName.ts';

/** Where one chooses what a timeline shows; open when it appears. @param target the button it belongs to. */
export default function TimelineFilterPanel(props: {
  target: ReactElement<{ onClick?: () => void }>;
  choice: TimelineChoice;
  onChange: (choice: TimelineChoice) => void;
}) {
  const { choice, onChange } = props;
  const { t } = useTranslation(['messages', 'account']);
  const { members } = useStaff();
  const typeName = useTypeName();
  const [opened, setOpened] = useState(true);
  const put = (part: Partial<TimelineChoice>) => onChange({ ...choice, ...part });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus withinPortal>
      <Popover.Target>{cloneElement(props.target, { onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown>
        <TextInput
          data-autofocus
          label={t('messages:timeline.text')}
          maxLength={200}
          value={choice.text}
          onChange={(event) => put({ text: event.currentTarget.value })}
        />
        <MultiSelect
          mt="sm"
          label={t('messages:timeline.kinds')}
          comboboxProps={{ withinPortal: false }}
          data={KINDS.map((value) => ({ value, label: t(`account:filter.${value}`) }))}
          value={[...choice.kinds]}
          onChange={(kinds) => put({ kinds })}
        />
        <MultiSelect
          mt="sm"
          searchable
          limit={100}
          label={t('messages:timeline.types')}
          comboboxProps={{ withinPortal: false }}
          data={KINDS.map((kind) => ({
            group: t(`account:filter.${kind}`),
            items: EVENT_TYPES[kind].map((value) => ({ value, label: typeName(value) })),
          }))}
          value={[...choice.types]}
          onChange={(types) => put({ types })}
        />
        <MultiSelect
          mt="sm"
          label={t('messages:timeline.actors')}
          comboboxProps={{ withinPortal: false }}
          data={ACTORS.map((value) => ({ value, label: t(`messages:timeline.actor.${value}`) }))}
          value={[...choice.actors]}
          onChange={(actors) => put({ actors })}
        />
        <MultiSelect
          mt="sm"
          searchable
          label={t('messages:timeline.people')}
          comboboxProps={{ withinPortal: false }}
          data={members.map((member) => ({ value: member.id, label: member.name || member.email }))}
          value={[...choice.people]}
          onChange={(people) => put({ people })}
        />
        <DayInput mt="sm" label={t('messages:center.from')} value={choice.from} onChange={(from) => put({ from: dayOrNone(from) })} />
        <DayInput mt="sm" label={t('messages:center.to')} value={choice.to} onChange={(to) => put({ to: dayOrNone(to) })} />
        <Switch
          mt="sm"
          label={t('messages:timeline.oldest')}
          checked={choice.order === 'asc'}
          onChange={(event) => put({ order: event.currentTarget.checked ? 'asc' : '' })}
        />
        {numberChosen(choice) > 0 && (
          <Button mt="md" variant="default" size="xs" onClick={() => onChange(EVERYTHING)}>
            {t('messages:timeline.clear')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
