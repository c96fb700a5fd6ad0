/**
 * Where personal data are and how they go. Each service declares its own in <service>.personal.ts; the privacy service discloses and erases
 * by these declarations, and a test holds that every table of tenant data has one or says why it needs none.
 */
import { getTableColumns, getTableName } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Uuid } from '../../core/id.ts';
import type { RetentionKind } from '../../core/retention.ts';
import type { Tx } from './tenancy.ts';

/** SQL over the rows `t` of one table. */
export interface Erasable {
  /** What the record of an erasure counts them as. */
  readonly name: string;
  readonly kind: RetentionKind;
  readonly table: string;
  /** Whether anything of the row is left to erase. */
  readonly left: string;
  /** The row goes; or these columns get these values; or a function of the owner's blanks it (erase_texts). */
  readonly erase: 'delete' | Readonly<Record<string, string>> | { readonly texts: string };
  /** The account it belongs to; null: none, and only its age counts. */
  readonly account?: string | null;
  /** Whether the row is about one debtor of the account, whose reference is $ref; absent: about all of them. */
  readonly debtor?: string;
  /** Its own time: erased by age, whatever becomes of its account. */
  readonly age?: string;
  /** Whether a legal hold covers it, for what belongs to no single account. `held` is the list of held accounts. */
  readonly held?: string;
  /** Follows in the same transaction. */
  readonly after?: (tx: Tx, accountIds: readonly Uuid[]) => Promise<unknown>;
  /** What must wait until the transaction has ended well; a crash before it is made up for by the nightly job. */
  readonly outside?: (tx: Tx) => Promise<unknown>;
}

const erasables: Erasable[] = [];

/** Declares what can be erased. */
export function defineErasable(...declared: readonly Erasable[]): void {
  erasables.push(...declared);
}

/** @returns all declarations of a kind. */
export function erasablesOf(kind: RetentionKind): readonly Erasable[] {
  return erasables.filter((each) => each.kind === kind);
}

export const allErasables = (): readonly Erasable[] => erasables;

const casing = new CasingCache('snake_case');

/** @returns the names of a table's columns in the database, and whether each may be null. */
function columnsOf(table: PgTable): { name: string; isNullable: boolean; hasDefault: boolean }[] {
  return Object.values(getTableColumns(table)).map((column) => ({
    name: casing.getColumnCasing(column),
    isNullable: !column.notNull,
    hasDefault: column.hasDefault,
  }));
}

/**
 * Erases every column but those that are kept, so that a column somebody adds later goes too. @param keep names in the database.
 * @param values of columns that are not null. @returns `left` and `erase` of a declaration.
 */
export function eraseAllExcept(
  table: PgTable,
  keep: readonly string[],
  values: Readonly<Record<string, string>> = {},
): Pick<Erasable, 'table' | 'left' | 'erase'> {
  const gone = columnsOf(table).filter(
    ({ name, isNullable, hasDefault }) => !keep.includes(name) && (isNullable || hasDefault || name in values),
  );
  const set = Object.fromEntries(gone.map(({ name, isNullable }) => [name, values[name] ?? (isNullable ? 'null' : 'default')]));
  return { table: getTableName(table), ...setting(set) };
}

/** @param set columns with what they get. @returns `left` and `erase` of a declaration. */
export function setting(set: Readonly<Record<string, string>>): Pick<Erasable, 'left' | 'erase'> {
  const left = Object.entries(set).flatMap(([name, value]) =>
    value === 'default' ? [] : value === 'null' ? [`t.${name} is not null`] : [`t.${name} is distinct from ${value}`],
  );
  return { left: left.join(' or '), erase: set };
}

const oneLine = (text: string) => `lower(trim(regexp_replace(${text}, '\\s+', ' ', 'g')))`;

/**
 * SQL: whether a letter is addressed to one debtor of its account, whose reference is $ref: its first line is their name, with their title or without.
 * @param letter alias of a row with client_id and account_id. @param recipient the lines of its address, as core/postalAddress.ts makes them
 */
export function addressedTo(letter: string, recipient: string): string {
  const line = oneLine(`split_part(${recipient}, E'\\n', 1)`);
  const name = oneLine(`concat_ws(' ', d.first_name, d.last_name)`);
  const before = `left(${line}, greatest(length(${line}) - length(${name}) - 1, 0))`;
  return `exists (select from published.debtor d
    where d.client_id = ${letter}.client_id and d.account_id = ${letter}.account_id and d.external_debtor_ref = $ref and ${line} <> ''
      and (${line} in (${name}, ${oneLine(`coalesce(d.company_name, '')`)})
        or ${name} <> '' and ${line} = ${before} || ' ' || ${name} and position(${before} in ${oneLine(`coalesce(d.title, '')`)}) > 0))`;
}

/** Whose data a file is of: the person, by every account they are on. */
export interface Subject {
  readonly accountIds: readonly Uuid[];
  readonly persons: readonly { readonly accountId: Uuid; readonly externalDebtorRef: string }[];
}

export type PersonalRow = Record<string, unknown>;

/** A part of the file of everything known about a person, in the order in which services declare them. */
export interface PersonalSection {
  /** Key of its heading (privacy.words.ts). */
  readonly name: string;
  readonly read: (tx: Tx, subject: Subject) => Promise<readonly PersonalRow[]>;
}

