/** Everything the environment may say, read once and checked. docs/CONFIGURATION.md lists it for operators. */
import { Resolver } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { BlockList } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { LOG_LEVEL, REGION } from '../../core/release.ts';
import { type Trust, trustOf } from './edge/proxies.ts';
import { addRange } from './outbound.addresses.ts';

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /** Any Postgres 15 or newer; without it the product starts its own. With a user it is the owner's address, and a start migrates by itself. */
  DATABASE_URL: z.string().optional(),
  /** The address of the schema's owner, where DATABASE_URL names no user: `npm run migrate` needs it, the product does not. */
  MIGRATION_DATABASE_URL: z.string().optional(),
  QUITTANCE_DATA: z.string().optional(),
  /** Where erasures of personal data are listed outside the database, so that a restored backup is erased again. */
  ERASURE_JOURNAL: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4000),
  /** Where debtors and staff reach this installation; links in messages start with it. */
  PUBLIC_URL: z.url().optional(),
  /** Other origins under which the installation's own pages are opened, separated by commas: https://collect.intern.example */
  OWN_ORIGINS: z.string().default(''),
  /** Proxies whose X-Forwarded-For is believed: addresses, ranges, and the names loopback, linklocal, uniquelocal, none. */
  TRUSTED_PROXIES: z.string().default('loopback'),
  /** Requests a minute of one address without a valid token, of one person, and tries to sign in of one address. */
  RATE_PER_ADDRESS: z.coerce.number().int().positive().default(600),
  RATE_PER_PERSON: z.coerce.number().int().positive().default(3_000),
  RATE_SIGN_IN: z.coerce.number().int().positive().default(60),
  /** Secret that seals what is stored encrypted and signs cookies and links (keyRing.ts). */
  QUITTANCE_SECRET: z.string().optional(),
  /** Earlier secrets, separated by commas, or a list in JSON where one has a comma: they still open what they sealed, until `npm run rotate-secret` has sealed it anew. */
  QUITTANCE_SECRET_PREVIOUS: z.string().default(''),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Quittance <no-reply@quittance.example>'),
  /** Megabytes a portfolio for import may have. */
  IMPORT_LIMIT_MB: z.coerce.number().int().positive().default(4096),
  /** The folder whose subfolders, one for each client and named by its id, are watched for portfolios. */
  WATCH_FOLDERS: z.string().optional(),
  /** Files of accounts are served by a listener of its own, so that they have another origin than the application: PORT + 1000 unless told. */
  FILES_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Where browsers reach that listener, when it stands behind a proxy: https://files.example.com */
  FILES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Megabytes a file of an account may have. */
  FILES_LIMIT_MB: z.coerce.number().int().positive().default(50),
  /** Where files are kept instead of the data folder: s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.example.com */
  FILES_STORE: z.string().optional(),
  /** What Prometheus sends as a bearer token to read /metrics and the details of /readyz; without it there are no metrics. */
  METRICS_TOKEN: z.string().min(16, 'has at least 16 characters').optional(),
  /** A port of its own for /livez, /readyz and /metrics: a worker has no other listener. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Where OpenTelemetry traces are sent, OTLP over HTTP: http://collector:4318 */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Host and port of a clamd that is asked about every file: clamav:3310 */
  CLAMAV_HOST: z.string().optional(),
  /** Feature flags that are on wherever the client itself says nothing, separated by commas. */
  FEATURE_FLAGS: z.string().default(''),
  /** An outside service of mail designs: its API, and the key by which it knows this installation. Without a key there is none. */
  DESIGN_SERVICE_URL: z.url({ protocol: /^https?$/ }).default('https://api.unlayer.com/v2'),
  DESIGN_SERVICE_KEY: z.string().optional(),
  /** The knowledge site that "Help" opens. */
  HELP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The script of somebody else that counts what is used; pages load it after consent. */
  ANALYTICS_SCRIPT_URL: z.url({ protocol: /^https$/ }).optional(),
  /** The script of somebody else that collects errors; pages load it after consent. */
  ERROR_REPORTING_SCRIPT_URL: z.url({ protocol: /^https$/ }).optional(),
  /** Answers with the country of the address that stands for {ip}, as two capital letters of plain text. */
  LOCATION_LOOKUP_URL: z.string().includes('{ip}').optional(),
  /** Hosts, addresses and ranges beside the public internet that gateways and mail servers of clients may be at: mail.internal, 10.1.2.0/24 */
  OUTBOUND_ALLOW: z.string().default(''),
  /** Name servers that are asked about clients' domains, separated by commas: 9.9.9.9, 10.0.0.2:5353. Without it, the system's. */
  DNS_SERVERS: z.string().default(''),
  /** Origins whose pages may be shown as embedded dashboards, separated by commas: https://eu-central-1.quicksight.aws.amazon.com */
  EMBED_ORIGINS: z.string().default(''),
  LOG_LEVEL: z.string().default(LOG_LEVEL),
  /** People and passwords in a pool of AWS Cognito instead of our own (docs/decisions/identity.md). */
  COGNITO_USER_POOL_ID: z
    .string()
    .regex(/^[\w-]+_[0-9a-zA-Z]+$/, 'reads like eu-central-1_AbCdEfGhI')
    .optional(),
  COGNITO_CLIENT_ID: z.string().optional(),
  COGNITO_CLIENT_SECRET: z.string().optional(),
  COGNITO_REGION: z.string().default(REGION),
  /** Another address than AWS's own, e.g. of an emulator. */
  COGNITO_ENDPOINT: z.url().optional(),
});

