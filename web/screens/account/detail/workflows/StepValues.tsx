import { NumberInput, Select, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { type MetaField, type MetaForm, metaTitle, readMetaForm } from '../../../../../core/metadata.ts';
import { useMetadataSchema } from '../../../../shell/metadata/metadataSchema.ts';
import { DayInput } from '../../../../ui/DayInput.tsx';
import { MetaInput } from '../../../../ui/MetaInput.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import type { Step } from './workflow.ts';

/** What is typed, by the field's name. */
export type Typed = Readonly<Record<string, MetaForm | number>>;

const UNKNOWN: MetaField = { type: 'string' };

function useFieldOf(step: Step): (name: string) => MetaField {
  const schema = useMetadataSchema(step.metadataTarget === 'claim' ? 'claim' : 'account');
  return (name) => schema?.properties[name] ?? UNKNOWN;
}

/** @returns what makes of what was typed what is sent; what was left empty is left out. */
export function useTypedValues(step: Step): (typed: Typed) => Record<string, unknown> {
  const fieldOf = useFieldOf(step);
  return (typed) =>
    Object.fromEntries([
      ...step.fields.flatMap(({ name, type }) => {
        const value = typed[name] ?? '';
        return value === '' ? [] : [[name, type === 'boolean' ? value === 'yes' : value]];
      }),
      ...step.metadataFields.flatMap((name) => {
        const value = typed[name];
        return value === undefined || value === '' || typeof value === 'number'
          ? []
          : [[name, readMetaForm(fieldOf(name), value, undefined)]];
      }),
    ]);
}

/** The fields that a step asks for. */
export function StepValues(props: { step: Step; values: Typed; currency: string; errors: FormErrors; onChange: (values: Typed) => void }) {
  const { step, values, errors } = props;
  const { t } = useTranslation('workflow-steps');
  const fieldOf = useFieldOf(step);
  const put = (name: string, value: MetaForm | number) => props.onChange({ ...values, [name]: value });
  return (
    <>
      {step.fields.map(({ name, type, required }) => {
        const value = values[name] ?? '';
        const shared = { label: name, withAsterisk: required, error: errors[`values.${name}`] };
        if (type === 'number')
          return <NumberInput key={name} {...shared} value={value as number | string} onChange={(next) => put(name, next)} />;
        if (type === 'date') return <DayInput key={name} {...shared} value={String(value)} onChange={(day) => put(name, day)} />;
        if (type === 'boolean')
          return (
            <Select
              key={name}
              {...shared}
              clearable
              data={[
                { value: 'yes', label: t('yes') },
                { value: 'no', label: t('no') },
              ]}
              value={value === '' ? null : String(value)}
              onChange={(next) => put(name, next ?? '')}
            />
          );
        return <TextInput key={name} {...shared} value={String(value)} onChange={(event) => put(name, event.currentTarget.value)} />;
      })}
      {step.metadataFields.map((name) => {
        const value = values[name];
        return (
          <MetaInput
            key={name}
            field={fieldOf(name)}
            label={metaTitle(name, fieldOf(name))}
            value={value === undefined || typeof value === 'number' ? '' : value}
            currency={props.currency}
            error={errors[`values.${name}`]}
            onChange={(next) => put(name, next)}
          />
        );
      })}
    </>
  );
}
