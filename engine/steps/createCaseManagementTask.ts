import { z } from 'zod';
import { defineStep } from '../step.ts';

/** Puts a task on the account into the queue of a topic, for the assignee if one is named. */
export const createCaseManagementTask = defineStep({
  type: 'createCaseManagementTask',
  category: 'CLAIMS',
  outputs: ['next'],
  icon: 'checklist',
  panelWidth: 420,
  showDescription: true,
  fields: z.object({
    topicId: z.string().min(1).max(100),
    note: z.string().max(2000).default(''),
    tags: z.array(z.string().min(1).max(100)).max(50).default([]),
    dueInDays: z.int().min(0).max(3650).nullable().default(null),
    assigneeUserId: z.uuid().nullable().default(null),
    description: z.string().max(500).default(''),
  }),
  layout: {
    topicId: { control: 'topic' },
    note: { control: 'textarea' },
    tags: { control: 'tags' },
    dueInDays: { control: 'number', row: 'who', min: 0, max: 3650, unit: 'days' },
    assigneeUserId: { control: 'user', row: 'who' },
    description: { control: 'textarea' },
  },
  needs: [],
  decide: ({ topicId, note, tags, dueInDays, assigneeUserId, description }) => ({
    effects: [{ kind: 'createTask', topicId, note, description, tags, dueInDays, assigneeUserId }],
    next: { to: 'next' },
  }),
  summary: ({ topicId }) => ({ key: 'summary.topic', values: { topicId } }),
});
