import { writeTexts } from '../../../blocks/texts.ts';
import { isMessageChannel } from '../../../core/messageChannels.ts';
import './cms.personal.ts';
import './cms.bundle.export.ts';
import './cms.correspondence.export.ts';
import './cms.delivery.ts';
import './cms.clientMail.ts';
import './cms.effects.ts';
import './cms.jobs.ts';
import { notFound } from '../../../core/fault.ts';
import { toLocale } from '../../../core/locale.ts';
import { readConfig } from '../../platform/config.ts';
import { afterReading, requirePermission } from '../../platform/guard.ts';
import { readHealth } from '../../platform/outbox/circuit.ts';
import { inClient, type Tx } from '../../platform/tenancy.ts';
import { shareOf } from '../../platform/threads.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { previewAddress } from '../files/files.bytes.logic.ts';
import { setSmsSenders } from '../operations/operations.senders.logic.ts';
import { readBrand, saveBrand } from './cms.brand.logic.ts';
import { listContents, setContent } from './cms.bundle.contents.logic.ts';
import { type BundleRow, chooseContent, deleteBundle, listBundles, readBundle, saveBundle, tagBundles } from './cms.bundle.logic.ts';
import { previewMessage } from './cms.compose.logic.ts';
import { checkContent, textsOf } from './cms.content.logic.ts';
import { contextNamed } from './cms.contexts.ts';
import { countCorrespondence, searchCorrespondence } from './cms.correspondence.logic.ts';
import { listServiceDesigns, readServiceDesign } from './cms.designService.ts';
import { readGlobalPlaceholders, readGlobals, setGlobalPlaceholders } from './cms.globals.logic.ts';
import type { Resolvers } from './cms.graphql.ts';
import { setHandled } from './cms.handled.logic.ts';
import { listUnmatched, settleUnmatched } from './cms.inbound.logic.ts';
import { listCommunications, listParked, readCommunicationContent, resolveParked } from './cms.inbox.logic.ts';
import { landingMutations, landingQueries } from './cms.landing.resolvers.ts';
import { recordReturned } from './cms.letters.logic.ts';
import { messageFileURL } from './cms.messageFile.ts';
import { requireUnusedPageText } from './cms.pageText.logic.ts';
import { countMessageParts } from './cms.parts.logic.ts';
import { addPicture, deletePicture, listPictures } from './cms.picture.logic.ts';
import { liquidTexts } from './cms.pieces.ts';
import { eventFields, eventTypesNamed } from './cms.placeholders.events.ts';
import { readPlaceholders } from './cms.placeholders.logic.ts';
import { presentBundle, presentRow } from './cms.present.ts';
import { explainContact, notePreviewed, readPreview, renderPreview, sendTestMail, sendTestMessage } from './cms.preview.logic.ts';
import { printBatchFiles } from './cms.print.files.ts';
import { closePrintBatch, listPrintBatches, markPrintBatchPosted } from './cms.print.logic.ts';
import { printPreview } from './cms.print.ts';
import { listReviews, listToReview, readScoreCard, saveReview } from './cms.review.save.logic.ts';
import { listCallScripts, readCallScript, saveCallScript } from './cms.script.logic.ts';
import { deleteSharedBlock, listSharedBlocks, saveSharedBlock } from './cms.shared.logic.ts';
import { listApprovals, refreshApprovals, submitTemplates } from './cms.whatsapp.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    ...landingQueries,
    getReviewSample: (_, { days, userId, perPerson }, { tx, identity }) =>
      listToReview(tx, identity.userId, { days: days ?? 14, userId: userId ?? null, perPerson: perPerson ?? 3 }),
    getScoreCard: (_, { channel, locale }, { tx }) => readScoreCard(tx, channel, locale ?? null),
    listConversationReviews: (_, { days, userId }, { tx }) => listReviews(tx, days ?? 90, userId ?? null),
    getBrand: (_, __, { tx }) => readBrand(tx),
    listSharedBlocks: async (_, __, { tx }) => (await listSharedBlocks(tx)).map(presentShared),
    listPictures: (_, __, { tx }) => listPictures(tx),
    listServiceDesigns: () => afterReading(() => listServiceDesigns(readConfig())),
    getServiceDesign: (_, { designId }) => afterReading(() => readServiceDesign(readConfig(), designId)),
    getTemplates: async (_, { contentTemplateType }, { tx }) => (await listBundles(tx, { types: [contentTemplateType] })).map(nameOf),
    getContentTemplates: (_, { contentTemplateType }, { tx }) => listContents(tx, contentTemplateType),
    getPlaceholders: async (_, { contentTemplateType }, { tx }) => [...(await readPlaceholders(tx, contentTemplateType))],
    getPlaceholderList: async (_, { placeholderContext, placeholderSupportedEvents, pagination }, { tx }) => {
      const all = await readPlaceholders(tx, contextNamed(placeholderContext), eventTypesNamed(placeholderSupportedEvents ?? []));
      const offset = Math.max(0, pagination?.offset ?? 0);
      return { total: all.length, results: all.slice(offset, offset + Math.min(1_000, Math.max(1, pagination?.limit ?? 1_000))) };
    },
    getTemplateBundleV2: async (_, key, { tx }) => presentBundle(tx, await readBundle(tx, key)),
    getTemplateBundleList: async (_, { contentTemplateType, contentTemplateTypes, ...filter }, { tx }) => {
      const types = [...(contentTemplateTypes ?? []), ...(contentTemplateType ? [contentTemplateType] : [])];
      const { defaultLocale } = await readClient(tx);
      const rows = await listBundles(tx, { types, ...filter });
      const summaries = await summariesOf(tx, rows, defaultLocale);
      return rows.map((row, index) => ({ ...presentRow(row), summary: summaries[index] ?? '' }));
    },
    listCallScripts: (_, __, { tx }) => listCallScripts(tx),
    getCallScript: async (_, { accountId, topic }, { tx }) => afterReading(await readCallScript(tx, accountId, topic)),
    getGlobalContentPlaceholders: (_, __, { tx }) => readGlobalPlaceholders(tx),
    getGlobalPlaceholders: (_, __, { tx }) => readGlobals(tx),
    getCommunicationContent: async (_, { messageURL }, { tx }) => {
      const show = await readCommunicationContent(tx, messageURL);
      return afterReading(show);
    },
    getCommunicationMessagesExportFileURL: (_, { fileURL }, { tx }) => messageFileURL(tx, fileURL, readConfig().publicUrl),
    listCommunications: (_, filter, { tx }) => listCommunications(tx, filter),
    previewDebtorMessage: async (_, asked, { tx, identity }) => {
      const make = await previewMessage(tx, asked, identity.userId, readConfig());
      return afterReading(make);
    },
    searchCorrespondence: (_, { filter, ...page }, { tx }) => searchCorrespondence(tx, filter ?? {}, page),
    getCorrespondenceCounts: (_, __, { tx }) => countCorrespondence(tx),
    listUnmatchedMessages: (_, __, { tx }) => listUnmatched(tx),
    getDeliveryHealth: async (_, __, { tx }) =>
      (await readHealth(tx, isMessageChannel)).flatMap(({ kind, ...health }) =>
        isMessageChannel(kind) ? [{ channel: kind, ...health }] : [],
      ),
    listParkedCommunications: (_, __, { tx }) => listParked(tx),
    previewBundle: async (_, { previewContent: input }, context) => {
      const { tx, identity, database, afterCommit } = context;
      if (input.accountId) requirePermission(context, 'account', 'viewAccount');
      const source = await readPreview(tx, input, readConfig());
      const { shown } = source;
      // A query writes nothing; what it showed is written down before it is given out.
      if (shown)
        afterCommit(() =>
          inClient(database, tx.clientId, (own) => notePreviewed(own, shown, identity.userId, input.contentTemplateType), {
            actor: { type: 'user', id: identity.userId },
          }),
        );
      return afterReading(() => renderPreview(source));
    },
    countMessageParts: async (_, { previewContent }, { tx }) => afterReading(await countMessageParts(tx, previewContent, readConfig())),
    listPrintBatches: (_, __, { tx }) => listPrintBatches(tx),
    getPrintBatchFiles: (_, { batchId }, { tx }) => printBatchFiles(tx, batchId, readConfig().publicUrl),
    listWhatsappApprovals: (_, { fileName }, { tx }) => listApprovals(tx, fileName),
    explainContact: (_, { accountRef, channel, rules }, { tx }) => explainContact(tx, accountRef, channel, rules),
  },
  Mutation: {
    ...landingMutations,
    setBrand: async (_, { brand, avoidedWords, revision }, { tx, identity }) =>
      saveBrand(tx, { brand, avoidedWords, revision }, identity.name),
    saveSharedBlock: async (_, { sharedBlock }, { tx, identity }) => {
      const { name } = await saveSharedBlock(tx, sharedBlock, identity.name);
      const saved = (await listSharedBlocks(tx)).find((each) => each.name === name);
      return presentShared(saved!);
    },
    deleteSharedBlock: async (_, { name }, { tx }) => {
      await deleteSharedBlock(tx, name);
      return true;
    },
    addPicture: (_, { name, content }, { tx, identity }) => addPicture(tx, name, content, identity.name),
    deletePicture: async (_, { digest }, { tx }) => {
      await deletePicture(tx, digest);
      return true;
    },
    saveConversationReview: (_, { conversationId, answers, comment, revision }, { tx, identity }) =>
      saveReview(tx, identity.userId, conversationId, answers, comment ?? '', revision ?? 0),
    setContentTemplate: (_, { name, content, contentTemplateType }, { tx, identity }) =>
      setContent(tx, { contentTemplateType }, name, content, identity.name),
    saveTemplateBundlesTagsV2: async (_, { templates, contentTags }, { tx }) => (await tagBundles(tx, templates, contentTags)).map(nameOf),
    saveTemplateBundleV2: async (_, { templateBundle }, { tx, identity }) =>
      presentBundle(tx, await saveBundle(tx, templateBundle, identity.name)),
    deleteTemplateBundle: (_, key, { tx }) => remove(tx, key),
    deleteTemplateBundleV2: (_, key, { tx }) => remove(tx, key),
    saveCallScript: (_, { topic, locale, content }, { tx }) => saveCallScript(tx, topic, locale, content ?? null),
    updateSMSContentTemplateSender: async (_, { smsSenderContents }, { tx }) => {
      await setSmsSenders(tx, smsSenderContents);
      return true;
    },
    setGlobalContentPlaceholders: (_, { globalPlaceholders, revision }, { tx }) =>
      setGlobalPlaceholders(tx, globalPlaceholders, revision ?? null),
    validateTemplatePlaceholders: async (_, { templateContent, placeholderContext, placeholderSupportedEvents }, { tx }) => {
      const context = contextNamed(placeholderContext);
      const hasPieces = (context === 'whatsapp' || context === 'call') && templateContent.trimStart().startsWith('{"');
      const type = hasPieces || context === 'sms' ? context : 'email';
      const events = eventTypesNamed(placeholderSupportedEvents ?? []);
      const { defaultLocale } = await readClient(tx);
      const format = type === 'whatsapp' || type === 'call' ? type : templateContent.includes('<mjml') ? 'mjml' : 'text';
      const source = { locale: toLocale(defaultLocale), subject: '-', format, content: templateContent } as const;
      const [share, known] = [shareOf(tx), await readPlaceholders(tx, context, events)];
      return afterReading(async () => {
        const { placeholders, problems } = await checkContent(share, source, type, known, eventFields(events));
        return { valid: problems.length === 0, placeholders, problems };
      });
    },
    submitWhatsappTemplate: async (_, { fileName, locales }, { tx, identity, database }) => {
      const { clientId, actor, correlationId } = tx;
      return afterReading(async () => {
        const transact = <Result>(work: (own: Tx) => Promise<Result>) => inClient(database, clientId, work, { actor, correlationId });
        await submitTemplates(transact, { fileName, locales }, identity.name, readConfig());
        return transact((own) => listApprovals(own, fileName));
      });
    },
    refreshWhatsappTemplate: async (_, { fileName }, { tx, database }) => {
      const { clientId, actor, correlationId } = tx;
      return afterReading(async () => {
        const transact = <Result>(work: (own: Tx) => Promise<Result>) => inClient(database, clientId, work, { actor, correlationId });
        const refusal = await refreshApprovals(transact, fileName, readConfig());
        if (refusal) throw refusal;
        return transact((own) => listApprovals(own, fileName));
      });
    },
    sendTestMessage: async (_, { channel }, { tx, identity, database }) => {
      const { clientId, actor, correlationId } = tx;
      return afterReading(() => {
        const transact = <Result>(work: (own: Tx) => Promise<Result>) => inClient(database, clientId, work, { actor, correlationId });
        return sendTestMessage(transact, channel, identity.userId, readConfig());
      });
    },
    closePrintBatch: (_, { batchId }, { tx }) => closePrintBatch(tx, batchId),
    markPrintBatchPosted: (_, { batchId }, { tx, identity }) => markPrintBatchPosted(tx, batchId, identity.name),
    recordReturnedLetters: (_, { letters }, { tx }) => recordReturned(tx, letters),
    previewLetter: async (_, { previewContent: input }, context) => {
      const { tx, identity, database } = context;
      if (input.accountId) requirePermission(context, 'account', 'viewAccount');
      const { clientId, actor, correlationId } = tx;
      const source = await readPreview(tx, { ...input, contentTemplateType: 'letter' }, readConfig());
      if (source.shown) await notePreviewed(tx, source.shown, identity.userId, 'letter');
      return afterReading(async () => {
        const { html, problems, missingCodes } = await renderPreview(source);
        if (html === null) return { url: null, missingCodes, problems };
        const transact = <Result>(work: (own: Tx) => Promise<Result>) => inClient(database, clientId, work, { actor, correlationId });
        return { url: previewAddress(clientId, await printPreview(transact, html)), missingCodes, problems };
      });
    },
    sendPreviewEmail: async (_, { previewContent: input, emailAddresses }, context) => {
      const { tx, identity, database } = context;
      if (input.accountId) requirePermission(context, 'account', 'viewAccount');
      const { clientId, actor, correlationId } = tx;
      return afterReading(async () => {
        const transact = <Result>(work: (own: Tx) => Promise<Result>) => inClient(database, clientId, work, { actor, correlationId });
        await sendTestMail(transact, input, emailAddresses, identity.userId, readConfig());
        return true;
      });
    },
    setCommunicationsHandled: (_, { communicationIds, handled }, { tx, identity }) =>
      setHandled(tx, communicationIds, handled ?? true, identity.userId),
    settleUnmatchedMessage: (_, { messageId, accountId }, { tx, identity }) =>
      settleUnmatched(tx, messageId, accountId ?? null, identity.userId),
    resolveParkedCommunication: async (_, { outboxId, resolution }, { tx }) => {
      await resolveParked(tx, outboxId, resolution);
      return true;
    },
  },
};

