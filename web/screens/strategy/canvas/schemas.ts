/** Imported before every schema: the security policy forbids code made of text, which schemas would otherwise try. */
import { config } from 'zod/v4/core';

config({ jitless: true });
