/** An event as getAllDiaryEvents, getAllClaimEvents and listenForEvents give it. */
export interface EventLike {
  readonly attributes: {
    readonly emitTime: string;
    readonly messageId: string;
    readonly messageType: string;
    readonly externalClaimRef: string | null;
    readonly accountId: string | null;
    readonly userId: string | null;
    readonly actorType: string;
  };
  readonly payload: unknown;
}
