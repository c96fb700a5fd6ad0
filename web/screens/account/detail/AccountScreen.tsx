import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconLayoutDashboard } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { DEFAULT_WIDGETS, type Widget } from '../../../../core/widgets.ts';
import { useQuery } from '../../../shell/api.ts';
import { noteViewed } from '../../../shell/lastViewed.ts';
import { useMetadataSchema } from '../../../shell/metadata/metadataSchema.ts';
import { paths } from '../../../shell/paths.ts';
import { usePlaceInQueue } from '../../../shell/place/usePlaceInQueue.ts';
import { useFreshScreen } from '../../../shell/useFreshScreen.ts';
import { useWorkElsewhere } from '../../../shell/work/held.ts';
import { useFlag, useWorkspace } from '../../../shell/workspace.ts';
import { useFormat } from '../../../ui/format.ts';
import { useHotkeys } from '../../../ui/hotkeys.ts';
import { later } from '../../../ui/later.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useCan } from '../../../ui/permission.tsx';
import { Reference } from '../../../ui/Reference.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/texts.ts';
import { AccountActions } from './AccountActions.tsx';
import classes from './AccountScreen.module.css';
import { AccountDocument } from './account.graphql.ts';
import { ACTIONS, type Action } from './actions.ts';
import { useGates } from './gates.ts';
import { useAction } from './useAction.ts';
import { WidgetGrid } from './WidgetGrid.tsx';

const Arrange = later(() => import('./Arrange.tsx'));
const OutsourcedNote = later(() => import('../../../shell/partners/OutsourcedNote.tsx'));
const OpenProposals = later(() => import('../../../shell/proposals/OpenProposals.tsx'));
const HoldTag = later(() => import('./personal/HoldTag.tsx'));

/** account/{accountId}: who the debtor is, what happened, what is owed, what to do next. */
export default function AccountScreen() {
  const { t } = useTranslation(['account', 'layout', 'shell', 'states']);
  const { clientId, user } = useWorkspace();
  const { accountId = '' } = useParams();
  const navigate = useNavigate();
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  // It stands in the address, so that a reload finds what was arranged and not saved.
  const mayArrange = useCan('account', 'editAccountLayout');
  const arranging = mayArrange && search.has('arrange');
  const arrange = (on: boolean) => setSearch(on ? { arrange: 'true' } : {}, { replace: true });
  const [action, act, about] = useAction();
  const gates = useGates();
  const hasPartners = useFlag('PARTNERS');
  const { data, isKept, error, refetch } = useQuery('account', AccountDocument, { clientId, accountId }, { reuse: true });
  // On each of its tabs, and whatever widgets the client has chosen.
  useFreshScreen({ accountId });
  const account = data?.getAccountDataV2.id === accountId ? data.getAccountDataV2 : undefined;
  const schema = useMetadataSchema('account');
  const place = usePlaceInQueue(clientId, accountId);
  const worked = useWorkElsewhere(accountId);
  const go = useCallback((to: string | null | undefined) => to && void navigate(paths.account(clientId, to)), [navigate, clientId]);
  const viewedName = account?.debtorFullName;
  useEffect(() => {
    if (viewedName !== undefined) noteViewed(clientId, user.id, { accountId, name: viewedName });
  }, [clientId, user.id, accountId, viewedName]);
  useHotkeys({ j: () => go(place?.next), k: () => go(place?.previous) });

  // The way back leads to where one came from.
  const list =
    search.get('navigateFrom') === 'tasks'
      ? { label: t('shell:screen.tasks'), to: paths.tasks(clientId) }
      : worked
        ? { label: t('shell:screen.collectorWorkspace'), to: paths.work(clientId) }
        : { label: t('shell:screen.accounts'), to: paths.accounts(clientId) };
  const known = action !== null && Object.hasOwn(ACTIONS, action) ? ACTIONS[action as Action] : null;
  const Form = known && gates(known) ? known.form : null;

  return (
    <>
      <PageHeader
        crumbs={[list, { label: account?.debtorFullName ?? '…' }]}
        chip={
          account && (
            <>
              <Reference value={account.externalAccountRef} chip />
              <Suspense>
                <HoldTag accountId={account.id} />
              </Suspense>
            </>
          )
        }
        aside={place && <PlaceInQueue at={format.number(place.at)} of={format.number(place.of)} />}
        actions={
          <>
            {place && (
              <div className={classes.steps}>
                <ActionIcon
                  variant="default"
                  size={34}
                  aria-label={t('previous')}
                  title={`${t('previous')} (K)`}
                  disabled={!place.previous}
                  onClick={() => go(place.previous)}
                >
                  <IconChevronUp size={16} stroke={1.6} />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  size={34}
                  aria-label={t('next')}
                  title={`${t('next')} (J)`}
                  disabled={!place.next}
                  onClick={() => go(place.next)}
                >
                  <IconChevronDown size={16} stroke={1.6} />
                </ActionIcon>
              </div>
            )}
            {mayArrange && !arranging && (
              <ActionIcon variant="default" size={34} aria-label={t('layout:open')} title={t('layout:open')} onClick={() => arrange(true)}>
                <IconLayoutDashboard size={16} stroke={1.6} />
              </ActionIcon>
            )}
            <AccountActions account={account} act={act} />
          </>
        }
      />
      {hasPartners && (
        <Suspense>
          <OutsourcedNote accountId={accountId} />
        </Suspense>
      )}
      <Suspense>
        <OpenProposals accountId={accountId} />
      </Suspense>
      {error && !account ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : arranging && account && !isKept ? (
        <Suspense>
          <Arrange account={account} onClose={() => arrange(false)} />
        </Suspense>
      ) : (
        <WidgetGrid
          widgets={(account?.widgetGrid.widgets as readonly Widget[] | undefined) ?? DEFAULT_WIDGETS}
          // Fields are drawn by their schema: until it is known, nobody knows how much room they take.
          account={schema && account}
          accountId={accountId}
        />
      )}
      <Suspense>
        {account && !isKept && action && Form && <Form account={account} action={action} about={about} onClose={() => act(null)} />}
      </Suspense>
    </>
  );
}

/** Where in the queue the account is: in words, or only in figures where the header is narrow. */
function PlaceInQueue(place: { at: string; of: string }) {
  const { t } = useTranslation('account');
  const words = t('queue', place);
  return (
    <>
      <span className={classes.full}>{words}</span>
      <span className={classes.brief} title={words}>
        {place.at} / {place.of}
      </span>
    </>
  );
}
