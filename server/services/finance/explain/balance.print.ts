/** POST /api/finance/balance.pdf: an explained balance on paper. */
import type { FastifyInstance } from 'fastify';
import { invalid } from '../../../../core/fault.ts';
import type { Uuid } from '../../../../core/id.ts';
import { isUuid } from '../../../../core/id.ts';
import { toLocale } from '../../../../core/locale.ts';
import { calendarDate } from '../../../../core/time.ts';
import { admitRequest } from '../../../platform/admit.ts';
import { answerFault } from '../../../platform/http.ts';
import type { Tokens } from '../../../platform/identity.ts';
import { printPdf } from '../../../platform/pdf.ts';
import { type Database, inClient } from '../../../platform/tenancy.ts';
import { writeBalance } from './balance.logic.ts';

/** Adds the address. The body is {clientId, accountId, externalClaimRef, asOf, by, locale}; the permission that of explainBalance. */
export async function mountBalancePrint(app: FastifyInstance, deps: { database: Database; tokens: Tokens }): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    scope.post('/api/finance/balance.pdf', async (request, reply) => {
      const body = (request.body ?? {}) as Record<string, unknown>;
      const { database } = await admitRequest(deps.database, deps.tokens, request, body.clientId, 'operations', 'viewPayments');
      const text = (field: string) => {
        const value = body[field];
        if (value !== null && value !== undefined && typeof value !== 'string') throw invalid(field, 'metaText');
        return value ?? null;
      };
      const [accountId, day] = [text('accountId') ?? '', text('asOf')];
      if (!isUuid(accountId)) throw invalid('accountId', 'idWrong');
      const asOf = day === null ? null : calendarDate(day);
      if (day !== null && asOf === null) throw invalid('asOf', 'dayLike');
      const wish = { accountId, externalClaimRef: text('externalClaimRef'), asOf, by: text('by'), locale: toLocale(text('locale') ?? '') };
      const page = await inClient(database, body.clientId as Uuid, (tx) => writeBalance(tx, wish), { readOnly: true });
      const pdf = await printPdf(page);
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="balance.pdf"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      return reply.send(Buffer.from(pdf));
    });
  });
}
