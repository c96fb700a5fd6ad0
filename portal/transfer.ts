/** Paying by bank transfer: what is to be transferred, where to, and with which reference. Nothing is started: the money is matched when it comes. */
import type { FastifyInstance } from 'fastify';
import { transferPage } from './pages/transfer.ts';
import { type PageContext, send } from './visit.ts';
import { transferOf } from './ways.ts';

/** Adds the page with the bank details; without any it says whom to ask. */
export function mountTransfer(scope: FastifyInstance, { services, visit, home }: PageContext): void {
  scope.get('/p/:address/transfer', async (request, reply) => {
    const at = await visit(request, reply, 'confirmed');
    if (!at) return reply;
    const account = await services.readAccount(at.link);
    const transfer = transferOf(account, new URLSearchParams(request.url.split('?')[1] ?? ''));
    return transfer ? send(reply, transferPage(at, account, transfer)) : home(at);
  });
}
