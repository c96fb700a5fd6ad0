import { Button, NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useState } from 'react';
import { DATE_FORMATS, FILE_TYPES, OUT_ENCODINGS, OUT_FIELDS, OUT_SEPARATORS } from '../../../../../core/partnerFiles.ts';
import { mutate, useMutation } from '../../../../shell/api.ts';
import { useWorkspace } from '../../../../shell/workspace.ts';
import { CopyButton } from '../../../../ui/CopyButton.tsx';
import { Drawer } from '../../../../ui/Drawer.tsx';
import { ServerWords } from '../../../../ui/FaultText.tsx';
import { wordsOf } from '../../../../ui/fault.ts';
import { useFormat } from '../../../../ui/format.ts';
import { submitByKey } from '../../../../ui/hotkeys.ts';
import { KeptNote } from '../../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../../ui/keptForm.ts';
import { Section } from '../../../../ui/Panel.tsx';
import { Rows } from '../../../../ui/Rows.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useTranslation } from '../../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../../ui/toasts.ts';
import { type Draft, draftOf, inputOf } from './exchangeDraft.ts';
import classes from './Files.module.css';
import {
  type ExchangeFragment,
  MakePartnerKeyDocument,
  SaveExchangeDocument,
  TestPartnerServerDocument,
  type TestPartnerServerMutation,
} from './partner.graphql.ts';

const FORM = 'partner-exchange';
/** What is sent in groups stands in the form side by side. */
const PLACES = ['exchange', 'server', 'layout'] as const;
type Tested = TestPartnerServerMutation['testPartnerServer'];

/** How files go to a partner and come from it. */
export function ExchangeDrawer(props: { exchange: ExchangeFragment; onReload: () => void; onClose: () => void }) {
  const { exchange, onReload, onClose } = props;
  const { t } = useTranslation('partnerFiles');
  const { clientId } = useWorkspace();
  const { partnerId } = exchange;
  const [save, saving] = useMutation('partner', SaveExchangeDocument);
  const form = useKeptForm<Draft>(`partner exchange ${partnerId}`, {
    initialValues: draftOf(exchange),
    omit: ['password', 'privateKey'],
    outdatedBy: 'exchangeChangedMeanwhile',
    onConflict: onReload,
  });
  const { values: draft, setValues: change, errors } = form;
  const submit = form.send(async (values) => {
    await save({ clientId, partnerId, revision: exchange.revision, exchange: inputOf(values, exchange) });
    toastSuccess(t('settings.saved'));
    onClose();
  }, PLACES);
  const text = (field: 'host' | 'user' | 'folderOut' | 'folderIn' | 'fingerprint') => ({
    label: t(`settings.${field}`),
    value: draft[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [field]: event.currentTarget.value }),
    error: errors[field],
  });
  const select = <Field extends 'fileType' | 'dateFormat' | 'decimalMark' | 'encoding' | 'separator'>(
    field: Field,
    data: { value: string; label: string }[],
  ) => (
    <Select
      label={t(`settings.${field}`)}
      data={data}
      value={draft[field]}
      allowDeselect={false}
      onChange={(value) => value && change({ [field]: value } as Partial<Draft>)}
      error={errors[field]}
    />
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      size={800}
      title={t('settings.title')}
      footer={
        <Button type="submit" form={FORM} loading={saving}>
          {t('settings.save')}
        </Button>
      }
    >
      <form id={FORM} className={classes.form} noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} label={(field) => t(`settings.${field as 'host'}`)} />
        <Section title={t('settings.format')}>
          <div className={classes.grid}>
            {select(
              'fileType',
              FILE_TYPES.map((value) => ({ value, label: t(`fileType.${value}`) })),
            )}
            {select(
              'dateFormat',
              DATE_FORMATS.map((value) => ({ value, label: value })),
            )}
            {select('decimalMark', [
              { value: '.', label: '1234.56' },
              { value: ',', label: '1234,56' },
            ])}
            {draft.fileType === 'csv' &&
              select(
                'encoding',
                OUT_ENCODINGS.map((value) => ({ value, label: value === 'utf-8' ? 'UTF-8' : 'Windows-1252' })),
              )}
            {draft.fileType === 'csv' &&
              select(
                'separator',
                OUT_SEPARATORS.map((value) => ({ value, label: value === '\t' ? t('settings.tab') : value })),
              )}
          </div>
          <Switch
            label={t('settings.ownColumns')}
            description={t('settings.ownColumnsDetail')}
            checked={draft.hasColumns}
            onChange={(event) => change({ hasColumns: event.currentTarget.checked })}
          />
          {draft.hasColumns && (
            <Rows
              rows={draft.columns}
              onChange={(columns) => change({ columns: [...columns] })}
              columns="1fr 1fr"
              nameOf={(row) => row.name}
              add={t('settings.addColumn')}
              fresh={{ name: '', field: 'claim.ref' }}
              line={(row, put, index) => (
                <>
                  <TextInput
                    aria-label={t('settings.columnName')}
                    placeholder={t('settings.columnName')}
                    value={row.name}
                    onChange={(event) => put({ name: event.currentTarget.value })}
                    error={errors[`columns.${index}.name`]}
                  />
                  <Select
                    aria-label={t('settings.columnField')}
                    searchable
                    data={fieldsWith(row.field)}
                    value={row.field}
                    allowDeselect={false}
                    onChange={(field) => field && put({ field })}
                    error={errors[`columns.${index}.field`]}
                  />
                </>
              )}
            />
          )}
        </Section>
        <Section title={t('settings.sftp')}>
          <Switch
            label={t('settings.hasServer')}
            checked={draft.hasServer}
            onChange={(event) => change({ hasServer: event.currentTarget.checked })}
          />
          {draft.hasServer && (
            <div className={classes.grid}>
              <TextInput {...text('host')} required />
              <NumberInput
                label={t('settings.port')}
                min={1}
                max={65_535}
                allowDecimal={false}
                value={draft.port}
                onChange={(value) => change({ port: Number(value) || 22 })}
                error={errors.port}
              />
              <TextInput {...text('user')} required autoComplete="off" />
              <PasswordInput
                label={t('settings.password')}
                description={exchange.server?.hasPassword ? t('settings.kept') : undefined}
                autoComplete="new-password"
                value={draft.password}
                onChange={(event) => change({ password: event.currentTarget.value })}
                error={errors.password}
              />
              <Textarea
                className={classes.wide}
                label={t('settings.privateKey')}
                description={exchange.server?.hasPrivateKey ? t('settings.kept') : undefined}
                autosize
                minRows={2}
                maxRows={5}
                value={draft.privateKey}
                onChange={(event) => change({ privateKey: event.currentTarget.value })}
                error={errors.privateKey}
              />
              <TextInput {...text('fingerprint')} className={classes.wide} description={t('settings.fingerprintDetail')} />
              <TextInput {...text('folderOut')} />
              <TextInput {...text('folderIn')} />
              <Switch
                className={classes.wide}
                label={t('settings.fetches')}
                description={t('settings.fetchesDetail')}
                checked={draft.fetches}
                onChange={(event) => change({ fetches: event.currentTarget.checked })}
                error={errors.fetches}
              />
            </div>
          )}
          {exchange.server && <TestConnection partnerId={partnerId} onTested={onReload} />}
        </Section>
        <Section title={t('settings.incoming')}>
          <Switch
            label={t('settings.booksItself')}
            description={t('settings.booksItselfDetail')}
            checked={draft.booksItself}
            onChange={(event) => change({ booksItself: event.currentTarget.checked })}
          />
        </Section>
        <Keys draft={draft} exchange={exchange} errors={errors} change={change} />
      </form>
    </Drawer>
  );
}

