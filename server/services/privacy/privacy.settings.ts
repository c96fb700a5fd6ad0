/** What the privacy service is told by the installation. Jobs and commands read the environment; a server says what it was started with. */
import { type Config, readConfig } from '../../platform/config.ts';

let given: Config | null = null;

/** Says what the environment does not. */
export function configurePrivacy(config: Config): void {
  given = config;
}

export function privacyConfig(): Config {
  return given ?? readConfig();
}
