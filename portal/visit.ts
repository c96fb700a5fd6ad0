/** What the routes of the debtor's page share: who is there, what was posted, and how it is answered. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../core/fault.ts';
import type { Choice } from './choice.ts';
import type { PortalCreditor, PortalLink } from './facts.ts';
import type { FormKeys } from './pages/layout.ts';
import type { FieldProblem } from './pages/plan.ts';
import type { PortalServices } from './portal.ts';
import type { Session } from './session.ts';
import type { Speech } from './texts.ts';

/** A request on a living link. */
export interface Visit {
  readonly link: PortalLink;
  readonly session: Session;
  readonly speech: Speech;
  /** The link's own path, "/p/<address>". */
  readonly path: string;
  readonly clientName: string;
  readonly creditor: PortalCreditor;
  readonly isNew: boolean;
  readonly reply: FastifyReply;
}

export type Params = { address: string; id: string };

/** What the door of the page gives to its routes. */
export interface PageContext {
  readonly services: PortalServices;
  /** Finds the link and the session, or answers by itself. @param needs whether the identity check must have been passed. */
  readonly visit: (request: FastifyRequest, reply: FastifyReply, needs: 'confirmed' | 'session' | 'link') => Promise<Visit | null>;
  /** @returns the posted form when it carries this session's token; otherwise the page to start again is sent. */
  readonly formOf: (request: Pick<FastifyRequest, 'body'>, at: Visit) => { form: URLSearchParams; key: string } | null;
  /** Fresh keys for a form. */
  readonly keysOf: (session: Session) => FormKeys;
  /** Shows the page. @param seen see PortalServices.readHome. */
  readonly home: (
    at: Visit,
    problem?: string | FieldProblem | null,
    chosen?: Choice | null,
    status?: number,
    seen?: Parameters<PortalServices['readHome']>[3],
  ) => Promise<FastifyReply>;
  /** Does something that the state of the account may forbid by now: then the page shows that state. @param work gives where to go on the link's path. */
  readonly attempt: (at: Visit, work: () => Promise<string>) => Promise<FastifyReply>;
}

export function send(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.status(status).type('text/html; charset=utf-8').send(text);
}

/** @returns whether the day has had enough of what was asked for. */
export const isEnough = (error: unknown): boolean => error instanceof Fault && error.code === 'RATE_LIMITED';

/** @returns null where the service says "not found". */
export async function found<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
