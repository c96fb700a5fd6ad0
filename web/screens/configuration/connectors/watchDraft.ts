/** A watched folder as its form holds it. */
import type { TestWatchMutationVariables, WatchesQuery } from './import.graphql.ts';
import type { Server } from './ServerFields.tsx';

type Watch = WatchesQuery['listImportWatches'][number];
type Input = TestWatchMutationVariables['watch'];

export interface Draft extends Record<string, unknown> {
  name: string;
  isActive: boolean;
  kind: Watch['kind'];
  folder: string;
  server: Server;
  password: string;
  privateKey: string;
  forgetKey: boolean;
  pattern: string;
  marker: string;
  mappingId: string;
  rhythm: 'minutes' | 'times';
  everyMinutes: number;
  /** As typed: "08:00, 17:30". */
  times: string;
  workingDays: boolean;
  isMoved: boolean;
  confirm: Watch['confirm'];
  mostRejected: number;
  userIds: string[];
}

/** @param watch null: a new one. */
export const draftOf = (watch: Watch | null): Draft => ({
  name: watch?.name ?? '',
  isActive: watch?.isActive ?? true,
  kind: watch?.kind ?? 'sftp',
  folder: watch?.folder ?? '',
  server: { host: watch?.host ?? '', port: watch?.port ?? 22, user: watch?.user ?? '' },
  password: '',
  privateKey: '',
  forgetKey: false,
  pattern: watch?.pattern ?? '*.csv',
  marker: watch?.marker ?? '',
  mappingId: watch?.mappingId ?? '',
  rhythm: watch && watch.everyMinutes === null ? 'times' : 'minutes',
  everyMinutes: watch?.everyMinutes ?? 15,
  times: watch?.times.join(', ') ?? '',
  workingDays: watch?.workingDays ?? true,
  isMoved: watch?.isMoved ?? true,
  confirm: watch?.confirm ?? 'overLimit',
  mostRejected: watch?.mostRejected ?? 5,
  userIds: [...(watch?.userIds ?? [])],
});

/** @returns the draft as it is sent. */
export const inputOf = (draft: Draft): Input => ({
  name: draft.name,
  isActive: draft.isActive,
  kind: draft.kind,
  folder: draft.folder,
  server: draft.kind === 'sftp' ? { ...draft.server } : null,
  pattern: draft.pattern,
  marker: draft.marker.trim() || null,
  mappingId: draft.mappingId,
  everyMinutes: draft.rhythm === 'minutes' ? Math.round(Number(draft.everyMinutes)) : null,
  times: draft.rhythm === 'times' ? draft.times.split(/[\s,;]+/).filter((time) => time !== '') : [],
  workingDays: draft.workingDays,
  isMoved: draft.isMoved,
  confirm: draft.confirm,
  mostRejected: Math.round(Number(draft.mostRejected)),
  userIds: draft.userIds,
});
