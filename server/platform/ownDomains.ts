/** The domains under which people open this installation. */
import type { Config } from './config.ts';

type Origins = Pick<Config, 'publicUrl' | 'ownOrigins'>;

const origins = ({ publicUrl, ownOrigins }: Origins) => [publicUrl, ...ownOrigins];

/** @returns them, with their ports where they have one; the usual one first. */
export const ownDomains = (config: Origins): string[] => [...new Set(origins(config).map((each) => new URL(each).host))];

/** @returns the address behind a domain, such as "https://pay.example"; the usual one where the domain isn't ours. */
export const addressOf = (config: Origins, domain: string | null | undefined): string =>
  origins(config).find((each) => new URL(each).host === domain) ?? config.publicUrl;
