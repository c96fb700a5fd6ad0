/** Which of an account's files go along: with a message, or to a partner with the account. */
import { invalid } from './fault.ts';

/** What a file says it belongs to. */
export const ATTACHMENT_CONTEXTS = ['account', 'claim', 'product'] as const;
export const MOST_SELECTORS = 10;
const LONGEST_WORD = 60;

export interface AttachmentSelector {
  /** A kind of file (core/fileTypes.ts). */
  readonly documentType: string;
  /** What files say they belong to; null: any. */
  readonly contextType: string | null;
  readonly fileSelectionCriteria: 'latest' | 'all';
}

export interface SelectorInput {
  /** A kind of file (core/fileTypes.ts, or the client's own): a rule for whatever there is would send what was never meant for the receiver. */
  readonly documentType: string;
  readonly contextType?: string | null | undefined;
  readonly fileSelectionCriteria: 'latest' | 'all';
}

/** @returns null where none were given. @throws Fault INVALID_INPUT */
export function checkSelectors(selectors: readonly SelectorInput[] | null): AttachmentSelector[] | null {
  if ((selectors?.length ?? 0) > MOST_SELECTORS) throw invalid('attachmentSelectorList', 'selectorsMost', { number: MOST_SELECTORS });
  return (
    selectors?.map(({ documentType, contextType, fileSelectionCriteria }, at) => {
      if (documentType.trim() === '' || documentType.length > LONGEST_WORD)
        throw invalid(`attachmentSelectorList.${at}.documentType`, 'selectorKind', { number: LONGEST_WORD });
      if (contextType && !ATTACHMENT_CONTEXTS.some((each) => each === contextType))
        throw invalid(`attachmentSelectorList.${at}.contextType`, 'oneOf', { choices: ATTACHMENT_CONTEXTS.join(', ') });
      return { documentType: documentType.trim(), contextType: contextType || null, fileSelectionCriteria };
    }) ?? null
  );
}

/** What a selector looks at of a file. */
export interface Selectable {
  readonly externalClaimRef: string | null;
  readonly documentType: string | null;
  readonly contextType: string | null;
}

/**
 * @param files of one account, the newest first. @param externalClaimRef what it is about; null: the account.
 * @returns the files that selectors choose, by selector; one that two of them choose is there twice. What belongs to another claim is none of them.
 */
export function chooseFiles<File extends Selectable>(
  files: readonly File[],
  externalClaimRef: string | null,
  selectors: readonly AttachmentSelector[],
): File[] {
  const own = files.filter((file) => file.externalClaimRef === null || file.externalClaimRef === externalClaimRef);
  return selectors.flatMap(({ documentType, contextType, fileSelectionCriteria }) => {
    const fitting = own.filter((file) => documentType === file.documentType && (contextType ?? file.contextType) === file.contextType);
    return fileSelectionCriteria === 'latest' ? fitting.slice(0, 1) : fitting;
  });
}
