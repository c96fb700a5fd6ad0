import './files.personal.ts';
import './files.export.ts';
import type { Resolvers } from './files.graphql.ts';
import './files.jobs.ts';
import { updateAddOnFile } from './files.edit.logic.ts';
import { deleteAddOnFile, getAddOnFile, getAddOnFileURL, listAddOnFiles, restoreAddOnFile } from './files.logic.ts';
import { createAddOnFile } from './files.upload.logic.ts';

export const resolvers: Resolvers = {
  Query: {
    listAddOnFiles: (_, request, { tx }) => listAddOnFiles(tx, request),
    getAddOnFile: (_, { fileId }, { tx }) => getAddOnFile(tx, fileId),
    getAddOnFileURL: (_, { fileId, preview }, { tx }) => getAddOnFileURL(tx, fileId, preview),
  },
  Mutation: {
    createAddOnFile: (_, { file }, { tx, identity }) => createAddOnFile(tx, file, identity.userId),
    updateAddOnFile: (_, { fileId, file, revision }, { tx }) => updateAddOnFile(tx, fileId, file, revision ?? null),
    deleteAddOnFile: (_, { fileId }, { tx }) => deleteAddOnFile(tx, fileId),
    restoreAddOnFile: (_, { fileId }, { tx }) => restoreAddOnFile(tx, fileId),
  },
};
