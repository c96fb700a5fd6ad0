/** The lists of templates as files. */
import { defineListExport } from '../../platform/listExport.ts';
import { type BundleRow, listBundles } from './cms.bundle.logic.ts';

interface Wanted {
  readonly contentTemplateType?: BundleRow['contentTemplateType'];
  readonly searchName?: string;
  readonly contentTags?: readonly string[];
}

defineListExport<Wanted, BundleRow, 'cms'>({
  name: 'templates',
  permission: { domain: 'cms', action: 'viewContent' },
  service: 'cms',
  takes: { contentTemplateType: 'ContentTemplateType', searchName: 'String', contentTags: '[String!]' },
  columns: {
    name: { kind: 'text', value: (row) => row.displayName },
    file: { kind: 'text', value: (row) => row.fileName },
    type: { kind: 'words', value: (row) => row.contentTemplateType },
    locales: { kind: 'text', value: (row) => Object.keys(row.contents).sort().join(', ') },
    tags: { kind: 'text', value: (row) => row.contentTags.join(', ') },
    standing: { kind: 'words', value: (row) => (row.deprecated ? 'deprecated' : row.isDefault ? 'default' : null) },
    updated: { kind: 'moment', value: (row) => row.updatedAt },
  },
  rows: async function* (tx, { contentTemplateType, searchName, contentTags }) {
    yield await listBundles(tx, { types: contentTemplateType ? [contentTemplateType] : [], searchName, contentTags });
  },
});
