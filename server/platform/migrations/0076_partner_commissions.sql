CREATE TABLE "partner_agreement" (
	"client_id" uuid NOT NULL,
	"agreement_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "partner_agreement_client_id_agreement_id_pk" PRIMARY KEY("client_id","agreement_id")
);
--> statement-breakpoint
ALTER TABLE "partner_agreement" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_commission" (
	"client_id" uuid NOT NULL,
	"commission_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"assignment_id" uuid NOT NULL,
	"agreement_id" uuid,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"kind" text NOT NULL,
	"entry_id" uuid,
	"payment_id" uuid,
	"component" text,
	"payment_kind" text,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"base" bigint NOT NULL,
	"figure" bigint NOT NULL,
	"net" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"why" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"invoice_id" uuid,
	CONSTRAINT "partner_commission_client_id_commission_id_pk" PRIMARY KEY("client_id","commission_id")
);
--> statement-breakpoint
ALTER TABLE "partner_commission" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_invoice" (
	"client_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"currency" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"lines" integer NOT NULL,
	"base" bigint NOT NULL,
	"collected" bigint NOT NULL,
	"net" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"issued_by" text,
	"locale" text NOT NULL,
	"pdf_file_id" uuid,
	"csv_file_id" uuid,
	CONSTRAINT "partner_invoice_client_id_invoice_id_pk" PRIMARY KEY("client_id","invoice_id")
);
--> statement-breakpoint
ALTER TABLE "partner_invoice" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP VIEW "published"."ledger_entry";--> statement-breakpoint
DROP VIEW "published"."payment";--> statement-breakpoint
CREATE UNIQUE INDEX "partner_agreement_day" ON "partner_agreement" USING btree ("client_id","partner_id","valid_from");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_commission_entry" ON "partner_commission" USING btree ("client_id","entry_id") WHERE entry_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_commission_claim" ON "partner_commission" USING btree ("client_id","assignment_id","kind") WHERE entry_id is null;--> statement-breakpoint
CREATE INDEX "partner_commission_assignment" ON "partner_commission" USING btree ("client_id","assignment_id");--> statement-breakpoint
CREATE INDEX "partner_commission_day" ON "partner_commission" USING btree ("client_id","partner_id","day","commission_id");--> statement-breakpoint
CREATE INDEX "partner_commission_open" ON "partner_commission" USING btree ("client_id","partner_id","currency","day") WHERE invoice_id is null;--> statement-breakpoint
CREATE INDEX "partner_commission_invoice" ON "partner_commission" USING btree ("client_id","invoice_id","day","commission_id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_invoice_number" ON "partner_invoice" USING btree ("client_id","number");--> statement-breakpoint
CREATE INDEX "partner_invoice_partner" ON "partner_invoice" USING btree ("client_id","partner_id","currency","to_day");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "claim_assignment_history" ON "claim_assignment" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE VIEW "published"."ledger_entry" WITH (security_invoker = true) AS (select client_id, entry_id, account_id, external_claim_ref, kind, component, contra, amount, currency, value_date, booked_at, description, payment_id, reverses_entry_id from ledger_entry);--> statement-breakpoint
CREATE VIEW "published"."payment" WITH (security_invoker = true) AS (select client_id, payment_id, account_id, provider_name, method, created_at from payment);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_agreement" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_commission" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_invoice" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));