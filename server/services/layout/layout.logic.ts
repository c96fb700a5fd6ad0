/** Views of lists: everybody's own, and those that are shared with the client. */
import { and, eq, sql } from 'drizzle-orm';
import { collectFaults } from '../../../core/collectFaults.ts';
import { fault, invalid, missingPermission, notFound } from '../../../core/fault.ts';
import { holds, type Permission } from '../../../core/holds.ts';
import { isUuid, type Uuid, uuidv7 } from '../../../core/id.ts';
import { now } from '../../platform/clock.ts';
import { appendEvents } from '../../platform/events.ts';
import type { Tx } from '../../platform/tenancy.ts';
import type { SavedView, SavedViewInput } from './layout.graphql.ts';
import { savedView } from './layout.tables.ts';

/** Views somebody may have of one list. */
const MOST_VIEWS = 50;
const MOST_NAME = 80;
const MOST_SEARCH = 8_000;
const SCREEN = /^[a-z][A-Za-z]{0,39}$/;

/** Who asks. */
export interface Viewer {
  readonly userId: Uuid;
  readonly permissions: readonly Permission[];
}

type Row = typeof savedView.$inferSelect;

function present(row: Row, { userId, permissions }: Viewer): SavedView {
  const isMine = row.userId === userId;
  return {
    ...row,
    search: String(row.state.search ?? ''),
    isDefault: isMine && row.isDefault,
    isMine,
    isEditable: isMine || (row.isShared && sharing(permissions)),
  };
}

const sharing = (permissions: readonly Permission[]) => holds(permissions, 'backoffice', 'shareViews');

/** @returns the views the viewer sees of a list, by name. */
export async function listViews(tx: Tx, screen: string, viewer: Viewer): Promise<SavedView[]> {
  const rows = await tx.db
    .select()
    .from(savedView)
    .where(
      and(
        eq(savedView.clientId, tx.clientId),
        eq(savedView.screen, readScreen(screen)),
        sql`(${savedView.userId} = ${viewer.userId} or ${savedView.isShared})`,
      ),
    )
    .orderBy(sql`lower(${savedView.name})`, savedView.viewId);
  return rows.map((row) => present(row, viewer));
}

function readScreen(screen: string, field = 'screen'): string {
  if (!SCREEN.test(screen)) throw invalid(field, 'listNotFound');
  return screen;
}

/** The view, held until the transaction ends. @throws Fault NOT_FOUND for one that the viewer does not see, FORBIDDEN for one that is not theirs to change, CONFLICT for another revision. */
async function editable(tx: Tx, viewId: Uuid, revision: number | null | undefined, viewer: Viewer): Promise<Row> {
  const [row] = isUuid(viewId) ? await tx.db.select().from(savedView).where(own(tx, viewId)).for('update') : [];
  if (!row || (row.userId !== viewer.userId && !row.isShared)) throw notFound('viewNotFound');
  if (!present(row, viewer).isEditable) throw fault('FORBIDDEN', 'viewOfOthers', { right: 'backoffice/shareViews' });
  if (revision != null && revision !== row.revision) throw fault('CONFLICT', 'viewChanged', { name: row.name });
  return row;
}

const own = (tx: Tx, viewId: Uuid) => and(eq(savedView.clientId, tx.clientId), eq(savedView.viewId, viewId));

/** Adds a view or changes one. @throws Fault INVALID_INPUT naming the field, FORBIDDEN for sharing without the right to. */
export async function saveView(tx: Tx, view: SavedViewInput, viewer: Viewer): Promise<SavedView> {
  const before = view.viewId == null ? null : await editable(tx, view.viewId, view.revision, viewer);
  const name = view.name.trim();
  const screen = collectFaults((check) => {
    check(() => {
      if (name === '' || name.length > MOST_NAME) throw invalid('view.name', 'nameUpTo', { most: MOST_NAME });
    });
    check(() => {
      if (view.search.length > MOST_SEARCH) throw invalid('view.search', 'viewLong', { number: MOST_SEARCH });
    });
    return check(() => {
      if (before && before.screen !== view.screen) throw invalid('view.screen', 'viewStays');
      return readScreen(view.screen, 'view.screen');
    })!;
  });
  const isShared = view.isShared ?? before?.isShared ?? false;
  if (isShared && !before?.isShared && !sharing(viewer.permissions)) throw missingPermission('backoffice/shareViews');
  const userId = before?.userId ?? viewer.userId;
  // Who saves twice at once waits here, so that neither the limit nor the names are passed.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`views ${tx.clientId} ${userId} ${screen}`]);
  const others = (
    await tx.sql<{ view_id: Uuid; name: string }>(
      'select view_id, name from saved_view where client_id = $1 and screen = $2 and user_id = $3',
      [tx.clientId, screen, userId],
    )
  ).filter((other) => other.view_id !== before?.viewId);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw invalid('view.name', 'viewTaken');
  if (!before && others.length >= MOST_VIEWS) throw invalid('view.name', 'viewsMost', { number: MOST_VIEWS });
  const isDefault = userId === viewer.userId ? (view.isDefault ?? before?.isDefault ?? false) : (before?.isDefault ?? false);
  if (isDefault) await clearDefault(tx, screen, userId);
  const values = { name, state: { search: view.search }, isShared, isDefault, updatedAt: now() };
  const [row] = before
    ? await tx.db
        .update(savedView)
        .set({ ...values, revision: before.revision + 1 })
        .where(own(tx, before.viewId))
        .returning()
    : await tx.db
        .insert(savedView)
        .values({ ...values, clientId: tx.clientId, viewId: uuidv7(), userId, screen, createdAt: now() })
        .returning();
  await appendEvents(tx, [{ messageType: 'viewSaved', payload: { viewId: row!.viewId, screen, name, isShared } }]);
  return present(row!, viewer);
}

/** @throws Fault NOT_FOUND, FORBIDDEN, CONFLICT as for a change. */
export async function deleteView(tx: Tx, viewId: Uuid, revision: number | null | undefined, viewer: Viewer): Promise<boolean> {
  const { screen, name, isShared } = await editable(tx, viewId, revision, viewer);
  await tx.db.delete(savedView).where(own(tx, viewId));
  await appendEvents(tx, [{ messageType: 'viewDeleted', payload: { viewId, screen, name, isShared } }]);
  return true;
}

async function clearDefault(tx: Tx, screen: string, userId: Uuid): Promise<void> {
  await tx.sql('update saved_view set is_default = false where client_id = $1 and screen = $2 and user_id = $3 and is_default', [
    tx.clientId,
    screen,
    userId,
  ]);
}

/** Says which of their own views somebody's list opens with; null: none. @throws Fault NOT_FOUND for a view that is not theirs. */
export async function setDefaultView(tx: Tx, screen: string, viewId: Uuid | null, viewer: Viewer): Promise<SavedView[]> {
  await clearDefault(tx, readScreen(screen), viewer.userId);
  if (viewId !== null) {
    const set = isUuid(viewId)
      ? await tx.sql<{ name: string }>(
          'update saved_view set is_default = true where client_id = $1 and view_id = $2 and screen = $3 and user_id = $4 returning name',
          [tx.clientId, viewId, screen, viewer.userId],
        )
      : [];
    if (set.length === 0) throw notFound('viewNotFound');
  }
  await appendEvents(tx, [{ messageType: 'viewSaved', payload: { viewId, screen, isDefault: viewId !== null } }]);
  return listViews(tx, screen, viewer);
}
