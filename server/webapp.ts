/** Serves the built staff application: hashed files for ever, index.html for every screen's address. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Addresses that are never a screen. */
const NOT_SCREENS = /^\/(api|assets|p|t|healthz)(\/|$)/;

/** @param folder the build's output. @throws Error when there is no build. */
export async function mountWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) throw new Error(`no web app in ${folder}; npm run build makes it`);
  const assets = path.join(folder, 'assets');
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    index: false,
    maxAge: '365d',
    immutable: true,
    preCompressed: true,
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || NOT_SCREENS.test(request.url.split('?')[0] ?? '')) return reply.code(404).send({ error: 'not found' });
    return reply.type('text/html').header('cache-control', 'no-cache').sendFile('index.html', folder, { maxAge: 0, immutable: false });
  });
}
