CREATE TABLE "claim_assignment" (
	"client_id" uuid NOT NULL,
	"assignment_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"due_date" date,
	"status" text DEFAULT 'created' NOT NULL,
	"outsource_method" text NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_note" text,
	CONSTRAINT "claim_assignment_client_id_assignment_id_pk" PRIMARY KEY("client_id","assignment_id")
);
--> statement-breakpoint
ALTER TABLE "claim_assignment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner" (
	"client_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text DEFAULT 'collectionAgency' NOT NULL,
	"email" text,
	"phone" text,
	"address_line1" text,
	"address_line2" text,
	"address_line3" text,
	"postal_code" text,
	"city" text,
	"state" text,
	"country" text,
	"is_skip_tracing_default" boolean DEFAULT false NOT NULL,
	"attachment_selector_list" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "partner_client_id_partner_id_pk" PRIMARY KEY("client_id","partner_id")
);
--> statement-breakpoint
ALTER TABLE "partner" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_assignment_out" ON "claim_assignment" USING btree ("client_id","external_claim_ref") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "claim_assignment_account" ON "claim_assignment" USING btree ("client_id","account_id","partner_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "claim_assignment_partner" ON "claim_assignment" USING btree ("client_id","partner_id","created_at","assignment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_name" ON "partner" USING btree ("client_id",lower(name)) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_skip_tracing" ON "partner" USING btree ("client_id") WHERE is_skip_tracing_default and deleted_at is null;--> statement-breakpoint
CREATE VIEW "published"."claim_assignment" WITH (security_invoker = true) AS (select client_id, assignment_id, partner_id, account_id, external_claim_ref, status, outsource_method, created_at, ended_at from claim_assignment);--> statement-breakpoint
CREATE VIEW "published"."partner" WITH (security_invoker = true) AS (select client_id, partner_id, name, type, email, phone, address_line1, address_line2, address_line3, postal_code, city, state, country, is_skip_tracing_default, deleted_at from partner);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "claim_assignment" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));