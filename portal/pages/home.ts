/** The page itself, as its blocks are arranged: what is owed, where it comes from, and the ways to settle it. */
import { type Choice, firstChoice } from '../choice.ts';
import type { PortalAccount, PortalFile, PortalPage } from '../facts.ts';
import { drawPage, hasContact } from '../functions/functions.ts';
import type { PortalServices } from '../portal.ts';
import { type FormKeys, type Frame, page } from './layout.ts';
import type { FieldProblem } from './plan.ts';

/** What of the debtor's stands on the page. */
export interface HomeFacts {
  readonly account: PortalAccount;
  readonly own: PortalPage;
  readonly files: readonly PortalFile[];
}

/** @param chosen what was chosen before, when something about it has to be put right. @param problem what that is, beside its field when it has one. */
export function homePage(
  frame: Frame & { path: string },
  { account, own, files }: HomeFacts,
  services: PortalServices,
  keys: FormKeys,
  chosen: Choice | null,
  problem: string | FieldProblem | null,
): string {
  const choice = chosen ?? firstChoice(account);
  const content = drawPage(own, { frame, account, services, keys, choice, problem, files });
  return page(framed(frame, own), frame.speech.say('claims'), content);
}

/** @returns the frame of a page that may say itself how to reach the creditor. */
export const framed = <Own extends Frame>(frame: Own, own: PortalPage): Own => ({
  ...frame,
  site: { title: own.title, favicon: own.favicon },
  ...(hasContact(own) ? { creditor: null } : {}),
});
