import { Button, NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { query, useMutation } from '../../../shell/api.ts';
import { useRecords } from '../../../shell/records.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { showFieldErrors } from '../../../ui/form.ts';
import { useFormat } from '../../../ui/format.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { useCan } from '../../../ui/permission.tsx';
import { changedParts } from '../../../ui/rebase.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastFault, toastSuccess } from '../../../ui/toasts.ts';
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
  const { kind, months, fromYearEnd, isDuty, ground, isActive, revision } = saved;
  const form = useKeptForm(`retention ${kind}`, {
    initialValues: { months, fromYearEnd, isDuty, ground, isActive },
    outdatedBy: 'retentionChanged',
    onConflict: onSaved,
  });
  const rule = form.values;
  const [preview, setPreview] = useState<RetentionPreviewQuery['previewRetentionRule'] | null>(null);
  const [looking, setLooking] = useState(false);
  const [send, busy] = useMutation('privacy', SetRetentionRuleDocument, { idempotent: true });
  const put = (part: Partial<typeof rule>) => {
    form.setValues(part);
    setPreview(null);
  };
  const isChanged = changedParts({ start: form.kept.theirs, draft: rule }).length > 0;
  async function look() {
    setLooking(true);
    try {
      const asked = { clientId, kind, months: rule.months, fromYearEnd: rule.fromYearEnd };
      setPreview((await query('privacy', RetentionPreviewDocument, asked)).previewRetentionRule);
    } catch (thrown) {
      for (const fault of showFieldErrors(form, thrown)) toastFault(fault);
    } finally {
      setLooking(false);
    }
  }
  const save = form.send(async (wanted) => {
    await send({ clientId, rule: { kind, ...wanted, revision } });
    toastSuccess(t('rules.saved'));
    onSaved();
  }, 'rule');
  return (
    <form onSubmit={save}>
      <KeptNote kept={form.kept} label={(field) => t(`rules.${field}`)} />
      <fieldset className={classes.rule}>
        <legend>
          {t(`kind.${kind as 'notes'}`)} {saved.isDefault && <Tag>{t('rules.isDefault')}</Tag>}
        </legend>
        <NumberInput
          label={t('rules.months')}
          min={1}
          max={600}
          allowDecimal={false}
          readOnly={!edits}
          value={rule.months}
          error={form.errors.months}
          onChange={(value) => value !== '' && put({ months: Number(value) })}
        />
        <TextInput
          label={t('rules.ground')}
          description={t(`rules.from.${saved.countedFrom as 'account'}`)}
          maxLength={500}
          readOnly={!edits}
          value={rule.ground}
          error={form.errors.ground}
          onChange={(event) => put({ ground: event.currentTarget.value })}
        />
        <div className={classes.switches}>
          <Switch
            label={t('rules.fromYearEnd')}
            disabled={!edits}
            checked={rule.fromYearEnd}
            onChange={(event) => put({ fromYearEnd: event.currentTarget.checked })}
          />
          <Switch
            label={t('rules.isDuty')}
            disabled={!edits}
            checked={rule.isDuty}
            onChange={(event) => put({ isDuty: event.currentTarget.checked })}
          />
          <Switch
            label={t('rules.isActive')}
            disabled={!edits}
            checked={rule.isActive}
            onChange={(event) => put({ isActive: event.currentTarget.checked })}
          />
        </div>
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
            <Button size="xs" type="submit" loading={busy} disabled={!isChanged || form.kept.met.length > 0}>
              {t('rules.save')}
            </Button>
          )}
        </div>
      </fieldset>
    </form>
  );
}
