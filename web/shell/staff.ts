/** The client's members of staff, asked once: names in timelines, people to give work to. */
import { useEffect, useMemo, useState } from 'react';
import { query } from './api.ts';
import { StaffDocument, type StaffQuery } from './backoffice.graphql.ts';
import { useWorkspace } from './workspace.ts';

export type Member = StaffQuery['listUsersV2'][number];

/** Members a page of the list holds (specification 3, section 9). */
const PAGE = 100;
const known = new Map<string, Promise<readonly Member[]>>();

async function load(clientId: string): Promise<readonly Member[]> {
  const all: Member[] = [];
  for (;;) {
    const { listUsersV2: page } = await query('backoffice', StaffDocument, { clientId, offset: all.length });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

function staffOf(clientId: string): Promise<readonly Member[]> {
  let found = known.get(clientId);
  if (!found) {
    found = load(clientId);
    known.set(clientId, found);
    // A list that failed to load is asked for again by the next screen.
    found.catch(() => known.delete(clientId));
  }
  return found;
}

/** @returns the members, empty until they are there, and the name of one by id (null when unknown). */
export function useStaff(): { members: readonly Member[]; nameOf: (userId: string | null | undefined) => string | null } {
  const { clientId, user } = useWorkspace();
  const [members, setMembers] = useState<readonly Member[]>([]);
  useEffect(() => {
    let wanted = true;
    staffOf(clientId).then(
      (all) => wanted && setMembers(all),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [clientId]);
  return useMemo(() => {
    const names = new Map(members.map((member) => [member.id, member.name || member.email]));
    return { members, nameOf: (userId) => (userId ? (names.get(userId) ?? (userId === user.id ? user.name : null)) : null) };
  }, [members, user]);
}
