import { Autocomplete, ColorInput, MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { memo, useCallback } from 'react';
import type { FieldLayout } from '../../../blocks/block.ts';
import { blockType } from '../../../blocks/catalogue.ts';
import type { Condition } from '../../../blocks/condition.ts';
import type { DesignBlock } from '../../../blocks/design.ts';
import { LISTS, type List } from '../../../blocks/nodes.ts';
import { behind, type DesignTexts } from '../../../blocks/texts.ts';
import { plainText } from '../../../blocks/words.ts';
import type { Locale } from '../../../core/locale.ts';
import { LANGUAGE_NAMES } from '../../shell/i18n/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useTranslation } from '../../ui/texts.ts';
import type { Placeholder } from '../placeholders.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { isAddress, linkChoices } from './links.ts';
import classes from './Panel.module.css';
import { PictureField } from './PictureField.tsx';
import { ReadabilityNote } from './ReadabilityNote.tsx';
import type { PageTexts } from './shared.ts';
import type { EditActs } from './useEditing.ts';
import { useTyped } from './useTyped.ts';
import type { Written } from './written.ts';

/** The settings of the selected block, its texts that stand nowhere on the canvas, its translation, its condition and its repetition. */
export function BlockPanel(props: {
  block: DesignBlock;
  written: Written;
  locale: Locale;
  leading: Locale;
  placeholders: readonly Placeholder[];
  sharedNames: readonly string[];
  contents: PageTexts;
  acts: EditActs;
  readOnly: boolean;
}) {
  const { block, written, locale, leading, placeholders, acts, readOnly } = props;
  const { t, find } = useTranslation(['editor', 'blocks']);
  const { layout = {}, texts = {} } = blockType(block.type) ?? {};
  const { id } = block;
  // The same as long as it is the same block: what doesn't change isn't drawn again with every key.
  const set = useCallback(
    (name: string, value: unknown) => acts.change(id, (before) => ({ ...before, fields: { ...before.fields, [name]: value } }), name),
    [acts, id],
  );
  const change = useCallback(
    (part: Partial<DesignBlock>, subject: string) =>
      acts.change(
        id,
        ({ when, each, ...rest }) => {
          const next = { ...rest, when, each, ...part };
          return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as unknown as DesignBlock;
        },
        subject,
      ),
    [acts, id],
  );
  const ask = useCallback((when: Condition | undefined) => change({ when }, 'when'), [change]);
  const repeat = useCallback((each: List | undefined) => change({ each }, 'each'), [change]);
  return (
    <fieldset className={classes.panel} disabled={readOnly} aria-label={t('panel.settings')}>
      <h3>{find(`blocks:block.${block.type}.name`) ?? block.type}</h3>
      <p className={classes.about}>{find(`blocks:block.${block.type}.about`)}</p>
      {(Object.entries(layout) as [string, FieldLayout][])
        .filter(([, { when }]) => when?.(block.fields as Record<string, unknown>) ?? true)
        .map(([name, field]) => (
          <Field
            key={`${block.id} ${name}`}
            name={name}
            field={field}
            value={block.fields[name]}
            placeholders={placeholders}
            sharedNames={props.sharedNames}
            contents={props.contents}
            onChange={set}
          />
        ))}
      {texts.alt && block.fields.decorative !== true && (
        <Textarea
          label={find('blocks:field.alt')}
          autosize
          minRows={2}
          maxLength={texts.alt.most}
          value={lineOf(written.texts[locale], `${block.id}.alt`)}
          onChange={(event) => acts.text(locale, `${block.id}.alt`, event.currentTarget.value)}
        />
      )}
      {Object.keys(texts).map((field) => (
        <Beside key={field} written={written} locale={locale} leading={leading} textKey={`${block.id}.${field}`} acts={acts} />
      ))}
      <ReadabilityNote block={block} texts={written.texts[locale] ?? {}} locale={locale} />
      <ConditionFields condition={block.when} placeholders={placeholders} onChange={ask} />
      <Repetition each={block.each} onChange={repeat} />
    </fieldset>
  );
}

const Repetition = memo(function Repetition(props: { each: List | undefined; onChange: (each: List | undefined) => void }) {
  const { t } = useTranslation('editor');
  return (
    <Select
      label={t('each.label')}
      description={props.each ? t('each.about') : undefined}
      data={[{ value: '', label: t('each.none') }, ...LISTS.map((list) => ({ value: list as string, label: t(`each.${list}`) }))]}
      value={props.each ?? ''}
      allowDeselect={false}
      onChange={(list) => props.onChange((list || undefined) as List | undefined)}
    />
  );
});

const lineOf = (texts: DesignTexts | undefined, key: string): string => {
  const text = texts?.[key]?.text;
  return typeof text === 'string' ? text : '';
};

const Field = memo(function Field(props: {
  name: string;
  field: FieldLayout;
  value: unknown;
  placeholders: readonly Placeholder[];
  sharedNames: readonly string[];
  contents: PageTexts;
  onChange: (name: string, value: unknown) => void;
}) {
  const { name, field, value } = props;
  const onChange = (next: unknown) => props.onChange(name, next);
  const { t, find } = useTranslation(['editor', 'blocks']);
  const label = find(`blocks:field.${name}`) ?? name;
  const options = (field.options ?? []).map((each) => ({ value: each, label: find(`blocks:option.${name}.${each}`) ?? each }));
  switch (field.control) {
    case 'switch':
      return <Switch label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
    case 'select':
      return <Select label={label} data={options} value={String(value)} allowDeselect={false} onChange={onChange} />;
    case 'tags':
      return (
        <MultiSelect
          label={label}
          data={options}
          value={value as string[]}
          // At least one stays.
          onChange={(chosen) => chosen.length > 0 && onChange(chosen)}
        />
      );
    case 'number':
      return (
        <NumberInput
          label={label}
          value={Number(value)}
          min={field.min}
          max={field.max}
          clampBehavior="strict"
          suffix={field.unit === 'px' ? ' px' : field.unit === 'percent' ? ' %' : ''}
          onChange={(next) => {
            const number = Number(next);
            if (Number.isInteger(number) && number >= (field.min ?? 0) && number <= (field.max ?? number)) onChange(number);
          }}
        />
      );
    case 'colour':
      return (
        <ColorInput
          label={label}
          placeholder={t('panel.brandColour')}
          withEyeDropper={false}
          value={String(value)}
          onChange={(colour) => (colour === '' || /^#[0-9a-f]{6}$/i.test(colour)) && onChange(colour)}
        />
      );
    case 'image':
      return <PictureField label={label} value={String(value)} onChange={onChange} />;
    case 'address':
      return <AddressField label={label} value={String(value)} placeholders={props.placeholders} onChange={onChange} />;
    case 'shared':
      return (
        <Select
          label={label}
          data={[...new Set([...props.sharedNames, ...(value === '' ? [] : [String(value)])])]}
          value={String(value) || null}
          placeholder={t('panel.chooseShared')}
          nothingFoundMessage={t('panel.noShared')}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    case 'content':
      return (
        <Select
          label={t('panel.content')}
          data={[
            ...props.contents.choices,
            ...(value === '' || props.contents.choices.some((each) => each.value === value) ? [] : [String(value)]),
          ]}
          value={String(value) || null}
          placeholder={t('panel.chooseContent')}
          nothingFoundMessage={t('panel.noContent')}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
    case 'text':
      return <TextInput label={label} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
});

/** The design keeps addresses only that lead somewhere; what is still being typed stays in the field. */
function AddressField(props: { label: string; value: string; placeholders: readonly Placeholder[]; onChange: (href: string) => void }) {
  const { t } = useTranslation('editor');
  const [typed, setTyped] = useTyped(props.value);
  return (
    <Autocomplete
      label={props.label}
      placeholder="https://"
      data={linkChoices(props.placeholders)}
      value={typed}
      error={isAddress(typed.trim()) ? undefined : t('wrongAddress')}
      onChange={(next) => {
        setTyped(next);
        if (isAddress(next.trim())) props.onChange(next.trim());
      }}
    />
  );
}

/** What the leading language says, beside the text that is translated from it. */
function Beside(props: { written: Written; locale: Locale; leading: Locale; textKey: string; acts: EditActs }) {
  const { written, locale, leading, textKey, acts } = props;
  const { t, find } = useTranslation(['editor', 'blocks']);
  const original = written.texts[leading]?.[textKey];
  if (locale === leading || !original) return null;
  const said = typeof original.text === 'string' ? original.text : plainText(original.text);
  if (said.trim() === '') return null;
  const standing = behind({ [textKey]: original }, written.texts[locale] ?? {}).get(textKey);
  const own = written.texts[locale]?.[textKey];
  return (
    <section className={classes.beside}>
      <header>
        <span>
          {LANGUAGE_NAMES[leading]} · {find(`blocks:field.${textKey.split('.')[1]}`)}
        </span>
        {standing && <Tag tone={standing === 'missing' ? 'bad' : 'warn'}>{t(`languages.${standing}`)}</Tag>}
      </header>
      <p lang={leading.slice(0, 2)}>{said}</p>
      {standing === 'missing' && (
        <button type="button" onClick={() => acts.text(locale, textKey, original.text)}>
          {t('languages.copy')}
        </button>
      )}
      {standing === 'outdated' && own && (
        <button type="button" onClick={() => acts.text(locale, textKey, own.text)}>
          {t('languages.confirm')}
        </button>
      )}
    </section>
  );
}
