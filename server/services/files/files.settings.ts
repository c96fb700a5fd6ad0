/** What the files service is told by the installation. Jobs and commands read the environment; a server says what it was started with. */
import { type Config, readConfig } from '../../platform/config.ts';

let given: Config | null = null;
let listeningAt: string | null = null;

/** Says what the environment does not. */
export function configureFiles(config: Config): void {
  given = config;
}

export function filesConfig(): Config {
  return given ?? readConfig();
}

/** Says where the second listener really is, when its port was free to choose. */
export function setFilesOrigin(origin: string): void {
  listeningAt = origin;
}

/** @returns the origin that files are served from: never the one of the staff application. */
export function filesOrigin(): string {
  const config = filesConfig();
  return config.filesUrl ?? listeningAt ?? `http://${config.host}:${config.filesPort}`;
}