const presentShared = ({ texts, ...row }: Awaited<ReturnType<typeof listSharedBlocks>>[number]) => ({
  ...row,
  contentTemplates: Object.entries(texts).map(([locale, own]) => ({ locale, content: writeTexts(own) })),
  usedBy: [...row.usedBy],
});

const nameOf = <Row extends Pick<BundleRow, 'contents'>>(row: Row) => ({ ...row, locales: Object.keys(row.contents).sort() });

/** Characters of a text message that a list shows. */
const SUMMARY = 120;

async function summariesOf(tx: Tx, rows: readonly BundleRow[], defaultLocale: string): Promise<string[]> {
  const contents = rows.map((row) => {
    const content = chooseContent(row, null, defaultLocale)?.content ?? Object.values(row.contents)[0];
    if (!content) throw notFound('contentNotFound');
    return content;
  });
  const pages = contents.map(({ subject, html }) => (subject ? null : html));
  const texts = await textsOf(
    tx,
    pages.filter((page) => page !== null),
  );
  return contents.map((content, index) => {
    const written = () => (pages[index] ? (texts.shift() ?? '') : liquidTexts(content).filter(Boolean).join(' '));
    return (content.subject || written()).slice(0, SUMMARY);
  });
}

async function remove(tx: Tx, key: { fileName: string; contentTemplateType: BundleRow['contentTemplateType'] }): Promise<boolean> {
  await requireUnusedPageText(tx, key);
  await deleteBundle(tx, key);
  return true;
}
