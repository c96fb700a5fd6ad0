/** Strategies, templates and other texts as they are edited. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { count, flag, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e11';

const COMMENT = { blueprintId: id, stepId: text, commentId: id };
const comment = { blueprintId: ID, stepId: 'reminder', commentId: ID };
const BUNDLE = { fileName: text, contentTemplateType: text };
const LANDING = { landingPageId: id, displayName: text };
const landing = { landingPageId: ID, displayName: 'Energy' };
const bundle = { fileName: 'second-reminder', contentTemplateType: 'email' };

const TEMPLATE = { fileName: text, locale: text, name: text };
const template = { fileName: 'payment-reminder', locale: 'de_DE', name: 'payment_reminder_v1' };

export const CONTENT_EVENTS = defineEvents({
  templateSubmitted: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'A WhatsApp template was submitted for approval.',
    payload: TEMPLATE,
    example: template,
  },
  templateDecided: {
    audit: ['templates', 'other'],
    retention: null,
    description: 'WhatsApp approved a template, refused it, or took it back.',
    payload: { ...TEMPLATE, state: text, reason: text },
    example: { ...template, state: 'REJECTED', reason: 'INVALID_FORMAT' },
  },
  strategySaved: {
    audit: ['strategies', 'update'],
    retention: null,
    description: 'A strategy got a new version, another name or other categories.',
    payload: {
      blueprintId: id,
      displayName: text.optional(),
      version: count.optional(),
      previousName: text.optional(),
      categories: z.array(text).optional(),
    },
    example: { blueprintId: ID, displayName: 'First reminders', version: 3 },
  },
  strategyDeleted: {
    audit: ['strategies', 'delete'],
    retention: null,
    description: 'A strategy was deleted; strategies and claims that led to it or ran in it go on with its replacement.',
    payload: {
      blueprintId: id,
      displayName: text,
      replacementBlueprintId: id.nullable(),
      changedStrategies: count,
      movedClaims: count,
    },
    example: { blueprintId: ID, displayName: 'First reminders', replacementBlueprintId: null, changedStrategies: 0, movedClaims: 0 },
  },
  strategyCommentAdded: {
    audit: ['strategies', 'create'],
    retention: null,
    description: 'Somebody wrote a comment at a step of a strategy.',
    payload: COMMENT,
    example: comment,
  },
  strategyCommentResolved: {
    audit: ['strategies', 'update'],
    retention: null,
    description: 'A comment at a step of a strategy was resolved or opened again.',
    payload: { ...COMMENT, isResolved: flag },
    example: { ...comment, isResolved: true },
  },
  strategyCommentDeleted: {
    audit: ['strategies', 'delete'],
    retention: null,
    description: 'Somebody deleted a comment of their own at a step of a strategy.',
    payload: COMMENT,
    example: comment,
  },
  decisionTreeSaved: {
    audit: ['decisionTrees', 'update'],
    retention: null,
    description: 'A decision tree got a draft, another name or other categories.',
    payload: { treeId: id, name: text, version: count.optional(), previousName: text.optional(), categories: z.array(text).optional() },
    example: { treeId: ID, name: 'Which letter next', version: 2 },
  },
  decisionTreePublished: {
    audit: ['decisionTrees', 'update'],
    retention: null,
    description: 'A version of a decision tree went live; the one before was archived.',
    payload: { treeId: id, name: text, version: count },
    example: { treeId: ID, name: 'Which letter next', version: 2 },
  },
  decisionTreeArchived: {
    audit: ['decisionTrees', 'update'],
    retention: null,
    description: 'A version of a decision tree was taken out of use.',
    payload: { treeId: id, name: text, version: count, wasLive: flag },
    example: { treeId: ID, name: 'Which letter next', version: 2, wasLive: true },
  },
  decisionTreeDeleted: {
    audit: ['decisionTrees', 'delete'],
    retention: null,
    description: 'A decision tree was deleted with its versions.',
    payload: { treeId: id, name: text },
    example: { treeId: ID, name: 'Which letter next' },
  },
  bundleSaved: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'A template was saved.',
    payload: { ...BUNDLE, displayName: text, version: count, locales: z.array(text) },
    example: { ...bundle, displayName: 'Second reminder', version: 2, locales: ['de_DE', 'en_GB'] },
  },
  bundleDeleted: {
    audit: ['templates', 'delete'],
    retention: null,
    description: 'A template was deleted.',
    payload: { ...BUNDLE, displayName: text },
    example: { ...bundle, displayName: 'Second reminder' },
  },
  bundlesTagged: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'Templates got these tags.',
    payload: { templates: z.array(z.strictObject(BUNDLE)), contentTags: z.array(text) },
    example: { templates: [bundle], contentTags: ['reminder'] },
  },
  brandChanged: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'How messages look was edited: colours, font, logo or name.',
    payload: { changed: z.array(text) },
    example: { changed: ['accent', 'logo'] },
  },
  landingPageSaved: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'A landing page was saved.',
    payload: { ...LANDING, version: count },
    example: { ...landing, version: 3 },
  },
  landingPageDeleted: {
    audit: ['templates', 'delete'],
    retention: null,
    description: 'A landing page was deleted; its versions are kept.',
    payload: LANDING,
    example: landing,
  },
  landingPageDefaultSet: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'A landing page became the one that is shown unless another is chosen.',
    payload: LANDING,
    example: landing,
  },
  landingPagesTagged: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'Landing pages got these tags.',
    payload: { landingPageIds: z.array(text), tags: z.array(text) },
    example: { landingPageIds: [landing.landingPageId], tags: ['summer'] },
  },
  landingPagesExported: {
    audit: ['exports', 'access'],
    retention: null,
    description: 'Landing pages were exported as a file.',
    payload: { landingPageIds: z.array(text) },
    example: { landingPageIds: [landing.landingPageId] },
  },
  sharedBlockSaved: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'A block that several templates share was saved.',
    payload: { name: text, revision: count },
    example: { name: 'Footer', revision: 2 },
  },
  sharedBlockDeleted: {
    audit: ['templates', 'delete'],
    retention: null,
    description: 'A block that templates could share was deleted.',
    payload: { name: text },
    example: { name: 'Footer' },
  },
  designsRemade: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'Templates got the look of a changed brand or shared block; those that failed keep the one they had.',
    payload: { made: count, failed: z.array(text) },
    example: { made: 12, failed: [] },
  },
  pictureAdded: {
    audit: ['templates', 'create'],
    retention: null,
    description: 'A picture for messages was uploaded.',
    payload: { name: text, digest: text },
    example: { name: 'logo.png', digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  },
  pictureDeleted: {
    audit: ['templates', 'delete'],
    retention: null,
    description: 'A picture for messages was deleted; those that were sent go on showing it.',
    payload: { name: text, digest: text },
    example: { name: 'logo.png', digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  },
  globalPlaceholdersChanged: {
    audit: ['placeholders', 'update'],
    retention: null,
    description: 'Values that every template may use were edited; these are their names.',
    payload: { changed: z.array(text) },
    example: { changed: ['hotline'] },
  },
  callScriptChanged: {
    audit: ['templates', 'update'],
    retention: null,
    description: 'What collectors say about a topic on the telephone was edited.',
    payload: {
      topic: text,
      locale: text,
      /** False: the product’s own words again. */
      isOwn: flag,
    },
    example: { topic: 'greeting', locale: 'de_DE', isOwn: true },
  },
});
