CREATE SCHEMA "published";
--> statement-breakpoint
CREATE VIEW "published"."account" WITH (security_invoker = true) AS (select client_id, account_id, external_account_ref, debtor_name, currency, locale, meta, assignee_user_id, active_claims_count, created_at, updated_at from account);--> statement-breakpoint
CREATE VIEW "published"."claim" WITH (security_invoker = true) AS (select client_id, external_claim_ref, account_id, currency, balance, due_date, status, disputed_at, promise_to_pay_enabled, meta, updated_at from claim);--> statement-breakpoint
CREATE VIEW "published"."contact_point" WITH (security_invoker = true) AS (select client_id, account_id, debtor_id, kind, value, normalized from contact_point);--> statement-breakpoint
CREATE VIEW "published"."debtor" WITH (security_invoker = true) AS (select client_id, account_id, debtor_id, external_debtor_ref, position, first_name, middle_name, last_name, company_name, birthday, iban_digest from debtor);--> statement-breakpoint
CREATE VIEW "published"."work_item" WITH (security_invoker = true) AS (select client_id, work_item_id, account_id, status from work_item);--> statement-breakpoint
CREATE VIEW "published"."client" WITH (security_invoker = true) AS (select client_id, name, timezone, country_code, default_locale, exclude_holidays, feature_flags, created_at from client);--> statement-breakpoint
CREATE VIEW "published"."client_key" WITH (security_invoker = true) AS (select client_id from client);--> statement-breakpoint
CREATE VIEW "published"."client_name" WITH (security_invoker = true) AS (select client_id, name from client);--> statement-breakpoint
CREATE VIEW "published"."client_user" WITH (security_invoker = true) AS (select client_id, user_id, email, phone_number, name, role, groups, status, is_enabled, availability from client_user);--> statement-breakpoint
CREATE VIEW "published"."bank_account" WITH (security_invoker = true) AS (select client_id, bank_account_id, name from bank_account);--> statement-breakpoint
CREATE VIEW "published"."direct_debit" WITH (security_invoker = true) AS (select client_id, account_id, file_id from direct_debit);--> statement-breakpoint
CREATE VIEW "published"."direct_debit_file" WITH (security_invoker = true) AS (select client_id, file_id, bank_account_id, created_at from direct_debit_file);--> statement-breakpoint
CREATE VIEW "published"."ledger_entry" WITH (security_invoker = true) AS (select client_id, account_id, external_claim_ref, kind, contra, amount, value_date, booked_at from ledger_entry);--> statement-breakpoint
CREATE VIEW "published"."payment" WITH (security_invoker = true) AS (select client_id, account_id, provider_name, created_at from payment);--> statement-breakpoint
CREATE VIEW "published"."promise_to_pay" WITH (security_invoker = true) AS (select client_id, account_id, status, due_date, created_at from promise_to_pay);--> statement-breakpoint
CREATE VIEW "published"."communication_resolution" WITH (security_invoker = true) AS (select client_id, resolution_id, account_id, external_claim_ref, communication_request_id, communication_method, outcome_direction, category, resolution, delinquency_reason, additional_information, user_id, created_at from communication_resolution);