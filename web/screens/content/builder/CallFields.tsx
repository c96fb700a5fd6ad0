import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { KEY_ACTIONS, type KeyAction, type MenuKey, type SpokenCall, VOICES } from '../../../../core/spokenCall.ts';
import { useTranslation } from '../../../ui/texts.ts';
import { PieceField } from './PieceField.tsx';
import classes from './Pieces.module.css';
import { usePieceTools } from './pieces.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

/** An automated call in one language: what is said to whom, and what each key does. */
export function CallFields({ value, onChange }: { value: SpokenCall; onChange: (value: SpokenCall) => void }) {
  const { t } = useTranslation('channels');
  const { readOnly } = usePieceTools();
  const { keys } = value;
  const put = (part: Partial<SpokenCall>) => onChange({ ...value, ...part });
  const change = (at: number, part: Partial<MenuKey>) => put({ keys: keys.with(at, { ...keys[at]!, ...part }) });
  const next = KEYS.find((each) => keys.every(({ key }) => key !== each));
  return (
    <div className={classes.fields}>
      <SegmentedControl
        aria-label={t('call.voice')}
        data={VOICES.map((voice) => ({ value: voice, label: t(`call.voiceName.${voice}`) }))}
        value={value.voice}
        readOnly={readOnly}
        onChange={(voice) => put({ voice: voice === 'male' ? 'male' : 'female' })}
      />
      <PieceField
        field="opening"
        label={t('call.opening')}
        description={t('call.openingDetail')}
        rows={3}
        value={value.opening}
        onChange={(opening) => put({ opening })}
      />
      <PieceField
        field="text"
        label={t('call.text')}
        description={t('call.textDetail')}
        rows={4}
        value={value.text}
        onChange={(text) => put({ text })}
      />
      <fieldset className={classes.group}>
        <legend>{t('call.keys')}</legend>
        {keys.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys are changed in place
          <div key={at} className={classes.row}>
            <Select
              className={classes.key}
              label={t('call.key')}
              data={KEYS.filter((key) => key === each.key || keys.every((other) => other.key !== key))}
              value={each.key}
              allowDeselect={false}
              readOnly={readOnly}
              onChange={(key) => change(at, { key: (key ?? each.key) as MenuKey['key'] })}
            />
            <Select
              label={t('call.does')}
              data={KEY_ACTIONS.map((does) => ({ value: does, label: t(`call.action.${does}`) }))}
              value={each.does}
              allowDeselect={false}
              readOnly={readOnly}
              onChange={(does) => put({ keys: keys.with(at, actionOf(each, does as KeyAction)) })}
            />
            <PieceField
              field={`keys.${at}.say`}
              label={t('call.say')}
              maxLength={300}
              value={each.say}
              onChange={(say) => change(at, { say })}
            />
            {each.does === 'connect' && (
              <PieceField
                field={`keys.${at}.number`}
                label={t('call.number')}
                placeholder="+4930123456"
                value={each.number ?? ''}
                onChange={(number) => change(at, { number })}
              />
            )}
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('call.removeKey', { key: each.key })}
                onClick={() => put({ keys: keys.toSpliced(at, 1) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
        ))}
        {!readOnly && next && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => put({ keys: [...keys, { key: next, does: 'callback', say: '' }] })}
          >
            {t('call.addKey')}
          </Button>
        )}
      </fieldset>
      <PieceField
        field="goodbye"
        label={t('call.goodbye')}
        description={t('call.goodbyeDetail')}
        rows={1}
        value={value.goodbye}
        onChange={(goodbye) => put({ goodbye })}
      />
      <PieceField
        field="voicemail"
        label={t('call.voicemail')}
        description={t('call.voicemailDetail')}
        rows={2}
        value={value.voicemail}
        onChange={(voicemail) => put({ voicemail })}
      />
    </div>
  );
}

/** @returns the key with another action; only one that connects has a number. */
function actionOf({ number, ...key }: MenuKey, does: KeyAction): MenuKey {
  return does === 'connect' ? { ...key, does, number: number ?? '' } : { ...key, does };
}
