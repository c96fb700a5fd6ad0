import { Button, Loader, Skeleton } from '@mantine/core';
import { IconFileX, IconUpload } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { FILE_KINDS } from '../../../../core/fileTypes.ts';
import { query, useMutation, useQuery } from '../../../shell/api.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { FaultText } from '../../../ui/FaultText.tsx';
import { faultOf } from '../../../ui/fault.ts';
import { later } from '../../../ui/later.ts';
import { Section } from '../../../ui/Panel.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import type { Account } from './account.ts';
import { FileLine } from './files/FileLine.tsx';
import type { Shown } from './files/FilePreview.tsx';
import { FilesExport } from './files/FilesExport.tsx';
import classes from './files/FilesPanel.module.css';
import { AccountFilesDocument, DeleteFileDocument, FileUrlDocument, RestoreFileDocument } from './files/files.graphql.ts';
import { useFileTags } from './files/useFileTags.ts';
import { type Upload, useUploads } from './files/useUploads.ts';
import { useAction } from './useAction.ts';

const ChosenFiles = later(() => import('./files/ChosenFiles.tsx'));
const FilePreview = later(() => import('./files/FilePreview.tsx'));
const SHOWN = 100;
const ACCEPTED = Object.keys(FILE_KINDS)
  .map((ending) => `.${ending}`)
  .join(',');

/** Files of the account: added by choosing or dropping, looked at, downloaded, deleted with the way back. */
export default function FilesPanel({ accountId, account }: { accountId: string; account: Account | undefined }) {
  const { t } = useTranslation('files');
  const { clientId } = useWorkspace();
  const mayEdit = useCan('account', 'editFiles');
  const { data, error, refetch } = useQuery('files', AccountFilesDocument, { clientId, accountId, limit: SHOWN }, { reuse: true });
  const known = useFileTags();
  const [, act] = useAction();
  const { uploads, add, retry, dismiss } = useUploads(accountId, refetch);
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const [remove] = useMutation('files', DeleteFileDocument);
  const [restore] = useMutation('files', RestoreFileDocument);
  const input = useRef<HTMLInputElement>(null);

  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  const page = data?.listAddOnFiles;

  async function download(fileId: string) {
    try {
      const { getAddOnFileURL } = await query('files', FileUrlDocument, { clientId, fileId, preview: false });
      Object.assign(document.createElement('a'), { href: getAddOnFileURL.url, target: '_blank', rel: 'noreferrer' }).click();
    } catch (refusal) {
      toastError(refusal);
    }
  }

  async function discard(fileId: string, name: string) {
    try {
      await remove({ clientId, fileId });
      refetch();
      toastSuccess(t('deleted', { name }), {
        label: t('undo'),
        run: () => void restore({ clientId, fileId }).then(refetch, toastError),
      });
    } catch (refusal) {
      toastError(refusal);
    }
  }

  return (
    // Dropping is the mouse's way to what the button does.
    <fieldset
      aria-label={t('title')}
      className={classes.panel}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!mayEdit || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!over) return;
        event.preventDefault();
        setOver(false);
        setChosen([...chosen, ...event.dataTransfer.files]);
      }}
    >
      <Section
        title={t('title')}
        {...(page && { count: page.total })}
        aside={
          <span className={classes.buttons}>
            {(page?.total ?? 0) > 0 && <FilesExport accountId={accountId} />}
            {mayEdit && (
              <Button variant="default" size="xs" leftSection={<IconUpload size={14} />} onClick={() => input.current?.click()}>
                {t('add')}
              </Button>
            )}
          </span>
        }
      >
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          aria-label={t('add')}
          onChange={(event) => {
            setChosen([...chosen, ...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <Suspense>
          {chosen.length > 0 && (
            <ChosenFiles
              key={accountId}
              account={account}
              accountId={accountId}
              files={chosen}
              onCancel={() => setChosen([])}
              onSend={(facts) => {
                add(chosen, facts);
                setChosen([]);
              }}
            />
          )}
        </Suspense>
        {!page && <Skeleton height={96} />}
        <ul className={classes.list} aria-live="polite">
          {uploads.map((upload) => (
            <UploadLine key={upload.key} upload={upload} onRetry={() => retry(upload)} onDismiss={() => dismiss(upload)} />
          ))}
          {page?.items.map((file) => (
            <FileLine
              key={file.id}
              file={file}
              tagLabel={(key) => known.find((tag) => tag.value === key)?.label ?? key}
              onOpen={() => (file.preview ? setShown(file) : void download(file.id))}
              onDownload={() => void download(file.id)}
              onEdit={mayEdit && file.status === 'stored' ? () => act('file', file.id) : null}
              onDelete={mayEdit ? () => void discard(file.id, file.name) : null}
            />
          ))}
        </ul>
        {page?.items.length === 0 && uploads.length === 0 && chosen.length === 0 && (
          <p className={classes.none}>{mayEdit ? t('emptyDrop') : t('empty')}</p>
        )}
        {page && page.total > page.items.length && <p className={classes.none}>{t('newest', { shown: SHOWN, total: page.total })}</p>}
      </Section>
      <Suspense>{shown && <FilePreview file={shown} onDownload={() => void download(shown.id)} onClose={() => setShown(null)} />}</Suspense>
    </fieldset>
  );
}

function UploadLine({ upload, onRetry, onDismiss }: { upload: Upload; onRetry: () => void; onDismiss: () => void }) {
  const { t } = useTranslation('files');
  const { file, share, error } = upload;
  const fault = error === null ? null : faultOf(error);
  return (
    <li className={classes.line}>
      {fault ? (
        <IconFileX size={18} stroke={1.6} className={classes.icon} aria-hidden="true" />
      ) : (
        <Loader size={16} className={classes.icon} aria-hidden="true" />
      )}
      <div className={classes.what}>
        {fault ? (
          <>
            <span className={classes.name}>{file.name}</span>
            <div className={classes.bad}>
              <FaultText fault={fault} />
            </div>
          </>
        ) : (
          <Progress label={file.name} done={Math.round(share * 100)} total={100} show={(done) => `${done} %`} />
        )}
      </div>
      {fault && (
        <div className={classes.actions}>
          {/* What the content forbids is forbidden the next time too. */}
          {fault.code !== 'INVALID_INPUT' && (
            <Button size="compact-xs" variant="default" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        </div>
      )}
    </li>
  );
}
