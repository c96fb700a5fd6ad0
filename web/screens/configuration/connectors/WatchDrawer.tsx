import { Button, Group, Tabs } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { useFileSize } from '../../../shell/files.ts';
import { paths } from '../../../shell/paths.ts';
import { useStaff } from '../../../shell/staff.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { DateText } from '../../../ui/DateText.tsx';
import { Drawer } from '../../../ui/Drawer.tsx';
import { useFormat } from '../../../ui/format.ts';
import { KeyValue } from '../../../ui/KeyValue.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import classes from './ConnectorsScreen.module.css';
import { LookNowDocument, WatchedFilesDocument, type WatchedFilesQuery, WatchLooksDocument } from './import.graphql.ts';
import { Place, StateTag, type Watch } from './WatchParts.tsx';
import { Why } from './Why.tsx';

type File = WatchedFilesQuery['listWatchedFiles']['items'][number];

const TONES: Readonly<Record<File['state'], Tone>> = {
  seen: 'neutral',
  taken: 'info',
  checking: 'info',
  waiting: 'warn',
  importing: 'info',
  done: 'good',
  failed: 'bad',
  repeated: 'neutral',
};
const BEAT = 3000;

/** One watched folder: how it is doing, which files came, and each look. */
export function WatchDrawer(props: { watch: Watch; onEdit: () => void; onChanged: () => void; onClose: () => void }) {
  const { watch } = props;
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const edits = useCan('configuration', 'editConnectors');
  const [look, looking] = useMutation('import', LookNowDocument);
  const rhythm =
    watch.everyMinutes === null
      ? t(watch.workingDays ? 'rhythm.onWorkingDays' : 'rhythm.daily', { times: watch.times.join(', ') })
      : t('rhythm.every', { count: watch.everyMinutes });
  return (
    <Drawer
      opened
      onClose={props.onClose}
      size={800}
      cancel={false}
      title={
        <Group gap={10}>
          {watch.name} <StateTag watch={watch} />
        </Group>
      }
      {...(edits && {
        footer: (
          <>
            <Button variant="default" leftSection={<IconPencil size={16} />} onClick={props.onEdit}>
              {t('watch.edit')}
            </Button>
            <Button
              leftSection={<IconEye size={16} />}
              loading={looking}
              onClick={() =>
                void look({ clientId, watchId: watch.watchId }).then(() => {
                  toastSuccess(t('watch.looking'));
                  props.onChanged();
                }, toastError)
              }
            >
              {t('watch.lookNow')}
            </Button>
          </>
        ),
      })}
    >
      {watch.lastError !== null && (
        <Panel tone={watch.awaySince === null ? 'warn' : 'bad'} title={t(watch.awaySince === null ? 'watch.note' : 'watch.awayTitle')}>
          <Why text={watch.lastError} errorKey={watch.lastErrorKey} values={watch.lastErrorValues} />
        </Panel>
      )}
      <KeyValue
        pairs={[
          [t('watch.place'), <Place key="place" watch={watch} />],
          [t('field.pattern'), watch.pattern],
          [t('watch.mapping'), watch.mappingName ?? t('watch.mappingGone')],
          [t('form.looks'), rhythm],
          [t('watch.lastLook'), <DateText key="last" value={watch.lastLookAt} />],
          [t('watch.nextLook'), <DateText key="next" value={watch.nextLookAt} />],
          [t('server.key'), watch.fingerprint && <code className={classes.mono}>{watch.fingerprint}</code>],
        ]}
      />
      <Tabs className={classes.logTabs} defaultValue="files" keepMounted={false}>
        <Tabs.List aria-label={watch.name}>
          <Tabs.Tab value="files">{t('log.files')}</Tabs.Tab>
          <Tabs.Tab value="looks">{t('log.looks')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="files">
          <Files watchId={watch.watchId} />
        </Tabs.Panel>
        <Tabs.Panel value="looks">
          <Looks watchId={watch.watchId} />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
}

function Files({ watchId }: { watchId: string }) {
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const sizeOf = useFileSize();
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery(
    'import',
    WatchedFilesDocument,
    { clientId, watchId, offset },
    { keepPrevious: true, pollInterval: BEAT },
  );
  if (!data) return error === undefined || error === null ? null : <ErrorState error={error} onRetry={refetch} />;
  const { items, total } = data.listWatchedFiles;
  if (total === 0) return <EmptyState title={t('log.noFiles')} detail={t('log.noFilesDetail')} />;
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('log.file')}</th>
            <th scope="col">{t('watch.state')}</th>
            <th scope="col" className={classes.number}>
              {t('log.size')}
            </th>
            <th scope="col">{t('log.found')}</th>
            <th scope="col" />
          </tr>
        </thead>
        <tbody>
          {items.map((file) => (
            <tr key={file.fileId}>
              <td>
                <span className={classes.mono}>{file.name}</span>
                {file.reason !== null && (
                  <div className={classes.why}>
                    <Why text={file.reason} errorKey={file.reasonKey} values={file.reasonValues} />
                  </div>
                )}
              </td>
              <td>
                <Tag tone={TONES[file.state]}>{t(`state.${file.state}`)}</Tag>
              </td>
              <td className={classes.number}>{sizeOf(file.sizeBytes)}</td>
              <td>
                <DateText value={file.foundAt} />
              </td>
              <td>{file.importId !== null && <Link to={paths.import(clientId, file.importId)}>{t('log.open')}</Link>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > items.length && (
        <Group className={classes.more} gap={8}>
          <Button variant="default" size="compact-sm" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - 50))}>
            {t('log.newer')}
          </Button>
          <Button variant="default" size="compact-sm" disabled={offset + items.length >= total} onClick={() => setOffset(offset + 50)}>
            {t('log.older')}
          </Button>
        </Group>
      )}
    </>
  );
}

function Looks({ watchId }: { watchId: string }) {
  const { t } = useTranslation('connectors');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const { nameOf } = useStaff();
  const { data, error, refetch } = useQuery(
    'import',
    WatchLooksDocument,
    { clientId, watchId },
    { keepPrevious: true, pollInterval: BEAT },
  );
  if (!data) return error === undefined || error === null ? null : <ErrorState error={error} onRetry={refetch} />;
  const looks = data.listWatchLooks;
  if (looks.length === 0) return <EmptyState title={t('log.noLooks')} />;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('log.when')}</th>
          {(['found', 'fresh', 'taken', 'moved'] as const).map((each) => (
            <th key={each} scope="col" className={classes.number}>
              {t(`look.${each}`)}
            </th>
          ))}
          <th scope="col">{t('log.by')}</th>
        </tr>
      </thead>
      <tbody>
        {looks.map((look) => (
          <tr key={look.lookId}>
            <td>
              <DateText value={look.startedAt} />
              {look.error !== null && (
                <div className={classes.why}>
                  <Why text={look.error} errorKey={look.errorKey} values={look.errorValues} />
                </div>
              )}
            </td>
            {(['found', 'fresh', 'taken', 'moved'] as const).map((each) => (
              <td key={each} className={classes.number}>
                {format.number(look[each])}
              </td>
            ))}
            <td>{look.userId === null ? t('log.schedule') : (nameOf(look.userId) ?? '–')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
