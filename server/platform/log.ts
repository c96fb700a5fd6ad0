/** The process log: JSON lines for machines. Personal data does not belong here: log ids. */
import { pino, stdSerializers } from 'pino';

export const logger = pino({
  level: process.env.LOG_LEVEL ?? 'warn',
  base: null,
  serializers: { error: stdSerializers.err },
  redact: ['password', 'token', 'authorization', '*.password', '*.token'],
});
