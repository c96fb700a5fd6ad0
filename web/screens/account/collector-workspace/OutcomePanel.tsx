import { Button, Kbd, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { RIGHT_PARTY_NAME } from '../../../../core/rightParty.ts';
import { SKIP_REASONS, WORK_OUTCOMES } from '../../../../core/workOutcomes.ts';
import { DayInput } from '../../../ui/DayInput.tsx';
import '../../../ui/escape.ts';
import { type Hotkeys, useHotkeys } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import classes from './CollectorScreen.module.css';
import { Choices, KeyButton } from './OutcomeButtons.tsx';
import { nextChecked, RightParty } from './RightParty.tsx';
import { type OutcomeProps, useOutcome } from './useOutcome.ts';

/** One key says what came of it, one chooses the detail, Enter keeps both and brings the next account. */
export function OutcomePanel(props: OutcomeProps) {
  const { item, account } = props;
  const { t } = useTranslation('work');
  const { form, may, outcome, choices, choose, pick, send, isSkipping, startSkipping, unchoose, skip, busy } = useOutcome(props);
  const { choice, amount, dueDate, rightParty } = form.values;
  const note = useRef<HTMLTextAreaElement>(null);
  const digits: Hotkeys = Object.fromEntries(
    isSkipping
      ? SKIP_REASONS.map((reason, index) => [String(index + 1), () => void skip(reason)])
      : choices.slice(0, 9).map((each, index) => [String(index + 1), () => pick(each.value)]),
  );
  useHotkeys({
    ...Object.fromEntries(WORK_OUTCOMES.map((each) => [each.key, () => choose(each)])),
    ...digits,
    s: startSkipping,
    y: () => form.setFieldValue('rightParty', nextChecked([RIGHT_PARTY_NAME, ...item.rightPartyFacts], rightParty)),
    '/': () => note.current?.focus(),
    Escape: () => {
      note.current?.blur();
      unchoose();
    },
    ...(outcome && !isSkipping ? { Enter: () => send() } : {}),
  });

  return (
    <Section title={t('cameOf')}>
      <KeptNote kept={form.kept} />
      <form
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            send();
          }
        }}
      >
        <RightParty
          account={account}
          facts={item.rightPartyFacts}
          checked={rightParty}
          error={form.errors.rightParty}
          onChange={(checked) => {
            form.clearFieldError('rightParty');
            form.setFieldValue('rightParty', checked);
          }}
        />
        <div className={classes.outcomes}>
          {WORK_OUTCOMES.map((each) => (
            <KeyButton
              key={each.name}
              shortcut={each.key.toUpperCase()}
              isChosen={each === outcome}
              disabled={!may[each.detail]}
              onChoose={() => choose(each)}
            >
              <span>{t(`outcome.${each.name as 'promise'}`)}</span>
            </KeyButton>
          ))}
          <KeyButton shortcut="S" isChosen={isSkipping} onChoose={startSkipping}>
            <span>{t('skip')}</span>
          </KeyButton>
        </div>
        {isSkipping ? (
          <Choices
            label={t('skipWhy')}
            choices={SKIP_REASONS.map((value) => ({ value, label: t(`skipReason.${value}`) }))}
            chosen=""
            onChoose={(value) => void skip(value)}
          />
        ) : (
          outcome && (
            <>
              <Choices label={t(`detail.${outcome.detail}`)} choices={choices} chosen={choice} onChoose={pick} />
              {outcome.detail === 'number' && choices.length === 0 && <p className={classes.quiet}>{t('noNumber')}</p>}
              <div className={classes.fields}>
                {outcome.detail === 'promise' && (
                  <MoneyInput label={t('amount')} currency={item.currency} {...form.getInputProps('amount')} value={amount} />
                )}
                {outcome.days.length > 0 && <DayInput label={t('day.label')} {...form.getInputProps('dueDate')} value={dueDate} />}
              </div>
            </>
          )
        )}
        <Textarea ref={note} mt="md" autosize minRows={2} maxRows={8} label={t('note')} {...form.getInputProps('note')} />
        <div className={classes.end}>
          <Button type="submit" loading={busy} disabled={!outcome || isSkipping} rightSection={<Kbd size="xs">↵</Kbd>}>
            {t('keep')}
          </Button>
        </div>
      </form>
      <p className={classes.keys}>{t('keys')}</p>
    </Section>
  );
}
