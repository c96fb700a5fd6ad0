CREATE TABLE "outsourcing_share" (
	"client_id" uuid NOT NULL,
	"rule_key" text NOT NULL,
	"given" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outsourcing_share_client_id_rule_key_pk" PRIMARY KEY("client_id","rule_key")
);
--> statement-breakpoint
ALTER TABLE "outsourcing_share" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_notice" (
	"client_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid,
	"currency" text,
	"amount" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "partner_notice_client_id_notice_id_pk" PRIMARY KEY("client_id","notice_id")
);
--> statement-breakpoint
ALTER TABLE "partner_notice" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP VIEW "published"."account";--> statement-breakpoint
DROP VIEW "published"."claim_assignment";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "assigned_partner_id" uuid;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "outsourced_claims_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_assignment" ADD COLUMN "request_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_assignment" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "claim_assignment" ADD COLUMN "debtor_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_assignment" ADD COLUMN "collected" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "partner_notice_waiting" ON "partner_notice" USING btree ("client_id","partner_id","created_at") WHERE told_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_by_partner" ON "account" USING btree ("client_id","assigned_partner_id","account_id") WHERE assigned_partner_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "claim_assignment_request" ON "claim_assignment" USING btree ("client_id","external_claim_ref","request_key");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "claim_assignment_debtor" ON "claim_assignment" USING btree ("client_id","debtor_key") WHERE ended_at is null;--> statement-breakpoint
CREATE VIEW "published"."account" WITH (security_invoker = true) AS (select client_id, account_id, external_account_ref, debtor_name, debtor_ref, currency, locale, meta, assignee_user_id, active_claims_count, assigned_partner_id, created_at, updated_at from account);--> statement-breakpoint
CREATE VIEW "published"."claim_assignment" WITH (security_invoker = true) AS (select client_id, assignment_id, partner_id, account_id, external_claim_ref, status, outsource_method, run_id, created_at, ended_at from claim_assignment);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "outsourcing_share" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_notice" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));