/** Strategies, templates and other texts as they are edited. */
import { z } from 'zod';
import { defineEvents } from './define.ts';
import { count, flag, id, text } from './fields.ts';

const ID = '018f4d5e-7a10-7c3b-9b1e-5a2f6c8d9e11';

const COMMENT = { blueprintId: id, stepId: text, commentId: id };
const comment = { blueprintId: ID, stepId: 'reminder', commentId: ID };
const BUNDLE = { fileName: text, contentTemplateType: text };
const bundle = { fileName: 'second-reminder', contentTemplateType: 'email' };

export const CONTENT_EVENTS = defineEvents({
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
