/** Which templates are texts for pages, and which parts of a page show them. */
import type { ContentType } from '../../core/messageChannels.ts';
import type { PagePart } from './start.ts';

/** Templates that pages show. */
export type PageTextType = Extract<ContentType, 'claimLandingPage' | 'clientLandingPage'>;

/** @returns whether content of this type is a text for pages. */
export const isPageText = (type: ContentType): type is PageTextType => type === 'claimLandingPage' || type === 'clientLandingPage';

/** @returns which texts a part of a page may show: before the check, and where anybody reads, those that say nothing of a debtor. */
export const textsFor = (part: PagePart): PageTextType => (part === 'home' ? 'claimLandingPage' : 'clientLandingPage');
