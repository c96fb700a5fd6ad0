import 'i18next';
import type account from './en_US/account.json';
import type accounts from './en_US/accounts.json';
import type audit from './en_US/audit.json';
import type auth from './en_US/auth.json';
import type charts from './en_US/charts.json';
import type consent from './en_US/consent.json';
import type contactRules from './en_US/contact-rules.json';
import type content from './en_US/content.json';
import type dashboards from './en_US/dashboards.json';
import type events from './en_US/events.json';
import type faults from './en_US/faults.json';
import type general from './en_US/general.json';
import type home from './en_US/home.json';
import type portfolioImport from './en_US/import.json';
import type inbox from './en_US/inbox.json';
import type later from './en_US/later.json';
import type notifications from './en_US/notifications.json';
import type portalSettings from './en_US/portal-settings.json';
import type reasons from './en_US/reasons.json';
import type reports from './en_US/reports.json';
import type roles from './en_US/roles.json';
import type schedule from './en_US/schedule.json';
import type shell from './en_US/shell.json';
import type strategy from './en_US/strategy.json';
import type tasks from './en_US/tasks.json';
import type ui from './en_US/ui.json';
import type users from './en_US/users.json';

/** Makes t('…') typed. A new area is one import and one line here, and a file per language. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      accounts: typeof accounts;
      audit: typeof audit;
      auth: typeof auth;
      charts: typeof charts;
      dashboards: typeof dashboards;
      home: typeof home;
      reports: typeof reports;
      events: typeof events;
      faults: typeof faults;
      'portal-settings': typeof portalSettings;
      import: typeof portfolioImport;
      general: typeof general;
      roles: typeof roles;
      reasons: typeof reasons;
      account: typeof account;
      tasks: typeof tasks;
      consent: typeof consent;
      content: typeof content;
      inbox: typeof inbox;
      later: typeof later;
      'contact-rules': typeof contactRules;
      schedule: typeof schedule;
      shell: typeof shell;
      strategy: typeof strategy;
      notifications: typeof notifications;
      ui: typeof ui;
      users: typeof users;
    };
  }
}
