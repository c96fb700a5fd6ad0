import { Button, Kbd } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useMutation, useQuery } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { useWorkspace } from '../../../shell/workspace.ts';
import { ServerWords } from '../../../ui/FaultText.tsx';
import { wordsOf } from '../../../ui/fault.ts';
import { useFormat } from '../../../ui/format.ts';
import { keyLabel, useHotkeys } from '../../../ui/hotkeys.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Can, useCan } from '../../../ui/permission.tsx';
import { ErrorState, NoPermission } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { toastError } from '../../../ui/toasts.ts';
import classes from './ImportScreen.module.css';
import { CancelImportDocument, GetImportDocument, type ImportStateFragment, StartImportDocument } from './import.graphql.ts';
import { MappingPanel } from './MappingPanel.tsx';
import { NotesPanel } from './NotesPanel.tsx';
import { RejectionsPanel } from './RejectionsPanel.tsx';
import { SummaryPanel } from './SummaryPanel.tsx';

const STEPS = ['map', 'check', 'import', 'result'] as const;
/** How far an import came; one that failed before anything was written failed in its check. */
const STEP_OF: Readonly<Record<ImportStateFragment['status'], (typeof STEPS)[number]>> = {
  uploaded: 'map',
  checking: 'check',
  checked: 'check',
  running: 'import',
  done: 'result',
  failed: 'result',
  cancelled: 'result',
};

/** import/{importId}: from a file's first rows to its result. Where it stands is the server's to say, so a reload changes nothing. */
export default function ImportScreen() {
  const { t } = useTranslation('import');
  const { importId = '' } = useParams();
  const { clientId } = useWorkspace();
  const [polls, setPolls] = useState(false);
  const { data, error, refetch } = useQuery(
    'import',
    GetImportDocument,
    { clientId, importId },
    { keepPrevious: true, pollInterval: polls ? 700 : 0 },
  );
  const run = data?.getImport;
  const isWorking = run?.status === 'checking' || run?.status === 'running';
  if (isWorking !== polls) setPolls(isWorking);
  const [remaps, setRemaps] = useState(false);
  const mayImport = useCan('account', 'importPortfolio');
  if (remaps && isWorking) setRemaps(false);

  const step = run ? (remaps ? 'map' : run.status === 'failed' && run.startedAt === null ? 'check' : STEP_OF[run.status]) : 'map';
  const maps = run !== undefined && (run.status === 'uploaded' || remaps);
  return (
    <div className={classes.screen}>
      <PageHeader crumbs={[{ label: t('title'), to: paths.imports(clientId) }, { label: run?.fileName ?? '…' }]} />
      <div className={classes.body}>
        <ol className={classes.steps}>
          {STEPS.map((each) => (
            <li key={each} aria-current={each === step ? 'step' : undefined}>
              {t(`step.${each}`)}
            </li>
          ))}
        </ol>
        {error !== undefined && error !== null && !run ? <ErrorState error={error} onRetry={refetch} /> : null}
        {run && maps && (mayImport ? <MappingPanel run={run} /> : <NoPermission />)}
        {run && !maps && <Stage run={run} onRemap={() => setRemaps(true)} />}
      </div>
    </div>
  );
}

/** What an import shows once it was mapped: what will happen, how far it is, what became of it. */
function Stage(props: { run: ImportStateFragment; onRemap: () => void }) {
  const { run } = props;
  const { t } = useTranslation('import');
  const { clientId } = useWorkspace();
  const format = useFormat();
  const [start, starting] = useMutation('import', StartImportDocument);
  const [cancel, cancelling] = useMutation('import', CancelImportDocument);
  const variables = { clientId, importId: run.importId };
  const act = (send: (given: typeof variables) => Promise<unknown>) => void send(variables).catch(toastError);
  const { summary } = run;
  const rejected = summary?.rejected ?? 0;
  const comes = (summary?.created ?? 0) + (summary?.changed ?? 0);
  const mayImport = useCan('account', 'importPortfolio');
  useHotkeys({ 'mod+Enter': () => act(start) }, { enabled: mayImport && run.status === 'checked' && comes > 0 && !starting });

  if (run.status === 'checking' || run.status === 'running') {
    const running = run.status === 'running';
    return (
      <>
        <Panel>
          <Progress
            label={t(running ? 'progress.running' : 'progress.checking', { name: run.fileName })}
            done={run.rowsDone}
            total={run.rowsTotal}
            detail={t('progress.detail')}
          />
          <div className={classes.line}>
            <Can domain="account" action="importPortfolio">
              <Button variant="default" loading={cancelling} onClick={() => act(cancel)}>
                {t('cancel')}
              </Button>
            </Can>
          </div>
        </Panel>
        {running && summary && <SummaryPanel title={t('summary.sofar')} summary={summary} isRejected={false} />}
      </>
    );
  }
  return (
    <>
      {run.lastError !== null && (
        <Panel tone="bad" title={t(run.startedAt === null ? 'checkFailed' : 'failed')}>
          <p className={classes.note}>
            <ServerWords text={run.lastError} words={wordsOf(run.errorKey, run.errorValues)} />
          </p>
        </Panel>
      )}
      {summary && (
        <SummaryPanel title={t(run.status === 'checked' ? 'summary.preview' : 'summary.result')} summary={summary} isRejected={false} />
      )}
      {summary && summary.notes.length > 0 && <NotesPanel notes={summary.notes} />}
      {rejected > 0 && <RejectionsPanel importId={run.importId} total={rejected} />}
      <div className={classes.end}>
        {run.status === 'done' && (
          <Button component={Link} to={paths.accounts(clientId)}>
            {t('toAccounts')}
          </Button>
        )}
        <Can domain="account" action="importPortfolio">
          {run.startedAt === null && run.status !== 'done' && (
            <Button variant="default" onClick={props.onRemap}>
              {t('remap')}
            </Button>
          )}
          {run.status === 'checked' && (
            <Button
              disabled={comes === 0}
              loading={starting}
              onClick={() => act(start)}
              rightSection={comes > 0 && <Kbd size="xs">{keyLabel('mod+Enter')}</Kbd>}
            >
              {comes === 0 ? t('nothing') : t('start', { count: comes, shown: format.number(comes) })}
            </Button>
          )}
          {run.startedAt !== null && (run.status === 'failed' || run.status === 'cancelled') && (
            <Button loading={starting} onClick={() => act(start)}>
              {t('goOn')}
            </Button>
          )}
        </Can>
      </div>
    </>
  );
}
