/** What a GraphQL document may cost before it runs: the same for HTTP and for sockets. */
import { useGraphQlJit } from '@envelop/graphql-jit';
import { EnvelopArmor } from '@escape.tech/graphql-armor';
import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  Lexer,
  NoSchemaIntrospectionCustomRule,
  type OperationTypeNode,
  Source,
  TokenKind,
} from 'graphql';
import { createLRUCache, type Plugin } from 'graphql-yoga';
import { fault } from '../../../core/fault.ts';
import { Refusal } from '../http.ts';

/** The application's largest document has 225 tokens, 2,800 characters, 5 levels and no aliases. */
const MOST_TOKENS = 2_000;
const MOST_TOKENS_OF_STRANGERS = 250;
/** Brackets within brackets, lists and objects among arguments too: parsing, checking and compiling go down with them. */
const MOST_NESTING = 40;
const MOST_DEPTH = 12;
const MOST_ALIASES = 30;
const MOST_DIRECTIVES = 50;
const MOST_CHARACTERS = 64 * 1024;
/** Documents that a service remembers parsed, checked and compiled, and the longest of them: the application has 300 in all. */
const REMEMBERED = 250;
const REMEMBERED_CHARACTERS = 8 * 1024;

/**
 * Before anything reads a document: its length, and for strangers its tokens too. What signing in takes has some dozens of them; checking two
 * thousand against a schema costs more than a stranger's answer may.
 * @throws Refusal 413 for a long one, Fault UNAUTHENTICATED for a large one of a stranger.
 */
export function refuseLargeQuery(query: unknown, isSignedIn: boolean): void {
  if (typeof query !== 'string') return;
  if (query.length > MOST_CHARACTERS) throw new Refusal(413, fault('INVALID_INPUT', 'bodyTooLarge', { kilobytes: MOST_CHARACTERS / 1024 }));
  if (isSignedIn) return;
  try {
    refuseLargeDocument(query, MOST_TOKENS_OF_STRANGERS);
  } catch (error) {
    // What is no GraphQL is told by the parser.
    if (/limit of/.test((error as Error).message)) throw fault('UNAUTHENTICATED', 'signInFirst');
  }
}

/** Reads a document's tokens one by one, before a parser makes a tree of them. @throws GraphQLError at the first one too many or too deep. */
function refuseLargeDocument(text: string, mostTokens = MOST_TOKENS): void {
  const lexer = new Lexer(new Source(text));
  let [tokens, nesting] = [0, 0];
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; kind = lexer.advance().kind) {
    tokens += 1;
    if (OPENING.has(kind)) nesting += 1;
    else if (CLOSING.has(kind)) nesting -= 1;
    if (tokens > mostTokens) throw new GraphQLError(`Syntax Error: Token limit of ${mostTokens} exceeded.`);
    if (nesting > MOST_NESTING) throw new GraphQLError(`Syntax Error: Nesting limit of ${MOST_NESTING} exceeded.`);
  }
}

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Limits of tokens and nesting (before parsing), depth, aliases and directives; in production neither introspection nor suggestions. */
export function armor(production: boolean): Plugin[] {
  const { plugins } = new EnvelopArmor({
    maxDepth: { n: MOST_DEPTH },
    maxAliases: { n: MOST_ALIASES },
    // Ours comes before the parser; armor's makes the parser slower for everybody.
    maxTokens: { enabled: false },
    maxDirectives: { n: MOST_DIRECTIVES },
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: production },
  }).protect();
  const hidden: Plugin = { onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule) };
  const small: Plugin = {
    onParse: ({ parseFn, setParseFn }) =>
      setParseFn((source: string, options: object) => {
        refuseLargeDocument(source);
        return parseFn(source, options) as DocumentNode;
      }),
  };
  return [small, ...(plugins as Plugin[]), ...(production ? [hidden] : [])];
}

/**
 * Compiles what signed-in people ask for: a stranger's operation is refused by its first field, and compiling it would cost more than that.
 * Subscriptions are not compiled: graphql-jit hands their resolvers the operation's variables in the place of the field's arguments.
 */
export function compiler(): Plugin {
  const isWorthIt = ({ contextValue, document, operationName }: ExecutionArgs) =>
    (contextValue as { isSignedIn?: boolean }).isSignedIn === true &&
    getOperationAST(document, operationName)?.operation !== ('subscription' as OperationTypeNode);
  return useGraphQlJit({}, { enableIf: isWorthIt as never }) as Plugin;
}

/** Yoga's memory of documents, bounded in bytes too: what is long is read anew each time. */
export function documentMemory() {
  const bounded = <Value extends object>() => {
    const cache = createLRUCache<Value>({ max: REMEMBERED });
    return {
      get: (text: string) => cache.get(text),
      set: (text: string, value: Value) => void (text.length <= REMEMBERED_CHARACTERS && cache.set(text, value)),
    };
  };
  return { documentCache: bounded(), errorCache: bounded() } as never;
}
