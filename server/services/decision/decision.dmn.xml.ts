/** The elements of a DMN model. No document type is read, so that there are no entities of the file's own. */
import sax from 'sax';
import { Fault, invalid } from '../../../core/fault.ts';

export interface Element {
  /** Without the prefix of its namespace. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const MOST_LEVELS = 50;
/** A table of 2,000 rules and 50 columns has two for each of its entries. */
const MOST_ELEMENTS = 300_000;

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** @returns the root. @throws Fault INVALID_INPUT for what is no XML, brings a document type, is nested too deep or has too many elements. */
export function readElements(xml: string): Element {
  const parser = sax.parser(true, { position: false });
  const above: Element[] = [];
  let [root, count]: [Element | null, number] = [null, 0];
  parser.onopentag = (tag) => {
    if (above.length >= MOST_LEVELS) throw invalid('dmn', 'dmnDeep', { most: MOST_LEVELS });
    if (++count > MOST_ELEMENTS) throw invalid('dmn', 'fileTooComplex');
    const element: Element = { name: local(tag.name), attributes: tag.attributes as Record<string, string>, children: [], text: '' };
    above.at(-1)?.children.push(element);
    root ??= element;
    above.push(element);
  };
  parser.onclosetag = () => void above.pop();
  const add = (text: string) => {
    const element = above.at(-1);
    if (element) element.text += text;
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.ondoctype = () => {
    throw invalid('dmn', 'dmnDoctype');
  };
  parser.onerror = () => {
    throw invalid('dmn', 'fileNoXml');
  };
  try {
    parser.write(xml.replace(/^\uFEFF/, '')).close();
  } catch (error) {
    throw error instanceof Fault ? error : invalid('dmn', 'fileNoXml');
  }
  if (!root) throw invalid('dmn', 'fileNoXml');
  return root;
}

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** @returns the text of the `text` in a child, or of the child itself. */
export function textIn(element: Element | undefined, name: string): string {
  const [child] = childrenOf(element, name);
  return (childrenOf(child, 'text')[0] ?? child)?.text.trim() ?? '';
}

export const ownText = (element: Element): string => (childrenOf(element, 'text')[0]?.text ?? '').trim();
