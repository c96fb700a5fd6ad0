/** WhatsApp templates: brought to WhatsApp, followed until it has decided, and which of them may leave (docs/decisions/messages.md). */
import { and, desc, eq, inArray } from 'drizzle-orm';
import { type Fault, fault, invalid, notFound } from '../../../core/fault.ts';
import type { Uuid } from '../../../core/id.ts';
import { isLocale, toLocale } from '../../../core/locale.ts';
import type { MessageChannel } from '../../../core/messageChannels.ts';
import { HOUR, type Instant, isoInstant } from '../../../core/time.ts';
import { templateNameOf, WINDOW_HOURS, whatsappLanguage } from '../../../core/whatsapp.ts';
import { now } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { TemplateDesk, TemplateNotice, TemplateState } from '../../platform/delivery/whatsapp.ts';
import { appendEvents } from '../../platform/events.ts';
import { type Database, inClient, type Tx } from '../../platform/tenancy.ts';
import { filesStart } from '../files/files.upload.logic.ts';
import { sampleLinks } from '../landing-page/landing-page.logic.ts';
import { openSending } from '../operations/operations.provider.logic.ts';
import { type BundleRow, readBundle, readMessageBundles } from './cms.bundle.logic.ts';
import { readPicture } from './cms.picture.logic.ts';
import { readerFormat, readPlaceholders } from './cms.placeholders.logic.ts';
import { exampleValues } from './cms.placeholders.ts';
import type { BundleContent } from './cms.tables.ts';
import { submittedTemplate } from './cms.whatsapp.submit.ts';
import { whatsappApproval } from './cms.whatsapp.tables.ts';

type ApprovalRow = typeof whatsappApproval.$inferSelect;
type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** Milliseconds for one call of the provider. */
const PATIENCE = 20_000;

const ofBundle = (tx: Tx, fileNames: readonly string[]) =>
  tx.db
    .select()
    .from(whatsappApproval)
    .where(and(eq(whatsappApproval.clientId, tx.clientId), inArray(whatsappApproval.fileName, [...fileNames])))
    .orderBy(desc(whatsappApproval.version));

/** @returns for each language of a bundle its newest submission, and the one that leaves now where that is another. @throws Fault NOT_FOUND */
export async function listApprovals(tx: Tx, fileName: string) {
  const bundle = await readBundle(tx, { fileName, contentTemplateType: 'whatsapp' });
  const rows = await ofBundle(tx, [fileName]);
  return Object.keys(bundle.contents)
    .sort()
    .flatMap((locale) => {
      const own = rows.filter((row) => row.locale === locale);
      const [newest, sent] = [own[0], own.find((row) => row.state === 'APPROVED')];
      return [newest, sent === newest ? undefined : sent].flatMap((row) =>
        row ? [{ ...row, isCurrent: row.content.source === bundle.contents[locale]?.source, isSent: row === sent }] : [],
      );
    });
}

/**
 * Brings languages of a bundle to WhatsApp. What is approved already goes on leaving until WhatsApp has decided about the new one.
 * @param transact runs work in a transaction of its own. @throws Fault NOT_FOUND; CONFLICT without a provider; UNAVAILABLE with the provider's reason
 */