const sections: PersonalSection[] = [];

export function definePersonalSections(...declared: readonly PersonalSection[]): void {
  sections.push(...declared);
}

export const personalSections = (): readonly PersonalSection[] => sections;

/** A section that is the rows of a table. @param drop columns that say nothing of the person: keys, technical marks. */
export function rowsOf(table: string, order: string, drop: readonly string[] = []): PersonalSection['read'] {
  return async (tx, { accountIds }) => {
    const rows = await tx.sql<{ row: PersonalRow }>(
      `select to_jsonb(t) - $3::text[] as row from ${table} t where t.client_id = $1 and t.account_id = any($2::uuid[]) order by ${order}`,
      [tx.clientId, accountIds, ['client_id', 'revision', ...drop]],
    );
    return rows.map(({ row }) => row);
  };
}

/** Tables of tenant data without personal data of debtors, each with the reason. */
export const NOT_PERSONAL: Readonly<Record<string, string>> = {
  api_key: 'names of programs',
  api_answer: 'answers to requests, removed after a day by the service itself',
  api_feed: 'ids of events',
  event_follower: 'how far background work has read the log',
  event_followed: 'ids of events that background work has handled',
  delivery_health: 'whether providers of messages are there',
  accounting_batch: 'sums and names of files of the books',
  accounting_entry: 'ids of the books',
  accounting_part: 'amounts and references of the books',
  accounting_setting: 'numbers of accounts, and a server',
  account_label: 'names of products and portfolios',
  account_widget_grid: 'the layout of a screen',
  bank_account: 'the client’s own accounts',
  bank_statement: 'the client’s own accounts',
  bulk_action: 'what staff chose, by ids and filters',
  bulk_action_item: 'ids and earlier states',
  call_script: 'the client’s own texts',
  client: 'the client itself',
  client_domain: 'domains of the client',
  client_key: 'keys at random',
  client_role: 'rights',
  client_schedule: 'opening hours',
  client_user: 'staff, anonymized by the users’ own screen',
  contact_setting: 'rules and providers',
  custom_trigger: 'names of triggers and their fields',
  decision_tree: 'the client’s own trees',
  decision_tree_version: 'the client’s own trees',
  direct_debit: 'amounts and days; the person is in the mandate',
  erasure: 'the record of erasures, without what was erased',
  event_erasure: 'digests',
  event_seal: 'digests',
  finance_setting: 'rules',
  content_brand: 'how the client’s messages look',
  picture: 'the client’s own pictures for messages',
  shared_block: 'the client’s own texts',
  global_placeholders: 'the client’s own texts',
  import_mapping: 'names of columns',
  import_watch: 'folders of the client',
  import_watch_file: 'names and digests of files, as in import_run',
  import_watch_look: 'counts',
  instalment: 'amounts and days; the person is in the account',
  instalments_plan: 'amounts and days; the person is in the account',
  letter_preview: 'removed after an hour by the service itself',
  print_batch: 'days and numbers; where its letters go is in print_batch_letter',
  legal_hold: 'the reason of a hold, which outlives it as proof',
  metadata_schema: 'names of fields',
  outsourcing_config: 'days and times',
  outsourcing_share: 'how many claims partners were given',
  partner: 'the client’s own partners',
  partner_agreement: 'what partners earn',
  partner_allocation: 'shares of partners',
  partner_commission: 'amounts and references of the books; the person is in the account',
  partner_exchange: 'how files are exchanged with companies',
  partner_file_attachment: 'references and ids; the person is in the account',
  partner_file_row: 'references, amounts and digests; the person is in the account',
  partner_invoice: 'sums; its files name claims and no debtors',
  partner_remote_file: 'names of files on partners’ servers',
  payment: 'amounts and references of the books; the person is in the account',
  payment_notice: 'states and reasons that providers tell',
  payment_provider_setting: 'credentials',
  personal_data_file: 'removed after 14 days by the service itself',
  portal_setting: 'rules',
  promise_to_pay: 'amounts and days; the person is in the account',
  due_notice: 'days that were told of; the person is in the account',
  reaction_firing: 'which rule answered which event',
  reaction_rule: 'the client’s own rules',
  retention_rule: 'rules',
  saved_view: 'filters and columns of lists',
  strategy_blueprint: 'strategies',
  strategy_preview: 'drawings of strategies',
  strategy_step_comment: 'what staff write about the steps of strategies',
  strategy_version: 'strategies',
  task_group: 'how tasks are given',
  task_topic: 'how tasks are given',
  template_bundle: 'the client’s own texts',
  whatsapp_approval: 'the client’s own texts',
  landing_page: 'the client’s own texts',
  landing_page_version: 'the client’s own texts',
  landing_page_look: 'the client’s own texts and brand',
  landing_page_draft: 'the client’s own texts, for half an hour; whose facts they are looked at with is the link’s',
  webhook_delivery: 'which event went to which address; what it says is the event’s',
  webhook_endpoint: 'addresses of the client’s own systems',
  webhook_queue: 'ids of accounts whose events wait',
  webhook_secret: 'keys at random',
  webhook_subscription: 'which kinds of events go where',
  workflow_blueprint: 'names of the client’s own workflows',
  workflow_blueprint_version: 'the client’s own workflows',
};
