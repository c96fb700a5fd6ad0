/** Bundles as the contract shows them. */
import { readConfig } from '../../platform/config.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { readClient } from '../backoffice/backoffice.logic.ts';
import { type BundleRow, chooseContent, contextOf, writtenOf } from './cms.bundle.logic.ts';
import { placeholdersOf } from './cms.content.logic.ts';
import { liquidTexts } from './cms.pieces.ts';

/** @returns what a list and a bundle say alike. */
export function presentRow(row: BundleRow) {
  const { clientId, fileName, contentTemplateType } = row;
  const place = placeOf(contentTemplateType, fileName);
  return {
    ...row,
    locales: Object.keys(row.contents).sort(),
    placeholderContext: contextOf(row),
    previewURL: `${readConfig().publicUrl}/${clientId}/content/${place}`,
  };
}

/** @returns where staff edit it, below content/. */
function placeOf(type: BundleRow['contentTemplateType'], fileName: string): string {
  switch (type) {
    case 'email':
    case 'letter':
      return `${type}-builder/edit/${fileName}`;
    case 'call':
      return `robocall-builder/edit/${fileName}`;
    default:
      return `messaging-builder/edit/${fileName}/${type}`;
  }
}

/** @returns a bundle with its texts. */
export async function presentBundle(tx: Tx, row: BundleRow) {
  const { fileName, contentTemplateType, contents, design, attachments } = row;
  const { defaultLocale } = await readClient(tx);
  const entries = Object.entries(contents);
  const tags = await placeholdersOf(
    tx,
    entries.map(([, content]) => liquidTexts(content).join('\n')),
  );
  const path = `${contentTemplateType}/${fileName}`;
  return {
    ...presentRow(row),
    attachmentSelectorList: [...attachments],
    template: { name: fileName, path, design, html: chooseContent(row, null, defaultLocale)?.content.html ?? null },
    contentTemplates: entries.map(([locale, content], at) => ({
      name: `${fileName}/${locale}`,
      path: `${path}/${locale}`,
      locale,
      subject: content.subject,
      format: content.format,
      content: writtenOf(content),
      html: content.html,
      schema: schemaOf(tags[at] ?? []),
    })),
  };
}

/** @returns the values that placeholders take, as a JSON Schema: an object of groups, each with its fields. */
function schemaOf(tags: readonly string[]) {
  const groups = Map.groupBy(
    tags.filter((tag) => tag.includes('.')),
    (tag) => tag.slice(0, tag.indexOf('.')),
  );
  const group = (own: readonly string[]) => {
    const names = own.map((tag) => tag.slice(tag.indexOf('.') + 1));
    return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])), required: names };
  };
  return {
    type: 'object',
    properties: Object.fromEntries([...groups].map(([name, own]) => [name, group(own)])),
    required: [...groups.keys()],
  };
}
