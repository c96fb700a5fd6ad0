import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { FEE_POINTS } from '../../../../../engine/commission/agreement.ts';
import { useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { MoneyInput } from '../../../../ui/MoneyInput.tsx';
import { Section } from '../../../../ui/Panel.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastSuccess } from '../../../../ui/toasts.ts';
import classes from './Agreement.module.css';
import { type Agreement, type AMOUNTS, type Draft, draftOf, termsOf } from './agreementDraft.ts';
import { SaveAgreementDocument } from './partner.graphql.ts';
import { RuleFields } from './RuleFields.tsx';
import { WorkedExample } from './WorkedExample.tsx';

const FORM = 'partner-agreement';

/** One version of an agreement. @param agreement null: a new one. @param like whose terms it begins with. */
export function AgreementForm(props: {
  partnerId: string;
  agreement: Agreement | null;
  like: Agreement | null;
  onConflict: () => void;
  onClose: () => void;
}) {
  const { partnerId, agreement, like, onConflict, onClose } = props;
  const { t } = useTranslation('partners');
  const format = useFormat();
  const { clientId, configuration } = useWorkspace();
  const [send, saving] = useMutation('partner', SaveAgreementDocument);
  const form = useKeptForm<Draft>(`partner agreement ${agreement?.agreementId ?? `new ${partnerId}`}`, {
    initialValues: draftOf(agreement, like, configuration.currency, format),
    outdatedBy: 'agreementChanged',
    onConflict,
  });
  const { values: draft, setValues: change, errors } = form;
  const submit = form.send(async (values) => {
    const { rules, ...terms } = termsOf(values, format);
    await send({
      clientId,
      partnerId,
      validFrom: values.validFrom,
      terms: { ...terms, rules: rules.map((rule) => ({ ...rule, kinds: [...rule.kinds] })) },
      ...(agreement && { agreementId: agreement.agreementId, revision: agreement.revision }),
    });
    toastSuccess(t('agreement.saved', { day: format.date(values.validFrom) }));
    onClose();
  }, 'terms');
  const amount = (field: (typeof AMOUNTS)[number]) => (
    <MoneyInput
      label={t(`agreement.field.${field}`)}
      currency={draft.currency}
      value={draft[field]}
      onChange={(text) => change({ [field]: text })}
      error={errors[field]}
    />
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      size={800}
      title={agreement ? t('agreement.editTitle', { day: format.date(agreement.validFrom) }) : t('agreement.newTitle')}
      footer={
        <Button type="submit" form={FORM} loading={saving}>
          {t('agreement.save')}
        </Button>
      }
    >
      <form id={FORM} className={classes.form} onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} label={(field) => t(`agreement.field.${field}`)} />
        <div className={classes.grid}>
          <DayInput
            label={t('agreement.field.validFrom')}
            description={t('agreement.validFromDetail')}
            required
            data-autofocus
            {...form.getInputProps('validFrom')}
          />
        </div>
        <Section title={t('agreement.field.rules')}>
          <p className={classes.intro}>{t('agreement.rulesDetail')}</p>
          <RuleFields rules={draft.rules} edits errors={errors} onChange={(rules) => change({ rules })} />
        </Section>
        <Section title={t('agreement.perClaim')}>
          <div className={classes.grid}>
            <TextInput
              label={t('agreement.field.currency')}
              description={t('agreement.currencyDetail')}
              maxLength={3}
              value={draft.currency}
              onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase() })}
              error={errors.currency}
            />
            <NumberInput
              label={t('agreement.field.afterCareDays')}
              description={t('agreement.afterCareDetail')}
              min={0}
              allowDecimal={false}
              value={draft.afterCareDays}
              onChange={(value) => change({ afterCareDays: typeof value === 'number' ? value : 0 })}
              error={errors.afterCareDays}
            />
            {amount('fixedFee')}
            <Select
              label={t('agreement.field.fixedFeeAt')}
              data={FEE_POINTS.map((value) => ({ value, label: t(`agreement.feeAt.${value}`) }))}
              value={draft.fixedFeeAt}
              allowDeselect={false}
              onChange={(value) => value && change({ fixedFeeAt: value as Draft['fixedFeeAt'] })}
              error={errors.fixedFeeAt}
            />
            {amount('leastPerClaim')}
            {amount('mostPerClaim')}
          </div>
        </Section>
        <Section title={t('agreement.vat')}>
          <div className={classes.grid}>
            <NumberInput
              label={t('agreement.field.vatBasisPoints')}
              suffix=" %"
              min={0}
              max={100}
              decimalScale={2}
              disabled={draft.isReverseCharge}
              value={draft.vatBasisPoints / 100}
              onChange={(value) => typeof value === 'number' && change({ vatBasisPoints: Math.round(value * 100) })}
              error={errors.vatBasisPoints}
            />
            <div>
              <Switch
                mt={26}
                label={t('agreement.field.isGross')}
                disabled={draft.isReverseCharge}
                checked={draft.isGross}
                onChange={(event) => change({ isGross: event.currentTarget.checked })}
              />
              <Switch
                mt="sm"
                label={t('agreement.field.isReverseCharge')}
                checked={draft.isReverseCharge}
                onChange={(event) => change({ isReverseCharge: event.currentTarget.checked })}
              />
            </div>
          </div>
        </Section>
        {/^[A-Z]{3}$/.test(draft.currency) && <WorkedExample key={draft.currency} terms={termsOf(draft, format)} />}
      </form>
    </Drawer>
  );
}
