import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { query, useMutation } from '../../../shell/api.ts';
import { useRecords } from '../../../shell/records.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './PrivacyScreen.module.css';
import { type PrivacyQuery, RetentionPreviewDocument, type RetentionPreviewQuery, SetRetentionRuleDocument } from './privacy.graphql.ts';

type Rule = PrivacyQuery['listRetentionRules'][number];

/** One kind of data: how long it is kept and why, what that would erase today, and whether it is erased. */
export function RuleForm({ saved, onSaved }: { saved: Rule; onSaved: () => void }) {
  const { t } = useTranslation('privacy');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const records = useRecords();
  const edits = useCan('privacy', 'editRetention');
  const [rule, setRule] = useState(saved);
  const [preview, setPreview] = useState<RetentionPreviewQuery['previewRetentionRule'] | null>(null);
  const [looking, setLooking] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [send, busy] = useMutation('privacy', SetRetentionRuleDocument, { idempotent: true });
  const put = (part: Partial<Rule>) => {
    setRule({ ...rule, ...part });
    setPreview(null);
  };
  const { kind, months, fromYearEnd, isDuty, ground, isActive, revision } = rule;
  async function look() {
    setLooking(true);
    setRefusal(null);
    try {
      setPreview((await query('privacy', RetentionPreviewDocument, { clientId, kind, months, fromYearEnd })).previewRetentionRule);
    } catch (thrown) {
      setRefusal(thrown);
    } finally {
      setLooking(false);
    }
  }
  async function save() {
    setRefusal(null);
    try {
      await send({ clientId, rule: { kind, months, fromYearEnd, isDuty, ground, isActive, revision } });
      toastSuccess(t('rules.saved'));
      onSaved();
    } catch (thrown) {
      setRefusal(thrown);
    }
  }
  return (
    <fieldset className={classes.rule}>
      <legend>
        {t(`kind.${kind as 'notes'}`)} {rule.isDefault && <Tag>{t('rules.isDefault')}</Tag>}
      </legend>
      <NumberInput
        label={t('rules.months')}
        min={1}
        max={600}
        allowDecimal={false}
        readOnly={!edits}
        value={months}
        onChange={(value) => value !== '' && put({ months: Number(value) })}
      />
      <TextInput
        label={t('rules.ground')}
        description={t(`rules.from.${rule.countedFrom as 'account'}`)}
        maxLength={500}
        readOnly={!edits}
        value={ground}
        onChange={(event) => put({ ground: event.currentTarget.value })}
      />
      <div className={classes.switches}>
        <Switch
          label={t('rules.fromYearEnd')}
          disabled={!edits}
          checked={fromYearEnd}
          onChange={(event) => put({ fromYearEnd: event.currentTarget.checked })}
        />
        <Switch
          label={t('rules.isDuty')}
          disabled={!edits}
          checked={isDuty}
          onChange={(event) => put({ isDuty: event.currentTarget.checked })}
        />
        <Switch
          label={t('rules.isActive')}
          disabled={!edits}
          checked={isActive}
          onChange={(event) => put({ isActive: event.currentTarget.checked })}
        />
      </div>
      {refusal !== null && <ErrorNote error={refusal} />}
      {preview && (
        <p className={classes.preview} role="status">
          {preview.counts.length === 0 ? t('rules.nothing') : t('rules.would', { what: records(preview.counts) })}{' '}
          {t('rules.accounts', { accounts: format.number(preview.accounts), held: format.number(preview.held) })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" loading={looking} onClick={() => void look()}>
          {t('rules.preview')}
        </Button>
        {edits && (
          <Button size="xs" loading={busy} disabled={JSON.stringify(rule) === JSON.stringify(saved)} onClick={() => void save()}>
            {t('rules.save')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
