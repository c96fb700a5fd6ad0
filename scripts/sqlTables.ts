/** Finds the tables that SQL inside of TypeScript names. Pure: text in, names out. */
import { parseSync } from '@swc/core';

/** Stands for a placeholder of a template. */
const HOLE = '\0';
/** Words that lead to a table. */
const OPENS = wordsOf('from join into update using truncate copy');
/** A comma after one of these separates something else than tables. */
const ENDS = wordsOf('where on set values select order group having limit offset union except intersect returning window do');
/** What may follow a table or its alias. Prose goes on with other words. */
const FOLLOWS = new Set([
  ...ENDS,
  ...wordsOf('join left right inner full cross natural using as for tablesample with lateral only default is end and or'),
]);
/** Functions whose arguments are separated by FROM. */
const TAKES_FROM = wordsOf('extract substring trim overlay position');
/** Prose has none of this, or goes on otherwise behind what looks like a table. */
const SQL =
  /^[\s(\0]*(?:select|with|insert|update|delete|truncate|copy|from|join|left|right|inner|cross|exists|not|union)\b|[=*$_]|\w\.\w|\(select\b/;
const TOKEN = /'(?:[^']|'')*'|--[^\n]*|"(\w+)"|[\w$]+|\0|[^\s\w]/g;

function wordsOf(text: string): Set<string> {
  return new Set(text.split(' '));
}

interface Named {
  /** A table, or HOLE. */
  readonly name: string;
  readonly at: number;
}

/** @returns tables that a piece of SQL names, without its WITH queries; placeholders in the place of a table as they are; none for prose. */
export function tablesIn(sql: string): Named[] {
  if (!SQL.test(sql)) return [];
  const tokens = [...sql.matchAll(TOKEN)]
    .filter(([text]) => !text.startsWith('--'))
    .map((match) => ({ text: match[1] ?? match[0], at: match.index, isQuoted: match[1] !== undefined }));
  const word = (index: number) => tokens[index]?.text ?? '';
  const isName = (index: number) =>
    word(index) === HOLE ||
    (/^[a-z_]\w*$/.test(word(index)) && (tokens[index]!.isQuoted || !(FOLLOWS.has(word(index)) || OPENS.has(word(index)))));
  const goesOn = (index: number) => index >= tokens.length || /^[),;(\0]$/.test(word(index)) || FOLLOWS.has(word(index));
  const isInFunction = (index: number) => {
    for (let at = index - 1, depth = 0; at >= 0; at--) {
      if (word(at) === ')') depth++;
      else if (word(at) === '(' && depth-- === 0) return TAKES_FROM.has(word(at - 1));
    }
    return false;
  };
  const queries = new Set([...sql.matchAll(/(\w+)\s*(?:\([^()]*\)\s*)?\bas\s+(?:(?:not\s+)?materialized\s*)?\(/g)].map(([, name]) => name));
  const found: Named[] = [];
  // For each open parenthesis: does a comma in it lead to another table?
  const isList = [false];
  for (let index = 0; index < tokens.length; index++) {
    const text = word(index);
    if (text === '(') isList.push(false);
    else if (text === ')' && isList.length > 1) isList.pop();
    else if (ENDS.has(text)) isList[isList.length - 1] = false;
    if (!OPENS.has(text) && !(text === ',' && isList.at(-1))) continue;
    // `is distinct from`, `for update`, `do update`
    if (text === 'from' && (word(index - 1) === 'distinct' || isInFunction(index))) continue;
    if (text === 'update' && /^(?:for|do|key)$/.test(word(index - 1))) continue;
    if (text === 'from' || text === 'using') isList[isList.length - 1] = true;
    let at = index + 1;
    while (word(at) === 'only' || word(at) === 'lateral') at++;
    if (word(at) === 'public' && word(at + 1) === '.') at += 2;
    // Another schema, and a function; only INTO and COPY have columns behind a table.
    if (!isName(at) || word(at + 1) === '.' || (word(at + 1) === '(' && text !== 'into' && text !== 'copy')) continue;
    const alias = word(at + 1) === 'as' ? at + 2 : isName(at + 1) ? at + 1 : at;
    if ((goesOn(alias + 1) || goesOn(at + 1)) && !queries.has(word(at))) found.push({ name: word(at), at: tokens[at]!.at });
  }
  return found;
}

interface Node {
  readonly type?: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly value?: unknown;
  readonly quasis?: readonly { readonly raw: string }[];
  readonly expressions?: readonly Node[];
  readonly id?: Node;
  readonly left?: { readonly declarations?: readonly { readonly id: Node }[] };
  readonly right?: Node;
  readonly typeAnnotation?: Node | null;
}

/** @returns all nodes of a tree; none of imports. */
function* nodesOf(tree: unknown): Generator<Node> {
  if (Array.isArray(tree)) for (const each of tree) yield* nodesOf(each);
  else if (tree && typeof tree === 'object' && (tree as Node).type !== 'ImportDeclaration') {
    yield tree as Node;
    for (const each of Object.values(tree)) yield* nodesOf(each);
  }
}

const textsOf = (tree: unknown) => [...nodesOf(tree)].filter(({ type }) => type === 'StringLiteral').map(({ value }) => String(value));

/**
 * @returns the tables that the SQL in a source names, with their lines. A placeholder is what its variable was declared as in the same file:
 * a text, one of a type's texts, one of a list.
 */
export function tablesOf(source: string): { name: string; line: number }[] {
  const bytes = Buffer.from(`${source}\n;`);
  const tree = parseSync(bytes.toString(), { syntax: 'typescript' }) as unknown as Node;
  // Positions count bytes, and go on from one parsed source to the next.
  const first = tree.span!.end - bytes.length;
  const nodes = [...nodesOf(tree)];
  const declared = new Map<unknown, string[]>();
  const declare = (name: unknown, from: unknown) => declared.set(name, [...(declared.get(name) ?? []), ...textsOf(from)]);
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') declare(node.id?.value, node);
    else if (node.type === 'ForOfStatement') declare(node.left?.declarations?.[0]?.id.value, node.right);
    else if (node.type === 'Identifier' && node.typeAnnotation) declare(node.value, node.typeAnnotation);
  }
  return nodes.flatMap(({ type, span, value, quasis, expressions = [] }) => {
    const sql =
      type === 'StringLiteral' ? String(value) : type === 'TemplateLiteral' && quasis ? quasis.map(({ raw }) => raw).join(HOLE) : '';
    return tablesIn(sql).flatMap(({ name, at }) => {
      const hole = expressions[sql.slice(0, at).split(HOLE).length - 1];
      const names = name !== HOLE ? [name] : hole?.type === 'Identifier' ? (declared.get(hole.value) ?? []) : textsOf(hole);
      const line =
        bytes
          .subarray(0, span!.start - first)
          .toString()
          .split('\n').length +
        sql.slice(0, at).split('\n').length -
        1;
      return [...new Set(names)].map((each) => ({ name: each, line }));
    });
  });
}
