import { Button, ColorInput, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type Brand, brand as brandForm, COLOUR, FONTS } from '../../../../blocks/brand.ts';
import { PictureField } from '../../../content/editor/PictureField.tsx';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { errorAt } from '../../../ui/form.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useScreenForm } from '../../../ui/screenForm.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './Brand.module.css';
import { BrandSample } from './BrandSample.tsx';
import { Contrasts } from './Contrasts.tsx';
import { BrandSettingDocument, type BrandSettingQuery, SetBrandDocument } from './cms.graphql.ts';

const COLOURS = ['text', 'surface', 'background', 'accent', 'onAccent'] as const;

/** content/brand: how everything that the client sends looks, and the words it avoids. */
export default function BrandScreen() {
  const { t } = useTranslation('look');
  const { clientId } = useWorkspace();
  const { data, error, refetch } = useQuery('cms', BrandSettingDocument, { clientId });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageHeader crumbs={[{ label: t('brand.title') }]} />;
  return <Settings saved={data.getBrand} onConflict={refetch} />;
}

function Settings({ saved, onConflict }: { saved: BrandSettingQuery['getBrand']; onConflict: () => void }) {
  const { t } = useTranslation('look');
  const { clientId } = useWorkspace();
  const edits = useCan('cms', 'editContent');
  const [send, busy] = useMutation('cms', SetBrandDocument);
  const start = { ...(saved.brand as Brand), avoidedWords: saved.avoidedWords as readonly string[] };
  const form = useScreenForm(
    'brand',
    { initialValues: start, onConflict },
    { edits, isWhole: ({ avoidedWords: _, ...brand }) => brandForm.safeParse(brand).success },
    async ({ avoidedWords, ...brand }) => {
      await send({ clientId, brand, avoidedWords: [...avoidedWords], revision: saved.revision });
      toastSuccess(t('brand.saved'));
    },
    'brand',
  );
  const { values, setValues, errors } = form;
  const { avoidedWords, ...brand } = values;
  return (
    <div className={classes.screen}>
      <PageHeader
        crumbs={[{ label: t('brand.title') }]}
        actions={
          edits && (
            <Button leftSection={<IconDeviceFloppy size={16} />} loading={busy} disabled={!form.canSave} onClick={form.save}>
              {t('save')}
            </Button>
          )
        }
      />
      <div className={classes.columns}>
        <fieldset className={classes.form} disabled={!edits}>
          <p className={classes.intro}>{t('brand.detail')}</p>
          <KeptNote kept={form.kept} label={(field) => t(`brand.${field}`)} />
          <Section title={t('brand.logoTitle')}>
            <div className={classes.fields}>
              <TextInput
                label={t('brand.name')}
                description={t('brand.nameDetail')}
                maxLength={120}
                value={values.name}
                error={errorAt(errors, 'name')}
                onChange={(event) => setValues({ name: event.currentTarget.value })}
              />
              <div className={classes.logo}>
                <PictureField label={t('brand.logo')} value={values.logo} onChange={(logo) => setValues({ logo })} />
              </div>
              {values.logo !== '' && (
                <NumberInput
                  label={t('brand.logoWidth')}
                  suffix=" px"
                  min={16}
                  max={600}
                  clampBehavior="blur"
                  allowDecimal={false}
                  value={values.logoWidth}
                  onChange={(width) => width !== '' && setValues({ logoWidth: Number(width) })}
                />
              )}
            </div>
          </Section>
          <Section title={t('brand.colours')}>
            <div className={classes.colours}>
              {COLOURS.map((name) => (
                <ColorInput
                  key={name}
                  label={t(`brand.${name}`)}
                  value={values[name]}
                  eyeDropperButtonProps={{ 'aria-label': t('brand.pick', { name: t(`brand.${name}`) }) }}
                  error={COLOUR.test(values[name]) ? errorAt(errors, name) : t('brand.wrongColour')}
                  onChange={(colour) => setValues({ [name]: colour.toLowerCase() })}
                />
              ))}
              <Select
                label={t('brand.font')}
                data={Object.entries(FONTS).map(([value, fonts]) => ({ value, label: fonts.split(',')[0]!.replaceAll("'", '') }))}
                value={values.font}
                allowDeselect={false}
                onChange={(font) => font && setValues({ font: font as Brand['font'] })}
              />
            </div>
            <Contrasts brand={brand} />
          </Section>
          <Section title={t('brand.words')}>
            <TagsInput
              label={t('brand.avoidedWords')}
              description={t('brand.wordsDetail')}
              value={[...avoidedWords]}
              maxTags={200}
              error={errorAt(errors, 'avoidedWords')}
              onChange={(words) => setValues({ avoidedWords: words })}
            />
          </Section>
        </fieldset>
        <BrandSample brand={brand} />
      </div>
      <LeaveGuard dirty={form.changed} />
    </div>
  );
}
