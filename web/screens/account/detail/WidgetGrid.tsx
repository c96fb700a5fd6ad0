import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { type Band, bandsOf, GRID_COLUMNS, type Lane, type Widget } from '../../../../core/widgets.ts';
import { ActivityPanel } from './ActivityPanel.tsx';
import type { Account } from './account.ts';
import { DebtorSkeleton } from './DebtorPanel.tsx';
import { useGates } from './gates.ts';
import classes from './WidgetGrid.module.css';
import { WIDGETS } from './widgets.ts';

/** The client's widgets in bands of lanes. Without an account yet, in the shape they will have. */
export function WidgetGrid(props: { widgets: readonly Widget[]; account: Account | undefined; accountId: string }) {
  const gates = useGates();
  const shown = props.widgets.filter((each) => {
    const kind = WIDGETS[each.type];
    return kind && gates(kind);
  });
  const bands = bandsOf(shown);
  return (
    <div className={classes.grid} data-single={bands.length === 1 || undefined}>
      {bands.map((band) => (
        <div key={band[0]?.widgets[0]?.widgetId} className={classes.band} style={{ gridTemplateColumns: columnsOf(band) }}>
          {band.map((lane, at) => (
            <LaneColumn
              key={lane.col}
              lane={lane}
              isSide={at > 0 && at === band.length - 1}
              account={props.account}
              accountId={props.accountId}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Columns that no widget takes go to the lane before them: nothing on the screen stays empty. */
function columnsOf(band: Band): string {
  return band
    .map((lane, at) => {
      const end = band[at + 1]?.col ?? GRID_COLUMNS;
      return `minmax(0, ${end - (at === 0 ? 0 : lane.col)}fr)`;
    })
    .join(' ');
}

function LaneColumn(props: { lane: Lane; isSide: boolean; account: Account | undefined; accountId: string }) {
  const { lane, account, accountId } = props;
  const isActivity = lane.widgets.some((each) => each.type === 'activity');
  const places = (shown: Account | undefined) =>
    lane.widgets.map((widget) => (
      <WidgetPlace key={widget.widgetId} widget={widget} account={shown} accountId={accountId} alone={isActivity} />
    ));
  return (
    <section className={classes.lane} data-activity={isActivity || undefined} data-side={(props.isSide && !isActivity) || undefined}>
      {/* A column shows as a whole: no panel comes late and moves those below. The timeline waits for nobody. */}
      {account && !isActivity ? <Suspense fallback={places(undefined)}>{places(account)}</Suspense> : places(account)}
    </section>
  );
}

/** @param props.alone whether it waits for its own parts alone. */
function WidgetPlace(props: { widget: Widget; account: Account | undefined; accountId: string; alone: boolean }) {
  const { widget, account, accountId } = props;
  const Panel = WIDGETS[widget.type]?.panel;
  return (
    <div className={classes.widget}>
      {widget.type === 'activity' ? (
        <ActivityPanel account={account} accountId={accountId} />
      ) : account && Panel ? (
        <Waiting alone={props.alone}>
          <Panel account={account} accountId={accountId} widget={widget} />
        </Waiting>
      ) : (
        <WidgetSkeleton type={widget.type} />
      )}
    </div>
  );
}

const Waiting = ({ alone, children }: { alone: boolean; children: ReactNode }) => (alone ? <Suspense>{children}</Suspense> : children);

/** The shape of what is always there; what may be missing shows nothing until it is known. */
function WidgetSkeleton({ type }: { type: Widget['type'] }) {
  if (type === 'debtor') return <DebtorSkeleton />;
  if (type === 'money') return <Skeleton height={134} radius={10} />;
  if (type === 'contact') return [210, 160, 170, 220].map((width) => <Skeleton key={width} height={12} width={width} mt={20} />);
  if (type === 'claims') return [1, 2, 3].map((each) => <Skeleton key={each} height={108} radius={10} mb={14} />);
  return null;
}
