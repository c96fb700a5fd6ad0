import { Button, FileButton, Kbd } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError } from '../../../ui/toasts.ts';
import classes from './ImportsScreen.module.css';
import { uploadFile } from './upload.ts';

/** Takes the next file to import, chosen or dropped anywhere on the page, and shows how far it is sent. */
export function DropZone() {
  const { t } = useTranslation('import');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const navigate = useNavigate();
  const mayImport = useCan('account', 'importPortfolio');
  const [over, setOver] = useState(false);
  const [upload, setUpload] = useState<{ name: string; size: number; share: number } | null>(null);
  const send = async (file: File | null | undefined) => {
    if (!file || upload) return;
    const { name, size } = file;
    setUpload({ name, size, share: 0 });
    try {
      const importId = await uploadFile(clientId, file, (share) => setUpload({ name, size, share }));
      void navigate(paths.import(clientId, importId));
    } catch (refused) {
      toastError(refused);
      setUpload(null);
    }
  };
  // What is half sent is lost when the page goes.
  const sending = upload !== null;
  useEffect(() => {
    if (!sending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [sending]);
  const choose = useRef<HTMLButtonElement>(null);
  useHotkeys({ u: () => choose.current?.click() });
  // A file that misses the field would be opened by the browser instead of this page: all of the window takes it.
  useWindow('dragover', (event) => {
    event.preventDefault();
    setOver(true);
  });
  useWindow('dragleave', (event) => event.relatedTarget === null && setOver(false));
  useWindow('drop', (event) => {
    event.preventDefault();
    setOver(false);
    const files = event.dataTransfer?.files ?? [];
    if (files.length > 1) toastError(t('drop.one'));
    else if (mayImport) void send(files[0]);
  });
  if (!mayImport) return null;
  return (
    <section className={classes.drop} data-over={over || undefined} aria-label={t('drop.label')}>
      {upload ? (
        <div className={classes.progress}>
          <Progress
            label={t('drop.sending', { name: upload.name })}
            done={Math.round(upload.share * upload.size)}
            total={upload.size}
            show={format.megabytes}
          />
        </div>
      ) : (
        <>
          <p>
            <strong>{t('drop.title')}</strong> {t('drop.detail')}
          </p>
          <FileButton onChange={(file) => void send(file)} accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values">
            {(props) => (
              <Button {...props} ref={choose} leftSection={<IconUpload size={16} />} rightSection={<Kbd size="xs">{keyLabel('u')}</Kbd>}>
                {t('drop.choose')}
              </Button>
            )}
          </FileButton>
        </>
      )}
    </section>
  );
}

/** Listens to the window's drags from the moment the screen is drawn: a file that is dropped before would leave the application. */
function useWindow(type: 'dragover' | 'dragleave' | 'drop', onEvent: (event: DragEvent) => void): void {
  const handle = useEffectEvent(onEvent);
  useLayoutEffect(() => {
    const listen = (event: DragEvent) => handle(event);
    window.addEventListener(type, listen);
    return () => window.removeEventListener(type, listen);
  }, [type]);
}
