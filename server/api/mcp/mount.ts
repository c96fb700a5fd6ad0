/** The door for assistants, POST /api/v1/mcp: the Model Context Protocol over HTTP, each request by itself (docs/decisions/mcp.md). */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fault } from '../../../core/fault.ts';
import type { Identity } from '../../platform/caller.ts';
import type { RequestContext } from '../../platform/guard.ts';
import { Refusal } from '../../platform/http.ts';
import { logger } from '../../platform/log.ts';
import type { Values } from '../endpoint.ts';
import { problemOf, WrongValues } from '../problems.ts';
import { keyedCaller, readJson, requireJsonTaken } from '../request.ts';
import type { Components } from '../schemas.ts';
import { callTool, placesOf, type ToolCall } from './call.ts';
import { shown } from './hidden.ts';
import { INSTRUCTIONS } from './texts.ts';
import type { Tool } from './tools.ts';

const VERSION = '1.0.0';

export interface Door {
  readonly tools: readonly Tool[];
  readonly components: Components;
  readonly publicUrl: string;
  readonly contextOf: (request: FastifyRequest, identity: Identity) => Partial<RequestContext>;
}

interface Assistant {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly call: ToolCall;
}

/** Adds the route. What is wrong with a request before it is one of the protocol's is answered like everywhere in the API. */
export function mountMcp(scope: FastifyInstance, { tools, components, publicUrl, contextOf }: Door): void {
  const serverOf = ({ authInfo }: Pick<McpRequestContext, 'authInfo'>) => serve(authInfo?.extra?.assistant as Assistant);
  const modern = createMcpHandler(serverOf, { legacy: 'reject', maxSubscriptions: 0 });
  scope.post('/mcp', async (request, reply) => {
    const caller = keyedCaller(request);
    const { scopes } = caller.key;
    requireJsonTaken(request);
    const { body: parsedBody } = await readJson(request);
    // A list of calls would be many for the price of one.
    if (typeof parsedBody !== 'object' || parsedBody === null || Array.isArray(parsedBody))
      throw new Refusal(400, fault('INVALID_INPUT', 'mcpOneMessage'));
    const own = new Map(tools.filter((tool) => tool.scope === null || scopes.includes(tool.scope)).map((tool) => [tool.name, tool]));
    const assistant: Assistant = { tools: own, call: { identity: caller, context: contextOf(request, caller), components } };
    const authInfo = { token: '', clientId: caller.userId, scopes: [...scopes], extra: { assistant } };
    const passed = new Request(`${publicUrl}/api/v1/mcp`, { method: 'POST', headers: passedHeaders(request) });
    const response = (await isLegacyRequest(passed, parsedBody))
      ? await former(serverOf({ authInfo }), passed, parsedBody, authInfo)
      : await modern.fetch(passed, { authInfo, parsedBody });
    return answer(reply, response);
  });
}

/** Clients of the protocol's releases before 2026-07-28, which begin with a handshake that nothing is kept of. */
async function former(server: Server, request: Request, parsedBody: unknown, authInfo: McpRequestContext['authInfo']): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody, ...(authInfo ? { authInfo } : {}) });
  } finally {
    await server.close();
  }
}

/** Answers come as one JSON, whatever else a client would take. */
function passedHeaders({ headers }: FastifyRequest): Headers {
  const passed = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) if (name.startsWith('mcp-') && typeof value === 'string') passed.set(name, value);
  return passed;
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const text = await response.text();
  if (text !== '') reply.type(response.headers.get('content-type') ?? 'application/json');
  return reply.status(response.status).send(text);
}

function serve({ tools, call }: Assistant): Server {
  const server = new Server(
    { name: 'quittance', title: 'Quittance', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.onerror = (error) => logger.debug({ error }, 'an assistant’s message was refused');
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(({ listed }) => listed) as never }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${shown(params.name.slice(0, 80))} for this key`);
    try {
      const values = (params.arguments ?? {}) as Values;
      checkOwn(tool, values);
      const structuredContent = await callTool(tool, values, call);
      return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
    } catch (error) {
      return { content: [{ type: 'text' as const, text: refusalText(error, tool) }], isError: true };
    }
  });
  return server;
}

const ajv = new Ajv2020({ strict: false });
/** What no endpoint reads. */
function checkOwn(tool: Tool, values: Values): void {
  if (tool.ready || ajv.validate(tool.listed.inputSchema, values)) return;
  throw new WrongValues(
    (ajv.errors ?? []).map(({ instancePath, message = 'is wrong' }) => ({
      parameter: instancePath.slice(1) || 'arguments',
      code: 'apiValueSchema',
      detail: message,
    })),
  );
}

/** @returns what went wrong in words, with every value that is; a defect under its number. */
function refusalText(error: unknown, tool: Tool): string {
  const { body } = problemOf(error, tool.ready ? placesOf(tool.ready) : undefined);
  const wrong = (body.errors ?? []) as readonly { pointer?: string; parameter?: string; detail: string }[];
  const lines = wrong.map(
    ({ pointer, parameter, detail }) => `- ${parameter ?? decodeURIComponent(pointer ?? '').replace(/^#\//, '')}: ${detail}`,
  );
  return shown([`${String(body.detail)} (${String(body.code)})`, ...lines].join('\n'));
}
