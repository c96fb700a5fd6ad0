import './notes.personal.ts';
import type { Resolvers } from './notes.graphql.ts';
import { addNote, listNotes } from './notes.logic.ts';

export const resolvers: Resolvers = {
  Query: { listNotes: (_, request, { tx }) => listNotes(tx, request) },
  Mutation: { addNote: (_, input, { tx, identity }) => addNote(tx, input, identity.userId) },
};