/** Every variable that readConfig takes; docs/CONFIGURATION.md describes each (config.test.ts). */
export const VARIABLES: readonly string[] = Object.keys(schema.shape);

export const DEFAULT_SECRET = 'quittance-development-secret';
/** Characters a secret has in production. */
const SECRET_LENGTH = 32;

/** @returns the secrets of a list: separated by commas, or in JSON, where one of them has a comma. @throws Error that shows the form */
export function earlierSecretsOf(list = ''): string[] {
  if (list.trim().startsWith('[')) {
    const parsed = z.array(z.string().min(1)).safeParse(fromJson(list));
    if (parsed.success) return parsed.data;
    throw new Error(`QUITTANCE_SECRET_PREVIOUS begins with [ and is no list in JSON, e.g. '["a secret, with a comma","another one"]'.`);
  }
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A pool of AWS Cognito and the app client that signs people in. */
export interface CognitoSettings {
  readonly userPoolId: string;
  readonly clientId: string;
  /** Null: the app client has none. */
  readonly clientSecret: string | null;
  readonly region: string;
  readonly endpoint: string | null;
}

/** How many a minute; what was saved up may come at once (docs/decisions/edge.md). */
export interface RateSettings {
  readonly perAddress: number;
  readonly perPerson: number;
  readonly signIn: number;
}

/** A bucket of S3-compatible storage. */
export interface BucketSettings {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Null: AWS's own. */
  readonly endpoint: string | null;
  /** As the operator wrote it, without what follows the question mark. */
  readonly place: string;
}

export interface Config {
  readonly production: boolean;
  readonly databaseUrl: string | null;
  /** Null: DATABASE_URL is the owner's, or this process does not migrate. */
  readonly migrationDatabaseUrl: string | null;
  readonly dataFolder: string;
  /** The list of erasures outside the database. */
  readonly erasureFolder: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** Besides that of publicUrl. */
  readonly ownOrigins: readonly string[];
  /** Whether an address is that of a proxy whose X-Forwarded-For is believed. */
  readonly isTrustedProxy: Trust;
  readonly rates: RateSettings;
  readonly secret: string;
  /** Of QUITTANCE_SECRET_PREVIOUS: they open and verify what they sealed and signed. */
  readonly earlierSecrets: readonly string[];
  /** The secret is the one of development, which everybody knows. */
  readonly hasDefaultSecret: boolean;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly logLevel: string;
  readonly importLimitBytes: number;
  /** Null: no folder of this machine is watched. */
  readonly watchFolders: string | null;
  readonly filesPort: number;
  /** Null: this host's, on that port. */
  readonly filesUrl: string | null;
  readonly filesLimitBytes: number;
  /** Null: files lie in the data folder. */
  readonly filesStore: BucketSettings | null;
  readonly metricsToken: string | null;
  readonly healthPort: number | null;
  readonly tracesEndpoint: string | null;
  readonly clamav: string | null;
  readonly featureFlags: readonly string[];
  /** The outside service of mail designs; null without one. */
  readonly designService: { readonly url: string; readonly key: string } | null;
  readonly helpUrl: string | null;
  readonly analyticsScriptUrl: string | null;
  readonly errorReportingScriptUrl: string | null;
  readonly locationLookupUrl: string | null;
  readonly embedOrigins: readonly string[];
  /** Host names, addresses and CIDR ranges that users' settings may name although they are not public. */
  readonly outboundAllow: readonly string[];
  /** Name servers asked about clients' domains; none: the system's. */
  readonly dnsServers: readonly string[];
  /** Null: people and passwords are in our own pool. */
  readonly cognito: CognitoSettings | null;
}

/** Where data lives when nobody says otherwise: outside the repository, /var/lib/quittance for root, the XDG data folder for others. */
export function defaultDataFolder(): string {
  if (process.getuid?.() === 0) return '/var/lib/quittance';
  return path.join(process.env.XDG_DATA_HOME ?? path.join(os.homedir(), '.local', 'share'), 'quittance');
}

/** @throws Error naming the variable that is wrong; in production also when a secret is missing, default or short. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = schema.safeParse(env);
  if (!parsed.success) throw new Error(`Configuration: ${parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`);
  const value = parsed.data;
  const production = value.NODE_ENV === 'production';
  const secret = value.QUITTANCE_SECRET ?? DEFAULT_SECRET;
  if (production && (secret === DEFAULT_SECRET || secret.length < SECRET_LENGTH))
    throw new Error(
      `A production start needs QUITTANCE_SECRET: at least ${SECRET_LENGTH} characters of your own, e.g. from \`openssl rand -base64 48\`. Keep it with the backups of the database and of the files, but not in the same place: without it, sealed bank accounts, passwords of providers and second factors can no longer be opened.`,
    );
  if (production && earlierSecretsOf(value.QUITTANCE_SECRET_PREVIOUS).some((each) => each.length < SECRET_LENGTH))
    throw new Error(
      `QUITTANCE_SECRET_PREVIOUS lists earlier values of QUITTANCE_SECRET, separated by commas; each has at least ${SECRET_LENGTH} characters. If the database was sealed with a shorter one, run npm run rotate-secret with it outside production first.`,
    );
  if (production && !value.PUBLIC_URL)
    throw new Error('A production start needs PUBLIC_URL, e.g. https://collect.example.com: links in messages start with it.');
  if ((value.COGNITO_USER_POOL_ID === undefined) !== (value.COGNITO_CLIENT_ID === undefined))
    throw new Error('COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID are set together or not at all.');
  return {
    production,
    databaseUrl: value.DATABASE_URL || null,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL || null,
    dataFolder: path.resolve(value.QUITTANCE_DATA ?? defaultDataFolder()),
    erasureFolder: path.resolve(value.ERASURE_JOURNAL ?? path.join(value.QUITTANCE_DATA ?? defaultDataFolder(), 'erasures')),
    host: value.HOST,
    port: value.PORT,
    publicUrl: (value.PUBLIC_URL ?? `http://${value.HOST}:${value.PORT}`).replace(/\/$/, ''),
    ownOrigins: originsOf('OWN_ORIGINS', value.OWN_ORIGINS),
    isTrustedProxy: trustOf(value.TRUSTED_PROXIES),
    rates: { perAddress: value.RATE_PER_ADDRESS, perPerson: value.RATE_PER_PERSON, signIn: value.RATE_SIGN_IN },
    secret,
    earlierSecrets: earlierSecretsOf(value.QUITTANCE_SECRET_PREVIOUS),
    hasDefaultSecret: secret === DEFAULT_SECRET,
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM,
    logLevel: value.LOG_LEVEL,
    featureFlags: value.FEATURE_FLAGS.split(',')
      .map((flag) => flag.trim())
      .filter((flag) => flag !== ''),
    designService: value.DESIGN_SERVICE_KEY ? { url: value.DESIGN_SERVICE_URL.replace(/\/+$/, ''), key: value.DESIGN_SERVICE_KEY } : null,
    helpUrl: value.HELP_URL ?? null,
    analyticsScriptUrl: value.ANALYTICS_SCRIPT_URL ?? null,
    errorReportingScriptUrl: value.ERROR_REPORTING_SCRIPT_URL ?? null,
    locationLookupUrl: value.LOCATION_LOOKUP_URL ?? null,
    outboundAllow: allowedOutbound(value.OUTBOUND_ALLOW),
    dnsServers: nameServersOf(value.DNS_SERVERS),
    embedOrigins: originsOf('EMBED_ORIGINS', value.EMBED_ORIGINS),
    cognito:
      value.COGNITO_USER_POOL_ID && value.COGNITO_CLIENT_ID
        ? {
            userPoolId: value.COGNITO_USER_POOL_ID,
            clientId: value.COGNITO_CLIENT_ID,
            clientSecret: value.COGNITO_CLIENT_SECRET ?? null,
            region: value.COGNITO_REGION,
            endpoint: value.COGNITO_ENDPOINT?.replace(/\/$/, '') ?? null,
          }
        : null,
    importLimitBytes: value.IMPORT_LIMIT_MB * 2 ** 20,
    watchFolders: value.WATCH_FOLDERS ? path.resolve(value.WATCH_FOLDERS) : null,
    filesPort: value.FILES_PORT ?? filesPortBeside(value.PORT),
    filesUrl: value.FILES_URL ? new URL(value.FILES_URL).origin : null,
    filesLimitBytes: value.FILES_LIMIT_MB * 2 ** 20,
    filesStore: value.FILES_STORE ? bucketOf(value.FILES_STORE, value.COGNITO_REGION) : null,
    metricsToken: value.METRICS_TOKEN ?? null,
    healthPort: value.HEALTH_PORT ?? null,
    tracesEndpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    clamav: value.CLAMAV_HOST || null,
  };
}

/** Not the next one: somebody who runs two installations gives them neighbouring ports. 0: whichever is free. */
function filesPortBeside(port: number): number {
  if (port === 0) return 0;
  return port + 1000 <= 65535 ? port + 1000 : port - 1000;
}

/** @throws Error saying how a bucket is written. */
function bucketOf(text: string, region: string): BucketSettings {
  const url = URL.parse(text);
  const endpoint = url?.searchParams.get('endpoint') ?? null;
  if (url?.protocol !== 's3:' || url.hostname === '' || (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')))
    throw new Error('Configuration: FILES_STORE is written s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.example.com');
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: url.searchParams.get('region') ?? region,
    endpoint,
    place: `s3://${url.hostname}/${prefix}`,
  };
}

/** @throws Error naming what is no address. */
function nameServersOf(list: string): string[] {
  const servers = list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  for (const server of servers) {
    try {
      new Resolver().setServers([server]);
    } catch {
      throw new Error(`Configuration: DNS_SERVERS names ${server}, which is no address, e.g. 9.9.9.9 or 10.0.0.2:5353`);
    }
  }
  return servers;
}

/** @throws Error naming what is no origin. */
function originsOf(variable: string, list: string): string[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const url = URL.parse(each);
      if (!url || !['https:', 'http:'].includes(url.protocol) || url.pathname !== '/')
        throw new Error(`Configuration: ${variable}: "${each}" is no origin such as https://dashboards.example.com`);
      return url.origin;
    });
}

/** @throws Error naming what is neither a host, nor an address, nor a range. */
function allowedOutbound(list: string): string[] {
  return list
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
    .map((each) => {
      const isName = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(each) && !/^[\d.]+$/.test(each);
      if (!isName && !addRange(new BlockList(), each))
        throw new Error(`Configuration: OUTBOUND_ALLOW: "${each}" is no host, address or range such as 10.1.2.0/24`);
      return each;
    });
}

/** @returns the repository's root, however the program was started. */
export function projectRoot(): string {
  const root = path.resolve(import.meta.dirname, '..', '..');
  if (!existsSync(path.join(root, 'package.json'))) throw new Error(`no package.json in ${root}`);
  return root;
}
