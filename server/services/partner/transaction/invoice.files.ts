/** POST /api/partner/invoice: a statement as PDF or CSV. It is written once; whoever asks again gets the same bytes. */

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { invalid } from '../../../../core/fault.ts';
import { type Uuid, uuidv7 } from '../../../../core/id.ts';
import { localDate } from '../../../../core/zone.ts';
import { admitRequest } from '../../../platform/admit.ts';
import { answerFault } from '../../../platform/http.ts';
import type { Tokens } from '../../../platform/identity.ts';
import { defineJob } from '../../../platform/jobs.ts';
import { printPdf } from '../../../platform/pdf.ts';
import { type Database, inClient, type Tx } from '../../../platform/tenancy.ts';
import { readClient } from '../../backoffice/backoffice.logic.ts';
import { openStoredBytes, storeBytes } from '../../files/files.bytes.logic.ts';
import { partnerInvoice } from '../ground/commission.tables.ts';
import { invoiceCsv, invoiceHtml } from './invoice.html.ts';
import { readInvoice } from './invoice.logic.ts';
import { listTransactions, numberOf, type TransactionRow } from './transaction.list.logic.ts';

const PAGE = 500;
/** Bytes: a line of a PDF takes a few hundred. */
const MOST_BYTES = 200 * 2 ** 20;
const KINDS = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const;

interface Files {
  readonly pdfFileId: Uuid;
  readonly csvFileId: Uuid;
}

/** Writes a statement's files unless they are there: two who ask at once wait for each other. @throws Fault NOT_FOUND, UNAVAILABLE */
async function writeFiles(tx: Tx, invoiceId: string): Promise<Files> {
  const known = await readInvoice(tx, invoiceId);
  const own = and(eq(partnerInvoice.clientId, tx.clientId), eq(partnerInvoice.invoiceId, known.invoiceId));
  const [locked] = await tx.db.select().from(partnerInvoice).where(own).for('update');
  if (locked?.pdfFileId && locked.csvFileId) return { pdfFileId: locked.pdfFileId, csvFileId: locked.csvFileId };
  const { name: clientName, timezone } = await readClient(tx);
  const { partner } = known;
  const rows = await rowsOf(tx, known.invoiceId);
  const header = {
    clientName,
    partner: [
      partner.name,
      partner.addressLine1,
      partner.addressLine2,
      partner.addressLine3,
      [partner.postalCode, partner.city].filter(Boolean).join(' '),
      partner.country,
    ].filter((line): line is string => Boolean(line)),
    issuedOn: localDate(known.issuedAt, timezone),
  };
  const files = { pdfFileId: uuidv7(), csvFileId: uuidv7() };
  const pdf = Buffer.from(await printPdf(invoiceHtml(known, rows, header)));
  await storeBytes(tx.clientId, files.pdfFileId, Readable.from([pdf]), MOST_BYTES);
  await storeBytes(tx.clientId, files.csvFileId, Readable.from([Buffer.from(invoiceCsv(known, rows))]), MOST_BYTES);
  await tx.db.update(partnerInvoice).set(files).where(own);
  return files;
}

/** The oldest first, as a statement is read. */
async function rowsOf(tx: Tx, invoiceId: Uuid): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = [];
  for (let after: string | null = null; ; ) {
    const page = await listTransactions(tx, { invoiceId }, after, PAGE);
    rows.push(...page.results);
    after = page.next;
    if (after === null) return rows.reverse();
  }
}

defineJob<{ clientId: Uuid; invoiceId: Uuid }>({
  name: 'partner.invoice.files',
  run: async ({ clientId, invoiceId }, database) => void (await inClient(database, clientId, (tx) => writeFiles(tx, invoiceId))),
});

/** Adds the address. The body is {clientId, invoiceId, format}. */
export async function mountPartnerInvoices(app: FastifyInstance, deps: { database: Database; tokens: Tokens }): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => answerFault(error, reply));
    scope.post('/api/partner/invoice', async (request, reply) => {
      const body = (request.body ?? {}) as Record<string, unknown>;
      await admitRequest(deps.database, deps.tokens, request, body.clientId, 'partner', 'viewCommissions');
      const clientId = body.clientId as Uuid;
      const { format } = body;
      if (format !== 'pdf' && format !== 'csv') throw invalid('format', 'oneOf', { choices: Object.keys(KINDS).join(', ') });
      const { files, number } = await inClient(deps.database, clientId, async (tx) => {
        const invoice = await readInvoice(tx, String(body.invoiceId ?? ''));
        return { files: await writeFiles(tx, invoice.invoiceId), number: numberOf(invoice.number) };
      });
      const bytes = await buffer(await openStoredBytes(clientId, format === 'pdf' ? files.pdfFileId : files.csvFileId));
      reply.headers({
        'content-type': KINDS[format],
        'content-disposition': `attachment; filename="${number}.${format}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      return reply.send(bytes);
    });
  });
}
