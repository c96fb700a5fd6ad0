/** Who is asking, as their identity token says. */
import type { Uuid } from '../../core/id.ts';

export interface Group {
  readonly clientId: Uuid;
  readonly role: string;
  readonly partnerId: string | null;
}

export interface Identity {
  readonly userId: Uuid;
  readonly email: string;
  readonly name: string;
  readonly groups: readonly Group[];
  readonly expiresAt: number;
  /** The session the token was made for; null for one that no session stands behind. */
  readonly sessionId: Uuid | null;
  /** Milliseconds. */
  readonly issuedAt: number;
}
