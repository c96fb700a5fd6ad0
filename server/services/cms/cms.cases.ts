import { DEFAULT_BRAND } from '../../../blocks/brand.ts';
import { uuidv7 } from '../../../core/id.ts';
import type { Cases } from '../../platform/cases.ts';
import { saveBundle } from './cms.bundle.logic.ts';
import { blockOf, designOf } from './cms.design.testing.ts';
import { saveLandingPage } from './cms.landing.logic.ts';
import { addPicture } from './cms.picture.logic.ts';
import { saveSharedBlock } from './cms.shared.logic.ts';
import { newTrackingToken } from './cms.tracking.logic.ts';

type World = Record<string, string>;
const key = (world: World) => ({ clientId: world.clientId, fileName: world.fileName, contentTemplateType: 'email' });
const own = ({ clientId }: World) => ({ clientId });
/** A picture of one dot. */
const DOT = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const landing = (world: World) => ({ ...own(world), landingPageId: world.landingPageId });
const LANDING = { displayName: 'Unsaved', pageContents: [] };
const LINE = { design: designOf(blockOf('divider', 'd')), contentTemplates: [{ locale: 'en_US', content: '{}' }] };
const content = { contentTemplateType: 'email', locale: 'en_US', subject: 'Hello', format: 'text', content: 'You owe {{ claim.balance }}' };