export async function submitTemplates(
  transact: Transact,
  asked: { readonly fileName: string; readonly locales: readonly string[] },
  userName: string,
  config: Config,
): Promise<void> {
  const locales = [...new Set(asked.locales)];
  const { provider, desk, drafts } = await transact(async (tx) => {
    const bundle = await readBundle(tx, { fileName: asked.fileName, contentTemplateType: 'whatsapp' });
    const opened = await openSending(tx, 'whatsapp', config);
    if (opened.provider.name === 'none') throw fault('CONFLICT', 'whatsappNoProvider');
    const earlier = await ofBundle(tx, [bundle.fileName]);
    const version = (earlier[0]?.version ?? 0) + 1;
    const made = [];
    for (const locale of locales) {
      const content = isLocale(locale) ? bundle.contents[locale] : undefined;
      if (!content) throw notFound('contentNotFound');
      const newest = earlier.find((row) => row.locale === locale && row.providerName === opened.provider.name);
      if (newest?.content.source === content.source && newest.state !== 'REJECTED') throw invalid('locales', 'whatsappPending');
      made.push(await draftSubmission(tx, bundle, locale, content, version, config));
    }
    return { provider: opened.provider, desk: opened.desk ?? null, drafts: made };
  });
  try {
    for (const { template, row } of drafts) {
      const answer = desk ? await desk.submit(template, PATIENCE) : APPROVED_AT_ONCE;
      if ('refused' in answer) throw fault('UNAVAILABLE', 'whatsappRefused', { reason: answer.words ?? answer.refused }, 'locales');
      const { state, reason, remoteId } = answer.value;
      await transact(async (tx) => {
        const at = now();
        await tx.db.insert(whatsappApproval).values({
          ...row,
          clientId: tx.clientId,
          providerName: provider.name,
          ...{ remoteId, state, reason },
          submittedAt: at,
          submittedBy: userName,
          decidedAt: state === 'PENDING' ? null : at,
          checkedAt: at,
        });
        const { fileName, locale, name } = row;
        await appendEvents(tx, [{ messageType: 'templateSubmitted', payload: { fileName, locale, name } }]);
        if (state !== 'PENDING') await appendEvents(tx, [decided(row, { state, reason })]);
      });
    }
  } finally {
    await provider.close();
  }
}

/** What only pretends approves whatever it is given. */
const APPROVED_AT_ONCE = { value: { state: 'APPROVED', reason: '', remoteId: '' } } as const;

const decided = ({ fileName, locale, name }: Pick<ApprovalRow, 'fileName' | 'locale' | 'name'>, { state, reason }: TemplateState) => ({
  messageType: 'templateDecided' as const,
  payload: { fileName, locale, name, state, reason },
});

async function draftSubmission(tx: Tx, bundle: BundleRow, locale: string, content: BundleContent, version: number, config: Config) {
  const [link] = await sampleLinks(tx, [null], config.publicUrl);
  const linkStart = link!.slice(0, link!.lastIndexOf('/') + 1);
  const { client } = await openClient(tx, config);
  const examples = exampleValues(await readPlaceholders(tx, 'whatsapp'), readerFormat(toLocale(locale), client));
  const name = templateNameOf(bundle.fileName, version);
  const template = await submittedTemplate(content, {
    ...{ name, linkStart, examples },
    language: whatsappLanguage(locale),
    sampleLink: link!,
    publicUrl: config.publicUrl,
    filesStart: filesStart(),
    picture: (digest) => readPicture(tx, digest),
  });
  return {
    template,
    row: { name, language: template.language, fileName: bundle.fileName, locale, version, category: template.category, content, linkStart },
  };
}

async function openClient(tx: Tx, config: Config) {
  const opened = await openSending(tx, 'whatsapp', config);
  await opened.provider.close();
  return opened;
}

/** Notes what WhatsApp has decided; what is known already, or belongs to nobody here, changes nothing. */
export async function recordTemplateNotices(tx: Tx, notices: readonly TemplateNotice[]): Promise<void> {
  for (const { name, language, ...told } of notices) {
    const [row] = await tx.db
      .select()
      .from(whatsappApproval)
      .where(and(eq(whatsappApproval.clientId, tx.clientId), eq(whatsappApproval.name, name), eq(whatsappApproval.language, language)))
      .for('update');
    if (row) await note(tx, row, told);
  }
}

async function note(tx: Tx, row: ApprovalRow, told: TemplateState): Promise<void> {
  const at = now();
  const isNews = told.state !== row.state || told.reason !== row.reason;
  await tx.db
    .update(whatsappApproval)
    .set({ ...told, checkedAt: at, ...(isNews ? { decidedAt: told.state === 'PENDING' ? null : at } : {}) })
    .where(
      and(eq(whatsappApproval.clientId, tx.clientId), eq(whatsappApproval.name, row.name), eq(whatsappApproval.language, row.language)),
    );
  if (isNews) await appendEvents(tx, [decided(row, told)]);
}

/**
 * Asks the provider about templates: those it has not decided about, and once a day those it has approved, which it may take back.
 * @param fileName of one bundle; null: of all of the client's that are due. @returns why it could not be asked
 */
