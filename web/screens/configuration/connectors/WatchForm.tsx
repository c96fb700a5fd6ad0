import { Button, MultiSelect, NumberInput, Radio, Select, Stack, Switch, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useFileSize } from '../../../shell/files.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { submitByKey } from '../../../ui/hotkeys.ts';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { useKeptForm } from '../../../ui/keptForm.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ErrorNote } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastSuccess } from '../../../ui/toasts.ts';
import classes from './ConnectorsScreen.module.css';
import {
  DeleteWatchDocument,
  SaveWatchDocument,
  TestWatchDocument,
  type TestWatchMutation,
  WatchChoicesDocument,
} from './import.graphql.ts';
import { ServerFields, secretsOf } from './ServerFields.tsx';
import type { Watch } from './WatchParts.tsx';
import { type Draft, draftOf, inputOf } from './watchDraft.ts';

/** Sets a watched folder up, or changes one. @param watch null: a new one. */
export function WatchForm(props: { watch: Watch | null; onConflict: () => void; onClose: () => void }) {
  const { watch, onClose } = props;
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const { members } = useStaff();
  const { data: choices } = useQuery('import', WatchChoicesDocument, { clientId });
  const [save, saving] = useMutation('import', SaveWatchDocument, { idempotent: true });
  const [remove] = useMutation('import', DeleteWatchDocument, { idempotent: true });
  const [removing, setRemoving] = useState(false);
  const places = choices?.getWatchPlaces;
  const form = useKeptForm<Draft>(`watch ${watch?.watchId ?? ''}`, {
    initialValues: draftOf(watch),
    omit: ['password', 'privateKey'],
    onConflict: props.onConflict,
  });
  const { values, setValues, errors } = form;
  const submit = form.send(async (draft) => {
    await save({
      clientId,
      watchId: watch?.watchId ?? null,
      watch: inputOf(draft),
      secrets: secretsOf(draft),
      forgetKey: draft.forgetKey,
      revision: watch?.revision ?? 0,
    });
    toastSuccess(t('watch.saved', { name: draft.name.trim() }));
    onClose();
  }, 'watch');
  return (
    <Drawer
      opened
      onClose={onClose}
      size={600}
      title={watch?.name ?? t('watch.add')}
      footer={
        <>
          {watch && (
            <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
              {t('watch.remove')}
            </Button>
          )}
          <Button type="submit" form="watch" loading={saving} disabled={form.kept.met.length > 0}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id="watch" noValidate onSubmit={submit} onKeyDown={submitByKey}>
        <KeptNote kept={form.kept} label={(field) => t(`field.${field as 'name'}`)} />
        <TextInput label={t('field.name')} required maxLength={100} {...form.getInputProps('name')} />
        <Switch mt="md" label={t('field.isActive')} {...form.getInputProps('isActive', { type: 'checkbox' })} />

        <fieldset className={classes.group}>
          <legend>{t('form.place')}</legend>
          <Radio.Group
            aria-label={t('form.place')}
            value={values.kind}
            onChange={(kind) => setValues({ kind: kind === 'folder' ? 'folder' : 'sftp' })}
          >
            <Stack gap={8}>
              <Radio value="sftp" label={t('kind.sftp')} />
              <Radio
                value="folder"
                label={t('kind.folder')}
                disabled={places !== undefined && !places.hasFolders}
                description={
                  places === undefined
                    ? undefined
                    : places.hasFolders
                      ? t('kind.below', { folder: places.folder ?? '' })
                      : t('kind.noFolders')
                }
              />
            </Stack>
          </Radio.Group>
          {values.kind === 'sftp' && (
            <ServerFields
              server={values.server}
              onServer={(server) => setValues({ server })}
              password={values.password}
              privateKey={values.privateKey}
              onSecret={(secret) => setValues(secret)}
              hasPassword={watch?.hasPassword ?? false}
              hasPrivateKey={watch?.hasPrivateKey ?? false}
              fingerprint={watch?.fingerprint ?? null}
              forgets={values.forgetKey}
              onForget={(forgetKey) => setValues({ forgetKey })}
              errorOf={(name) => errors[name === 'password' || name === 'privateKey' ? name : `server.${name}`]}
            />
          )}
          <TextInput
            label={t('field.folder')}
            description={t(values.kind === 'sftp' ? 'hint.folderThere' : 'hint.folderHere')}
            maxLength={500}
            {...form.getInputProps('folder')}
          />
        </fieldset>

        <fieldset className={classes.group}>
          <legend>{t('form.files')}</legend>
          <div className={classes.pair}>
            <TextInput
              label={t('field.pattern')}
              description={t('hint.pattern')}
              required
              maxLength={200}
              {...form.getInputProps('pattern')}
            />
            <TextInput
              label={t('field.marker')}
              description={t('hint.marker')}
              maxLength={21}
              placeholder=".done"
              {...form.getInputProps('marker')}
            />
          </div>
          <Select
            label={t('field.mappingId')}
            description={t('hint.mapping')}
            required
            searchable
            nothingFoundMessage={t('hint.noMapping')}
            data={(choices?.listImportMappings ?? []).map(({ mappingId, name }) => ({ value: mappingId, label: name }))}
            {...form.getInputProps('mappingId')}
          />
          <Radio.Group
            label={t('field.isMoved')}
            value={values.isMoved ? 'moved' : 'left'}
            onChange={(after) => setValues({ isMoved: after === 'moved' })}
          >
            <Stack gap={8} mt={6}>
              <Radio value="moved" label={t('after.moved')} />
              <Radio value="left" label={t('after.left')} />
            </Stack>
          </Radio.Group>
        </fieldset>

        <fieldset className={classes.group}>
          <legend>{t('form.looks')}</legend>
          <Radio.Group
            aria-label={t('form.looks')}
            value={values.rhythm}
            onChange={(rhythm) => setValues({ rhythm: rhythm === 'times' ? 'times' : 'minutes' })}
          >
            <Stack gap={8}>
              <Radio value="minutes" label={t('rhythm.minutes')} />
              <Radio value="times" label={t('rhythm.times')} />
            </Stack>
          </Radio.Group>
          {values.rhythm === 'minutes' ? (
            <NumberInput label={t('field.everyMinutes')} min={1} max={1440} w={200} {...form.getInputProps('everyMinutes')} />
          ) : (
            <>
              <TextInput
                label={t('field.times')}
                description={t('hint.times')}
                placeholder="08:00, 17:30"
                {...form.getInputProps('times')}
              />
              <Switch label={t('field.workingDays')} {...form.getInputProps('workingDays', { type: 'checkbox' })} />
            </>
          )}
        </fieldset>

        <fieldset className={classes.group}>
          <legend>{t('form.import')}</legend>
          <Radio.Group
            label={t('field.confirm')}
            value={values.confirm}
            onChange={(confirm) => setValues({ confirm: confirm as Draft['confirm'] })}
          >
            <Stack gap={8} mt={6}>
              {(['overLimit', 'always', 'never'] as const).map((each) => (
                <Radio key={each} value={each} label={t(`confirm.${each}`)} />
              ))}
            </Stack>
          </Radio.Group>
          {values.confirm === 'overLimit' && (
            <NumberInput label={t('field.mostRejected')} suffix=" %" min={0} max={100} w={200} {...form.getInputProps('mostRejected')} />
          )}
          <MultiSelect
            label={t('field.userIds')}
            description={t('hint.told')}
            searchable
            data={members.map(({ id, name, email }) => ({ value: id, label: name || email }))}
            {...form.getInputProps('userIds')}
          />
        </fieldset>
        <Test watch={watch} draft={values} />
      </form>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        danger
        title={t('watch.removeTitle', { name: watch?.name ?? '' })}
        detail={t('watch.removeDetail')}
        confirm={t('watch.remove')}
        onConfirm={async () => {
          await remove({ clientId, watchId: watch?.watchId ?? '' });
          onClose();
        }}
      />
    </Drawer>
  );
}

/** Looks into the folder as it is set up so far, and takes nothing. */
function Test({ watch, draft }: { watch: Watch | null; draft: Draft }) {
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const sizeOf = useFileSize();
  const [test, testing] = useMutation('import', TestWatchDocument);
  const [seen, setSeen] = useState<TestWatchMutation['testImportWatch'] | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const look = async () => {
    setSeen(null);
    setRefusal(null);
    try {
      const answer = await test({ clientId, watchId: watch?.watchId ?? null, watch: inputOf(draft), secrets: secretsOf(draft) });
      setSeen(answer.testImportWatch);
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <fieldset className={classes.group}>
      <legend>{t('form.test')}</legend>
      <div>
        <Button variant="default" leftSection={<IconPlugConnected size={16} />} loading={testing} onClick={() => void look()}>
          {t('test.button')}
        </Button>
      </div>
      {refusal !== null && <ErrorNote error={refusal} />}
      {seen && (
        <Panel
          title={t('test.found', { count: seen.total, shown: format.number(seen.total) })}
          {...(seen.isCut && { aside: t('test.cut') })}
        >
          {seen.fingerprint !== null && (
            <p className={classes.facts}>
              {t('server.key')} <code className={classes.mono}>{seen.fingerprint}</code>
            </p>
          )}
          {seen.files.length > 0 && (
            <table className={classes.table}>
              <tbody>
                {seen.files.map(({ name, sizeBytes, ignored }) => (
                  <tr key={name}>
                    <td className={classes.mono}>{name}</td>
                    <td className={classes.number}>{sizeOf(sizeBytes)}</td>
                    <td>{t(`ignored.${(ignored ?? 'none') as 'none'}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Panel>
      )}
    </fieldset>
  );
}
