/** The languages of bundles one by one, each under the name `<fileName>/<locale>`. */
import { notFound } from '../../../core/fault.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { type BundleKey, type BundleRow, listBundles, readBundle, saveBundle, writtenOf } from './cms.bundle.logic.ts';

/** @returns every language of every bundle of a kind, each under the name `<fileName>/<locale>`. */
export async function listContents(tx: Tx, contentTemplateType: BundleRow['contentTemplateType']) {
  return (await listBundles(tx, { types: [contentTemplateType] })).flatMap((row) =>
    Object.keys(row.contents)
      .sort()
      .map((locale) => namedContent(row, locale)),
  );
}

function namedContent({ fileName, displayName, contentTemplateType, contents }: BundleRow, locale: string) {
  const content = contents[locale];
  if (!content) throw notFound('contentNotFound');
  const { subject, format } = content;
  return {
    name: `${fileName}/${locale}`,
    fileName,
    displayName,
    contentTemplateType,
    locale,
    subject,
    format,
    content: writtenOf(content),
  };
}

/**
 * Saves the text of one language and leaves the rest of its bundle as it is. @param name `<fileName>/<locale>`
 * @throws Fault NOT_FOUND, INVALID_INPUT as saveBundle
 */
export async function setContent(tx: Tx, key: Pick<BundleKey, 'contentTemplateType'>, name: string, content: string, userName: string) {
  const cut = name.lastIndexOf('/');
  const [fileName, locale] = [name.slice(0, cut), name.slice(cut + 1)];
  const row = await readBundle(tx, { ...key, fileName });
  if (!row.contents[locale]) throw notFound('contentNotFound');
  const contentTemplates = Object.entries(row.contents).map(([each, own]) => ({
    locale: each,
    subject: own.format === 'design' ? '' : own.subject,
    format: own.format,
    content: each === locale ? content : writtenOf(own),
  }));
  const { placeholderContext, placeholderSupportedEvents, design, ...rest } = row;
  const saved = await saveBundle(tx, { ...rest, template: design && { design }, contentTemplates }, userName);
  return namedContent(saved, locale);
}
