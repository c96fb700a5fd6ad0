/** Where a picture is used: in designs and sources of templates, in shared blocks, on landing pages, as the logo. */
import { eq } from 'drizzle-orm';
import type { Brand } from '../../../blocks/brand.ts';
import type { Tx } from '../../platform/tenancy.ts';
import { listLandingPages } from './cms.landing.list.logic.ts';
import { sharedBlock, templateBundle } from './cms.tables.ts';
import type { ContentUse } from './cms.uses.ts';

/** @returns who uses the picture of a digest. Its address is looked for as text: it is long and of one kind, and nothing else looks like it. */
export async function pictureUses(tx: Tx, { brand }: { readonly brand: Brand }): Promise<(digest: string) => ContentUse[]> {
  const bundles = await tx.db.select().from(templateBundle).where(eq(templateBundle.clientId, tx.clientId));
  const shared = await tx.db.select().from(sharedBlock).where(eq(sharedBlock.clientId, tx.clientId));
  const pages = await listLandingPages(tx);
  const users: readonly { readonly use: ContentUse; readonly said: string }[] = [
    ...bundles.map(({ contentTemplateType: kind, fileName, displayName, design, contents }) => ({
      use: { kind, fileName, displayName },
      said: JSON.stringify([design, design ? null : contents]),
    })),
    ...shared.map(({ name, design }) => ({
      use: { kind: 'sharedBlock' as const, fileName: name, displayName: name },
      said: JSON.stringify(design),
    })),
    ...pages.map(({ landingPageId, displayName, content }) => ({
      use: { kind: 'landingPage' as const, fileName: landingPageId, displayName },
      said: JSON.stringify(content),
    })),
    { use: { kind: 'brand', fileName: '', displayName: 'Brand' }, said: brand.logo },
  ];
  return (digest) => users.filter(({ said }) => said.includes(digest)).map(({ use }) => use);
}
