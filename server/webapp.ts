/** Serves the built staff application: hashed files for ever, index.html for every screen's address. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { PageSettings } from '../core/pageSettings.ts';
import { withSettings } from './settings.ts';

/** Addresses that are never a screen. */
const NOT_SCREENS = /^\/(api|assets|p|t|healthz)(\/|$)/;

/** @param folder the build's output. @param settings what its page is told. @throws Error when there is no build. */
export async function mountWebApp(app: FastifyInstance, folder: string, settings: PageSettings): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) throw new Error(`no web app in ${folder}; npm run build makes it`);
  const assets = path.join(folder, 'assets');
  // Its own route for them would read the whole folder for every file that is asked for, to be sure of its spelling.
  await app.register(fastifyStatic, { root: assets, serve: false, maxAge: '365d', immutable: true, preCompressed: true });
  const names = new Set(readdirSync(assets));
  app.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
    names.has(name) ? reply.sendFile(name) : reply.callNotFound(),
  );
  const page = withSettings(readFileSync(path.join(folder, 'index.html'), 'utf8'), settings);
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || NOT_SCREENS.test(request.url.split('?')[0] ?? '')) return reply.code(404).send({ error: 'not found' });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