export const cases: Cases = {
  seed: async (tx, world) => {
    world.fileName = `reminder-${tx.clientId}`;
    world.otherFileName = `notice-${tx.clientId}`;
    for (const fileName of [world.fileName, world.otherFileName])
      await saveBundle(tx, { fileName, displayName: 'Reminder', contentTemplateType: 'email', contentTemplates: [content] }, 'Test');
    world.whatsapp = `whatsapp-${tx.clientId}`;
    const spoken = {
      ...content,
      format: 'whatsapp',
      content: JSON.stringify({ category: 'UTILITY', body: 'You owe {{ claim.balance }} today.' }),
    };
    await saveBundle(
      tx,
      { fileName: world.whatsapp, displayName: 'Reminder', contentTemplateType: 'whatsapp', contentTemplates: [spoken] },
      'Test',
    );
    world.sharedBlock = `footer-${tx.clientId}`;
    await saveSharedBlock(tx, { ...LINE, name: world.sharedBlock }, 'Test');
    // Another one for each client: the two must not be told apart by their pictures.
    const bytes = Buffer.concat([Buffer.from(DOT, 'base64'), Buffer.from(tx.clientId)]);
    world.digest = (await addPicture(tx, 'dot.gif', bytes.toString('base64'), 'Test')).digest;
    world.landingPageId = (await saveLandingPage(tx, { ...LANDING, displayName: `Page ${tx.clientId}` }, 'Test')).landingPageId;
    world.otherLandingPageId = (await saveLandingPage(tx, { ...LANDING, displayName: `Other ${tx.clientId}` }, 'Test')).landingPageId;
    world.communicationId = uuidv7();
    world.printBatchId = uuidv7();
    world.openBatchId = uuidv7();
    for (const [at, batchId] of [world.printBatchId, world.openBatchId].entries())
      await tx.sql(
        `insert into print_batch (client_id, batch_id, day, number, created_at, closed_at) values ($1, $2, '2026-01-02', $3, '2026-01-02T00:00:00Z', $4)`,
        [tx.clientId, batchId, at + 1, at === 0 ? '2026-01-02T12:00:00Z' : null],
      );
    world.inboundId = uuidv7();
    world.unmatchedId = uuidv7();
    world.outboxId = uuidv7();
    await tx.sql(
      `insert into communication (client_id, communication_id, account_id, channel, direction, recipient, sender, locale, text_content, provider_name, tracking_token, created_at)
       values ($1, $2, $3, 'email', 'outbound', 'a@example.com', 'b@example.com', 'en_US', 'Hello', 'sandbox', $4, '2026-01-02T00:00:00Z')`,
      [tx.clientId, world.communicationId, world.accountId, newTrackingToken(tx.clientId)],
    );
    await tx.sql(
      `insert into communication (client_id, communication_id, account_id, channel, direction, recipient, sender, locale, text_content, provider_name, tracking_token, created_at)
       values ($1, $2, $3, 'email', 'inbound', 'b@example.com', 'a@example.com', 'en_US', 'Hello', 'inbound', $4, '2026-01-02T00:00:00Z')`,
      [tx.clientId, world.inboundId, world.accountId, newTrackingToken(tx.clientId)],
    );
    await tx.sql(
      `insert into unmatched_message (client_id, message_id, channel, reference, sender, recipient, excerpt, source, received_at)
       values ($1, $2, 'sms', 'sms-1', '+491', '+492', 'Hello', 'Hello', '2026-01-02T00:00:00Z')`,
      [tx.clientId, world.unmatchedId],
    );
    await tx.sql(
      `insert into outbox (client_id, outbox_id, key, channel, status, account_id, request, next_attempt_at, created_at)
       values ($1, $2, 'parked', 'email', 'unknown', $3, '{}', '2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z')`,
      [tx.clientId, world.outboxId, world.accountId],
    );
  },
  operations: {
    listPrintBatches: own,
    getPrintBatchFiles: (world) => ({ ...own(world), batchId: world.printBatchId }),
    closePrintBatch: (world) => ({ ...own(world), batchId: world.openBatchId }),
    markPrintBatchPosted: (world) => ({ ...own(world), batchId: world.printBatchId }),
    recordReturnedLetters: (world) => ({ ...own(world), letters: [{ reference: world.outboxId }] }),
    previewLetter: (world) => ({
      previewContent: { ...own(world), contentTemplateType: 'letter', locale: 'en_US', format: 'text', content: 'Hello' },
    }),
    getBrand: own,
    setBrand: (world) => ({ ...own(world), brand: DEFAULT_BRAND, revision: 9 }),
    listSharedBlocks: own,
    saveSharedBlock: (world) => ({ ...own(world), sharedBlock: { ...LINE, name: world.sharedBlock, revision: 1 } }),
    deleteSharedBlock: (world) => ({ ...own(world), name: world.sharedBlock }),
    getLandingPage: landing,
    getLandingPageList: own,
    getLandingPageExist: (world) => ({ ...own(world), displayName: `Page ${world.clientId}` }),
    getInitialLandingPageTemplate: own,
    getLandingPageVersions: landing,
    getShownLandingPages: (world) => ({ ...own(world), accountId: world.accountId }),
    getLandingPageResults: landing,
    saveLandingPage: (world) => ({ ...own(world), landingPage: { ...LANDING, landingPageId: world.landingPageId, displayName: 'Page' } }),
    setDefaultLandingPage: landing,
    saveLandingPagesTags: (world) => ({ ...own(world), landingPageIds: [world.landingPageId], tags: ['spring'] }),
    exportLandingPages: (world) => ({ ...own(world), landingPageIds: [world.landingPageId] }),
    createLandingPagePreview: (world) => ({ ...own(world), landingPage: LANDING, accountId: world.accountId }),
    createLandingPageVersionPreview: (world) => ({ ...landing(world), version: 1, accountId: world.accountId }),
    deleteLandingPage: (world) => ({ ...own(world), landingPageId: world.otherLandingPageId }),
    listPictures: own,
    addPicture: (world) => ({ ...own(world), name: 'dot.gif', content: DOT }),
    deletePicture: (world) => ({ ...own(world), digest: world.digest }),
    getPlaceholders: (world) => ({ clientId: world.clientId, contentTemplateType: 'email' }),
    getPlaceholderList: (world) => ({ clientId: world.clientId, placeholderContext: 'email' }),
    getTemplates: (world) => ({ clientId: world.clientId, contentTemplateType: 'email' }),
    getContentTemplates: (world) => ({ clientId: world.clientId, contentTemplateType: 'email' }),
    getTemplateBundleV2: key,
    getTemplateBundleList: (world) => ({ clientId: world.clientId, searchName: world.fileName }),
    listCallScripts: (world) => ({ clientId: world.clientId }),
    getCallScript: (world) => ({ clientId: world.clientId, accountId: world.accountId, topic: 'firstCall' }),
    getGlobalContentPlaceholders: (world) => ({ clientId: world.clientId }),
    getGlobalPlaceholders: (world) => ({ clientId: world.clientId }),
    getCommunicationContent: (world) => ({ clientId: world.clientId, messageURL: `communication/${world.communicationId}` }),
    getCommunicationMessagesExportFileURL: (world) => ({ ...own(world), fileURL: `communication/${world.communicationId}` }),
    listCommunications: (world) => ({ clientId: world.clientId, accountId: world.accountId }),
    previewDebtorMessage: (world) => ({
      clientId: world.clientId,
      channel: 'email',
      accountId: world.accountId,
      customSubject: 'Hi',
      customBody: 'Hello',
    }),
    searchCorrespondence: (world) => ({ clientId: world.clientId, filter: { accountId: world.accountId } }),
    getCorrespondenceCounts: (world) => ({ clientId: world.clientId }),
    getReviewSample: (world) => ({ clientId: world.clientId }),
    getScoreCard: (world) => ({ clientId: world.clientId, channel: 'call' }),
    listConversationReviews: (world) => ({ clientId: world.clientId }),
    saveConversationReview: (world) => ({ clientId: world.clientId, conversationId: world.communicationId, answers: [] }),
    getDeliveryHealth: (world) => ({ clientId: world.clientId }),
    listUnmatchedMessages: (world) => ({ clientId: world.clientId }),
    setCommunicationsHandled: (world) => ({ clientId: world.clientId, communicationIds: [world.inboundId] }),
    settleUnmatchedMessage: (world) => ({ clientId: world.clientId, messageId: world.unmatchedId, accountId: world.accountId }),
    listParkedCommunications: (world) => ({ clientId: world.clientId }),
    previewBundle: (world) => ({ previewContent: { clientId: world.clientId, ...content, accountId: world.accountId } }),
    countMessageParts: (world) => ({
      previewContent: {
        clientId: world.clientId,
        ...content,
        contentTemplateType: 'sms',
        format: 'text',
        content: 'Hi {{ debtor.firstName }}',
      },
    }),
    listServiceDesigns: own,
    getServiceDesign: ({ clientId }) => ({ clientId, designId: '1' }),
    listWhatsappApprovals: (world) => ({ ...own(world), fileName: world.whatsapp }),
    submitWhatsappTemplate: (world) => ({ ...own(world), fileName: world.whatsapp, locales: ['en_US'] }),
    refreshWhatsappTemplate: (world) => ({ ...own(world), fileName: world.whatsapp }),
    explainContact: (world) => ({ clientId: world.clientId, accountRef: world.accountId, channel: 'email' }),
    saveTemplateBundleV2: (world) => ({
      templateBundle: {
        clientId: world.clientId,
        fileName: world.fileName,
        displayName: 'Reminder',
        contentTemplateType: 'email',
        version: 1,
        contentTemplates: [{ ...content, contentTemplateType: undefined }],
      },
    }),
    setContentTemplate: (world) => ({
      clientId: world.clientId,
      name: `${world.fileName}/en_US`,
      contentTemplateType: 'email',
      content: 'Due: {{ claim.balance }}',
    }),
    saveTemplateBundlesTagsV2: (world) => ({
      clientId: world.clientId,
      templates: [{ fileName: world.fileName, contentTemplateType: 'email' }],
      contentTags: ['dunning'],
    }),
    deleteTemplateBundle: (world) => ({ ...key(world), fileName: world.otherFileName }),
    deleteTemplateBundleV2: key,
    saveCallScript: (world) => ({ clientId: world.clientId, topic: 'firstCall', locale: 'en_US', content: 'Hello' }),
    updateSMSContentTemplateSender: (world) => ({ clientId: world.clientId, smsSenderContents: [{ locale: 'AT', content: 'Musterbank' }] }),
    setGlobalContentPlaceholders: (world) => ({ clientId: world.clientId, globalPlaceholders: { phone: '030 1' } }),
    validateTemplatePlaceholders: (world) => ({
      clientId: world.clientId,
      templateContent: '{{ claim.balance }}',
      placeholderContext: 'email',
    }),
    sendTestMessage: ({ clientId }) => ({ clientId, channel: 'email' }),
    sendPreviewEmail: (world) => ({
      previewContent: { clientId: world.clientId, ...content, accountId: world.accountId },
      emailAddresses: [`${world.userId}@test.example`],
    }),
    resolveParkedCommunication: (world) => ({ clientId: world.clientId, outboxId: world.outboxId, resolution: 'cancel' }),
  },
  refused: {
    exportLandingPages: 'exportOff',
    saveTemplateBundleV2: 'bundleChanged',
    setBrand: 'brandChanged',
    saveConversationReview: 'conversationNotFound',
  },
};