export async function refreshApprovals(transact: Transact, fileName: string | null, config: Config): Promise<Fault | null> {
  const { rows, provider, desk } = await transact(async (tx) => {
    const opened = await openSending(tx, 'whatsapp', config);
    const all = await tx.db.select().from(whatsappApproval).where(eq(whatsappApproval.clientId, tx.clientId));
    const own = all.filter((row) => row.providerName === opened.provider.name && row.remoteId !== '');
    const dayAgo = now() - 24 * HOUR;
    const due = own.filter((row) =>
      fileName === null ? row.state === 'PENDING' || (row.state !== 'REJECTED' && row.checkedAt < dayAgo) : row.fileName === fileName,
    );
    return { rows: due, provider: opened.provider, desk: opened.desk ?? null };
  });
  try {
    return desk ? await askAbout(transact, rows, desk) : null;
  } finally {
    await provider.close();
  }
}

async function askAbout(transact: Transact, rows: readonly ApprovalRow[], desk: TemplateDesk): Promise<Fault | null> {
  for (const row of rows) {
    const answer = await desk.ask(row, PATIENCE);
    if ('refused' in answer) return fault('UNAVAILABLE', 'whatsappRefused', { reason: answer.words ?? answer.refused });
    // What the provider has no longer cannot be sent.
    await transact((tx) => note(tx, row, answer.value ?? { state: 'REJECTED', reason: 'DELETED' }));
  }
  return null;
}

/** @returns the bundles of messages on a channel as they may leave: of a WhatsApp template the newest words that WhatsApp has approved. */
export async function readSendableBundles(
  tx: Tx,
  channel: MessageChannel,
  providerName: string,
  requests: Parameters<typeof readMessageBundles>[2],
): Promise<Map<string, BundleRow>> {
  const bundles = await readMessageBundles(tx, channel, requests);
  const templates = [...bundles].filter(([, row]) => row.contentTemplateType === 'whatsapp');
  if (templates.length === 0) return bundles;
  const approved = await ofBundle(
    tx,
    templates.map(([, row]) => row.fileName),
  );
  for (const [key, row] of templates) {
    const own = approved.filter(
      (each) => each.fileName === row.fileName && each.state === 'APPROVED' && each.providerName === providerName,
    );
    // The newest comes first: it is the last one put in.
    const contents = Object.fromEntries(own.reverse().map((each) => [each.locale, sendable(each)]));
    bundles.set(key, { ...row, contents });
  }
  return bundles;
}

const sendable = ({ content, name, language, remoteId, linkStart }: ApprovalRow): BundleContent => ({
  ...content,
  approved: { name, language, remoteId, linkStart },
});

/** Which accounts have written from which number within the time that WhatsApp leaves for free answers. */
export type Windows = ReadonlySet<string>;

export const windowOf = (accountId: Uuid, number: string): string => `${accountId} ${number.replace(/\D/g, '')}`;

/** @returns the open windows of these accounts. */
export async function openWindows(tx: Tx, channel: MessageChannel, accountIds: readonly Uuid[]): Promise<Windows> {
  if (channel !== 'whatsapp' || accountIds.length === 0) return new Set();
  const rows = await tx.sql<{ account_id: Uuid; sender: string }>(
    `select distinct account_id, sender from communication
     where client_id = $1 and account_id = any($2::uuid[]) and channel = 'whatsapp' and direction = 'inbound' and created_at > $3`,
    [tx.clientId, accountIds, isoInstant((now() - WINDOW_HOURS * HOUR) as Instant)],
  );
  return new Set(rows.map((row) => windowOf(row.account_id, row.sender)));
}

/** Asks about the templates of every client that has some. */
export async function refreshAll(database: Database, config: Config, signal: AbortSignal | undefined): Promise<void> {
  const { rows } = await database.worker.query<{ client_id: Uuid }>(
    `select distinct client_id from whatsapp_approval where state <> 'REJECTED' order by client_id`,
  );
  for (const { client_id } of rows) {
    if (signal?.aborted) return;
    await refreshApprovals((work) => inClient(database, client_id, work), null, config);
  }
}
