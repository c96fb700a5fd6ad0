CREATE TABLE "pool_secret" (
	"key_id" text PRIMARY KEY NOT NULL,
	"canary" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pool_secret" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_key" (
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "client_key_client_id_name_pk" PRIMARY KEY("client_id","name")
);
--> statement-breakpoint
ALTER TABLE "client_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "debtor_iban";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bank_account_iban";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bank_entry_payer";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bank_statement_once";--> statement-breakpoint
ALTER TABLE "debtor" ADD COLUMN "iban_digest" text;--> statement-breakpoint
ALTER TABLE "bank_entry" ADD COLUMN "counterparty_iban_digest" text;--> statement-breakpoint
ALTER TABLE "recurring_payment_mandate" ADD COLUMN "iban_digest" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "debtor_iban_digest" ON "debtor" USING btree ("client_id","iban_digest") WHERE iban_digest is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bank_entry_payer_digest" ON "bank_entry" USING btree ("client_id","counterparty_iban_digest") WHERE status = 'booked' and account_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bank_statement_ref" ON "bank_statement" USING btree ("client_id","statement_ref");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "bank_statement_notices" ON "bank_statement" USING btree ("client_id","statement_ref") WHERE iban = '';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mandate_iban_digest" ON "recurring_payment_mandate" USING btree ("client_id","iban_digest") WHERE iban_digest is not null;--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_secret" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "client_key" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));