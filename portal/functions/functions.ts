/** The registry of what pages do: the name of each function with its drawing. */
import { type Drawn, type FunctionNode, functionsIn, hasHeading, toPage } from '../../blocks/pageHtml.ts';
import { type Html, html } from '../../core/html.ts';
import type { PortalPage } from '../facts.ts';
import { contact, type Frame, notice } from '../pages/layout.ts';
import { partnerCards } from '../pages/partner.ts';
import { mandate, offers, plans, settledBills } from './agreements.ts';
import { type Drawing, own } from './drawing.ts';
import { greeting } from './greeting.ts';
import { balance, callback, dispute, documents, faq, financialAssessment, help, message } from './links.ts';
import { settlingPart } from './settling.ts';

const block = (draw: (node: FunctionNode, at: Drawing) => Html) => (node: FunctionNode, at: Drawing) => ({ html: draw(node, at) });

const FUNCTIONS: Readonly<Record<string, (node: FunctionNode, at: Drawing) => Drawn | null>> = {
  greeting: block(greeting),
  claims: block(settlingPart),
  pay: block(settlingPart),
  instalments: block(settlingPart),
  promiseToPay: block(settlingPart),
  plans: block(plans),
  offer: block(offers),
  mandate: block(mandate),
  settledBills: block(settledBills),
  balance,
  dispute,
  help,
  callback,
  message,
  financialAssessment,
  documents,
  faq,
  contact: (node, { frame }) => contactOf(node, frame),
};

/** @returns how to reach the creditor, where a page has it. */
export function contactOf(node: FunctionNode, { creditor, session, speech }: Frame): Drawn | null {
  const drawn = creditor ? contact(creditor, session?.isConfirmed ?? false, speech, own(node, 'title', speech.say('about'))) : null;
  return drawn && { html: drawn };
}

/** @returns the document types whose files a page offers. */
export const documentTypesOf = ({ nodes }: PortalPage): string[] =>
  functionsIn(nodes).flatMap(({ name, fields }) => (name === 'documents' && fields.documentType ? [String(fields.documentType)] : []));

/** @returns whether a page says itself how to reach the creditor; otherwise the foot of the page does. */
export const hasContact = ({ nodes }: PortalPage): boolean => functionsIn(nodes).some(({ name }) => name === 'contact');

/** @returns the content of a page after the check. */
export function drawPage({ nodes }: PortalPage, at: Omit<Drawing, 'functions'>): Html {
  const functions = functionsIn(nodes);
  const drawing: Drawing = { ...at, functions };
  const isGreeted = functions.some(({ name }) => name === 'greeting');
  const hasTitle = isGreeted || !hasHeading(nodes);
  const content = toPage(nodes, { draw: (node) => FUNCTIONS[node.name]?.(node, drawing) ?? null, hasTitle });
  if (isGreeted) return content;
  const { problem } = at;
  const wrong = notice(typeof problem === 'string' ? problem : (problem?.text ?? null));
  // A page needs a name for those who hear it.
  return html`${hasTitle && html`<h1 class="unseen">${at.frame.speech.say('claims')}</h1>`}${wrong}${partnerCards(at.account, at.frame.speech)}${content}`;
}

/** @param functions what this page can do beside answering questions. @param hasTitle whether one of them draws the page's heading. @returns the content of a page that says nothing of a debtor. */
export function openPage(
  { nodes }: PortalPage,
  frame: Frame,
  functions: Readonly<Record<string, (node: FunctionNode) => Drawn | null>>,
  hasTitle: boolean,
): Html {
  const known = { ...functions, faq, contact: (node: FunctionNode) => contactOf(node, frame) };
  const draw = (node: FunctionNode) => (Object.hasOwn(known, node.name) ? known[node.name as keyof typeof known](node) : null);
  return toPage(nodes, { draw, hasTitle });
}
