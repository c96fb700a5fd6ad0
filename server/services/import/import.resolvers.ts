import './import.personal.ts';
import './import.list.export.ts';
import { fromDecimal } from '../../../core/money.ts';
import type { Instant } from '../../../core/time.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { FIELDS, type FieldDefinition } from './import.fields.ts';
import { readImportFile } from './import.file.logic.ts';
import type { ImportMapping, Resolvers } from './import.graphql.ts';
import { importJob } from './import.jobs.ts';
import {
  deleteMapping,
  type ImportRow,
  listImports,
  listMappings,
  listReasons,
  listRejections,
  type MappingRow,
  moveImport,
  readImport,
  saveMapping,
} from './import.logic.ts';
import { checkMapping, type Mapping } from './import.mapping.ts';
import { schemasOf } from './import.meta.logic.ts';
import { detailFields } from './import.meta.ts';
import { watchMutations, watchQueries } from './import.watch.resolvers.ts';

const page = (limit: number | null | undefined, most: number) => Math.min(most, Math.max(1, limit ?? most));

/** A field of the product, or of the client's metadata under the client's name for it. */
type ListedField = FieldDefinition & { readonly title?: string };

export const resolvers: Resolvers = {
  Query: {
    ...watchQueries,
    listImports: async (_, { limit, offset }, { tx }) => {
      const { items, total } = await listImports(tx, page(limit, 100), Math.max(0, offset ?? 0));
      return { items: items.map(presentImport), total };
    },
    getImport: async (_, { importId }, { tx }) => presentImport(await readImport(tx, importId)),
    getImportFile: async (_, { importId, reading }, { tx }) => {
      const file = await readImportFile(tx, importId, reading ?? {});
      return {
        ...file,
        sheets: [...file.sheets],
        columns: [...file.columns],
        rows: file.rows.map((row) => [...row]),
        rowNumbers: [...file.rowNumbers],
        suggestion: presentMapping(file.suggestion),
        ambiguous: [...file.ambiguous],
      };
    },
    listImportFields: async (_, __, { tx }) =>
      [...FIELDS, ...detailFields(await schemasOf(tx))].map(({ field, kind, records, requiredFor, choices, title }: ListedField) => ({
        field,
        title: title ?? null,
        kind,
        records: [...records],
        requiredFor: [...(requiredFor ?? [])],
        choices: [...(choices ?? [])],
      })),
    listImportMappings: async (_, __, { tx }) => (await listMappings(tx)).map(presentSaved),
    listImportRejectionReasons: async (_, { importId }, { tx }) => listReasons(tx, importId),
    listImportRejections: async (_, { importId, limit, after }, { tx }) => listRejections(tx, importId, page(limit, 200), after ?? 0),
  },
  Mutation: {
    ...watchMutations,
    saveImportMapping: async (_, { name, mapping }, { tx }) => presentSaved(await saveMapping(tx, name, mapping)),
    deleteImportMapping: async (_, { mappingId }, { tx }) => {
      await deleteMapping(tx, mappingId);
      return true;
    },
    checkImport: async (_, { importId, mapping, mappingName }, { tx }) =>
      work(tx, await moveImport(tx, importId, 'checking', { mapping: checkMapping(mapping), name: mappingName?.trim() || null })),
    runImport: async (_, { importId, mapping }, { tx }) =>
      work(tx, await moveImport(tx, importId, 'checking', { mapping: checkMapping(mapping), name: null, isUnattended: true })),
    startImport: async (_, { importId }, { tx }) => work(tx, await moveImport(tx, importId, 'running')),
    cancelImport: async (_, { importId }, { tx }) => presentImport(await moveImport(tx, importId, 'cancelled')),
  },
};

async function work(tx: Tx, run: ImportRow) {
  await enqueue(tx, importJob, { clientId: tx.clientId, importId: run.importId }, { queue: `import ${tx.clientId}` });
  return presentImport(run);
}

function presentImport(run: ImportRow) {
  const { summary } = run;
  return {
    ...run,
    mapping: run.mapping ? presentMapping(checkMapping(run.mapping)) : null,
    startedAt: run.startedAt as Instant | null,
    errorKey: run.errorWords?.key ?? null,
    errorValues: run.errorWords?.values ?? null,
    summary: summary && {
      ...summary,
      notes: (summary.notes ?? []).map((note) => ({ ...note, examples: [...note.examples], rows: [...note.rows] })),
      sums: Object.entries(summary.sums).map(([currency, sums]) => {
        const amount = (text: string) => ({ minor: fromDecimal(text, currency) ?? 0n, currency });
        return {
          currency,
          claims: amount(sums.claims),
          fees: amount(sums.fees),
          payments: amount(sums.payments),
          corrections: amount(sums.corrections),
        };
      }),
    },
  };
}

function presentMapping(mapping: Mapping): ImportMapping {
  return {
    ...mapping,
    skipRows: mapping.skipRows ?? 0,
    createAccounts: mapping.createAccounts !== false,
    emptyMarks: mapping.emptyMarks ?? [],
    fields: mapping.fields.map((field) => ({ ...field, values: field.values ?? [] })),
  };
}

function presentSaved(row: MappingRow) {
  return { mappingId: row.mappingId, name: row.name, updatedAt: row.updatedAt, mapping: presentMapping(checkMapping(row.definition)) };
}
