import 'i18next';
import type auth from './en_US/auth.json';
import type shell from './en_US/shell.json';
import type ui from './en_US/ui.json';

/** Makes t('…') typed. A new area is one import and one line here, and a file per language. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      auth: typeof auth;
      shell: typeof shell;
      ui: typeof ui;
    };
  }
}
