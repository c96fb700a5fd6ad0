import { MultiSelect, UnstyledButton } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { FILE_KINDS } from '../../../core/fileTypes.ts';
import { FaultText } from '../../ui/FaultText.tsx';
import { faultOf } from '../../ui/fault.ts';
import { Progress } from '../../ui/Progress.tsx';
import { useCan } from '../../ui/permission.tsx';
import { useTranslation } from '../../ui/texts.ts';
import { useLatest } from '../../ui/useLatest.ts';
import { useMutation, useQuery } from '../api.ts';
import { putFile, useFileSize } from '../files.ts';
import { useWorkspace } from '../workspace.ts';
import classes from './Composer.module.css';
import { AttachFileDocument, MessageFilesDocument } from './files.graphql.ts';

const ACCEPTED = Object.keys(FILE_KINDS)
  .map((ending) => `.${ending}`)
  .join(',');

/** A file on its way, and how far it is, from 0 to 1; or why it was refused. */
interface Sending {
  readonly name: string;
  readonly share: number;
  readonly error: unknown;
}

/** Files that go along: those of the account, and new ones, which stand on the account from then on. They may be dropped here too. */
export function AttachmentsField(props: { accountId: string; value: string[]; error: ReactNode; onChange: (value: string[]) => void }) {
  const { accountId, value } = props;
  const { t } = useTranslation('messages');
  const { clientId } = useWorkspace();
  const sizeOf = useFileSize();
  const sees = useCan('account', 'viewFiles');
  const mayAdd = useCan('account', 'editFiles');
  const { data, refetch } = useQuery('files', MessageFilesDocument, sees ? { clientId, accountId } : null);
  const stored = data?.listAddOnFiles.items.filter((file) => file.status === 'stored') ?? [];
  const [create] = useMutation('files', AttachFileDocument);
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const input = useRef<HTMLInputElement>(null);
  // Files that arrive while others are chosen: each is added to what is chosen by then.
  const latest = useLatest(value);

  const put = (name: string, part: Partial<Sending>) =>
    setSending((old) => old.map((each) => (each.name === name ? { ...each, ...part } : each)));
  async function add(files: readonly File[]) {
    setSending((old) => [
      ...old.filter((each) => each.error === null && !files.some((file) => file.name === each.name)),
      ...files.map(({ name }) => ({ name, share: 0, error: null })),
    ]);
    for (const file of files) {
      const { name, size, type: mimeType } = file;
      try {
        const { createAddOnFile: made } = await create({ clientId, file: { accountId, name, size, mimeType } });
        await putFile(made.signedURL, file, (share) => put(name, { share }));
        setSending((old) => old.filter((each) => each.name !== name));
        props.onChange([...latest.current, made.id]);
      } catch (error) {
        put(name, { error });
      }
      refetch();
    }
  }
  return (
    // Dropping is the mouse's way to what the button does.
    <fieldset
      className={classes.files}
      aria-label={t('composer.attachments')}
      onDragOver={(event) => mayAdd && event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (!mayAdd || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        void add([...event.dataTransfer.files]);
      }}
    >
      <MultiSelect
        label={
          <span className={classes.label}>
            {t('composer.attachments')}
            {mayAdd && (
              <UnstyledButton className={classes.insert} onClick={() => input.current?.click()}>
                {t('composer.addFile')}
              </UnstyledButton>
            )}
          </span>
        }
        placeholder={value.length === 0 ? t(stored.length > 0 ? 'composer.chooseFiles' : 'composer.noFiles') : ''}
        disabled={stored.length === 0}
        searchable
        data={stored.map((file) => ({ value: file.id, label: `${file.name} (${sizeOf(file.size ?? 0)})` }))}
        value={value}
        error={props.error}
        onChange={props.onChange}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t('composer.addFile')}
        onChange={(event) => {
          void add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <div aria-live="polite">
        {sending.map(({ name, share, error }) =>
          error === null ? (
            <Progress key={name} label={name} done={Math.round(share * 100)} total={100} show={(done) => `${done} %`} />
          ) : (
            <div key={name} className={classes.refused}>
              <strong>{name}</strong> <FaultText fault={faultOf(error)} />
            </div>
          ),
        )}
      </div>
    </fieldset>
  );
}