const fieldsWith = (field: string) => [...new Set([...Object.keys(OUT_FIELDS), field])];

/** Logs in as it is saved: what was found, or why not. */
function TestConnection({ partnerId, onTested }: { partnerId: string; onTested: () => void }) {
  const { t } = useTranslation('partnerFiles');
  const { clientId } = useWorkspace();
  const [test, testing] = useMutation('partner', TestPartnerServerDocument);
  const [found, setFound] = useState<Tested | null>(null);
  const said = wordsOf(found?.errorKey, found?.errorValues);
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        loading={testing}
        onClick={() =>
          void test({ clientId, partnerId })
            .then(({ testPartnerServer }) => {
              setFound(testPartnerServer);
              onTested();
            })
            .catch(toastError)
        }
      >
        {t('settings.test')}
      </Button>
      {found && (
        <p className={classes.hint} role="status">
          {said ? (
            <span className={classes.wrong}>
              <ServerWords text={said.key} words={said} />
            </span>
          ) : (
            t('settings.tested', { incoming: found.inFiles.length, outgoing: found.outFiles.length })
          )}
          {found.fingerprint && <span className={`${classes.small} ${classes.code}`}>{found.fingerprint}</span>}
        </p>
      )}
    </div>
  );
}

/** The partner's key that we encrypt to, and ours that the partner does. */
function Keys(props: { draft: Draft; exchange: ExchangeFragment; errors: FormErrors; change: (part: Partial<Draft>) => void }) {
  const { draft, exchange, errors, change } = props;
  const { t } = useTranslation('partnerFiles');
  const format = useFormat();
  const { clientId } = useWorkspace();
  const { partnerKey, ownKey, ownPublicKey, partnerId } = exchange;
  return (
    <Section title={t('settings.pgp')}>
      <Textarea
        label={t('settings.publicKey')}
        description={t('settings.publicKeyDetail')}
        autosize
        minRows={2}
        maxRows={6}
        value={draft.publicKey}
        onChange={(event) => change({ publicKey: event.currentTarget.value })}
        error={errors.publicKey}
      />
      {partnerKey && (
        <p className={classes.hint}>
          <span className={classes.code}>{partnerKey.fingerprint}</span> {partnerKey.userId}{' '}
          {partnerKey.isExpired ? (
            <Tag tone="bad">{t('settings.expired')}</Tag>
          ) : partnerKey.expiresAt ? (
            t('settings.expires', { day: format.date(partnerKey.expiresAt) })
          ) : (
            t('settings.noExpiry')
          )}
        </p>
      )}
      {ownKey && ownPublicKey ? (
        <>
          <p className={classes.hint}>
            {t('settings.ownKey')} <span className={classes.code}>{ownKey.fingerprint}</span> {t('settings.copyKey')}{' '}
            <CopyButton text={ownPublicKey} />
          </p>
          <Switch
            label={t('settings.signs')}
            checked={draft.signs}
            onChange={(event) => change({ signs: event.currentTarget.checked })}
            error={errors.signs}
          />
        </>
      ) : (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() => void mutate('partner', MakePartnerKeyDocument, { clientId, partnerId }).catch(toastError)}
          >
            {t('settings.makeKey')}
          </Button>
          <p className={classes.hint}>{t('settings.makeKeyDetail')}</p>
        </div>
      )}
    </Section>
  );
}
