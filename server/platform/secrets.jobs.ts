/** Seals what an earlier release left clear: once after every start and every night, so that a process of that release beside this one loses nothing. */
import { defineJob, enqueue } from './jobs.ts';
import { logger } from './log.ts';
import { sealAnew } from './sealedColumns.ts';
import type { Database } from './tenancy.ts';

export const sealJob = defineJob({
  name: 'secrets.seal',
  cron: '23 2 * * *',
  run: async (_payload, database, signal) => {
    const rows = await sealAnew(database, 'unsealed', signal ? { signal } : {});
    if (rows > 0) logger.warn({ rows }, 'values that were stored clear are sealed now');
  },
});

/** Asks for the sealing, soon and once, however many processes start. */
export async function sealSoon({ app }: Pick<Database, 'app'>): Promise<void> {
  await enqueue({ sql: async (text, values) => (await app.query(text, values)).rows as never }, sealJob, {}, { key: sealJob.name });
}
