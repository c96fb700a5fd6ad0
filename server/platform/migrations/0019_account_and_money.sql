CREATE TABLE "account_product" (
	"client_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"product_reference" text NOT NULL,
	"name" text,
	"type" text,
	"code" text,
	"meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "account_product_client_id_account_id_product_reference_pk" PRIMARY KEY("client_id","account_id","product_reference")
);
--> statement-breakpoint
ALTER TABLE "account_product" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account_widget_grid" (
	"client_id" uuid NOT NULL,
	"widgets" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "account_widget_grid_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "account_widget_grid" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bulk_action_item" (
	"client_id" uuid NOT NULL,
	"bulk_action_id" uuid NOT NULL,
	"item_id" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" jsonb,
	"before" jsonb,
	CONSTRAINT "bulk_action_item_client_id_bulk_action_id_item_id_pk" PRIMARY KEY("client_id","bulk_action_id","item_id")
);
--> statement-breakpoint
ALTER TABLE "bulk_action_item" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "metadata_schema" (
	"client_id" uuid NOT NULL,
	"schema_type" text NOT NULL,
	"schema" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "metadata_schema_client_id_schema_type_pk" PRIMARY KEY("client_id","schema_type")
);
--> statement-breakpoint
ALTER TABLE "metadata_schema" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_group" (
	"client_id" uuid NOT NULL,
	"group_id" text NOT NULL,
	"name" text NOT NULL,
	"logic" jsonb NOT NULL,
	"state" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "task_group_client_id_group_id_pk" PRIMARY KEY("client_id","group_id")
);
--> statement-breakpoint
ALTER TABLE "task_group" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "add_on_file" (
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text,
	"product_reference" text,
	"name" text NOT NULL,
	"extension" text NOT NULL,
	"mime_type" text,
	"size" bigint,
	"sha256" text,
	"source" text NOT NULL,
	"uploaded_by" text NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"context_type" text,
	"document_type" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"stored_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "add_on_file_client_id_file_id_pk" PRIMARY KEY("client_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "add_on_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bank_account" (
	"client_id" uuid NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"holder" text NOT NULL,
	"iban" text NOT NULL,
	"bic" text,
	"creditor_id" text,
	"currency" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"pre_notification_days" integer DEFAULT 14 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bank_account_client_id_bank_account_id_pk" PRIMARY KEY("client_id","bank_account_id")
);
--> statement-breakpoint
ALTER TABLE "bank_account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bank_entry" (
	"client_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"booking_date" date,
	"value_date" date NOT NULL,
	"counterparty_name" text,
	"counterparty_iban" text,
	"remittance" text DEFAULT '' NOT NULL,
	"end_to_end_id" text,
	"mandate_ref" text,
	"return_reason" text,
	"status" text NOT NULL,
	"explanation" jsonb,
	"account_id" uuid,
	"payment_id" uuid,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"note" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bank_entry_client_id_entry_id_pk" PRIMARY KEY("client_id","entry_id")
);
--> statement-breakpoint
ALTER TABLE "bank_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bank_statement" (
	"client_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"iban" text NOT NULL,
	"statement_ref" text NOT NULL,
	"currency" text NOT NULL,
	"from_date" date,
	"to_date" date,
	"opening_balance" bigint,
	"closing_balance" bigint,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"last_error" text,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "bank_statement_client_id_statement_id_pk" PRIMARY KEY("client_id","statement_id")
);
--> statement-breakpoint
ALTER TABLE "bank_statement" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "direct_debit" (
	"client_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"collection_date" date NOT NULL,
	"sequence_type" text,
	"announced_at" timestamp (3) with time zone,
	"file_id" uuid,
	"return_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "direct_debit_client_id_payment_id_pk" PRIMARY KEY("client_id","payment_id")
);
--> statement-breakpoint
ALTER TABLE "direct_debit" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "direct_debit_file" (
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"xml" text NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"downloaded_at" timestamp (3) with time zone,
	CONSTRAINT "direct_debit_file_client_id_file_id_pk" PRIMARY KEY("client_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "direct_debit_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_notice" (
	"client_id" uuid NOT NULL,
	"provider_name" text NOT NULL,
	"notice_id" text NOT NULL,
	"payment_id" uuid,
	"outcome" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_notice_client_id_provider_name_notice_id_pk" PRIMARY KEY("client_id","provider_name","notice_id")
);
--> statement-breakpoint
ALTER TABLE "payment_notice" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_provider_setting" (
	"client_id" uuid NOT NULL,
	"provider_name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"credentials" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payment_provider_setting_client_id_provider_name_pk" PRIMARY KEY("client_id","provider_name")
);
--> statement-breakpoint
ALTER TABLE "payment_provider_setting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recurring_payment_mandate" (
	"client_id" uuid NOT NULL,
	"mandate_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"provider_name" text NOT NULL,
	"payment_method_type" text NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"disabled_until" timestamp (3) with time zone,
	"context" jsonb NOT NULL,
	"reference" text NOT NULL,
	"signed_on" date,
	"last_collected_on" date,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "recurring_payment_mandate_client_id_mandate_id_pk" PRIMARY KEY("client_id","mandate_id")
);
--> statement-breakpoint
ALTER TABLE "recurring_payment_mandate" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "finance_setting" (
	"client_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "finance_setting_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "finance_setting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "settlement_offer" (
	"client_id" uuid NOT NULL,
	"settlement_offer_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"claim_refs" text[] NOT NULL,
	"amount" bigint NOT NULL,
	"due_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"valid_until" date NOT NULL,
	"status" text NOT NULL,
	"paid_before" bigint DEFAULT 0 NOT NULL,
	"paid_amount" bigint DEFAULT 0 NOT NULL,
	"offered_by" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_offer_client_id_settlement_offer_id_pk" PRIMARY KEY("client_id","settlement_offer_id")
);
--> statement-breakpoint
ALTER TABLE "settlement_offer" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_view" (
	"client_id" uuid NOT NULL,
	"view_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"state" jsonb NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "saved_view_client_id_view_id_pk" PRIMARY KEY("client_id","view_id")
);
--> statement-breakpoint
ALTER TABLE "saved_view" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "communication_resolution" (
	"client_id" uuid NOT NULL,
	"resolution_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text,
	"communication_method" text NOT NULL,
	"outcome_direction" text NOT NULL,
	"category" text NOT NULL,
	"resolution" text NOT NULL,
	"delinquency_reason" text NOT NULL,
	"additional_information" text DEFAULT '' NOT NULL,
	"communication_request_id" text,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "communication_resolution_client_id_resolution_id_pk" PRIMARY KEY("client_id","resolution_id")
);
--> statement-breakpoint
ALTER TABLE "communication_resolution" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "communication" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "communication" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "communication" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "communication" ADD COLUMN "handled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "communication" ADD COLUMN "handled_by" uuid;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "score_meta" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_action" ADD COLUMN "unit" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_action" ADD COLUMN "undoes" uuid;--> statement-breakpoint
ALTER TABLE "case_task" ADD COLUMN "due_date_option" text;--> statement-breakpoint
ALTER TABLE "case_task" ADD COLUMN "due_date_value" integer;--> statement-breakpoint
ALTER TABLE "case_task" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "claim" ADD COLUMN "compound_claim_refs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "claim" ADD COLUMN "allocation_order" text;--> statement-breakpoint
ALTER TABLE "claim" ADD COLUMN "interest_terms" jsonb;--> statement-breakpoint
ALTER TABLE "claim" ADD COLUMN "interest_booked_until" date;--> statement-breakpoint
ALTER TABLE "debtor" ADD COLUMN "ssn" text;--> statement-breakpoint
ALTER TABLE "debtor" ADD COLUMN "iban" text;--> statement-breakpoint
ALTER TABLE "debtor" ADD COLUMN "financial_information" jsonb;--> statement-breakpoint
ALTER TABLE "debtor" ADD COLUMN "additional_contact_information" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "task_topic" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "instalments_plan" ADD COLUMN "down_payment" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "instalments_plan" ADD COLUMN "replaces_plan_id" uuid;--> statement-breakpoint
ALTER TABLE "instalments_plan" ADD COLUMN "mandate_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "component" text DEFAULT 'principal' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "contra" text DEFAULT 'opening' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "mandate_id" uuid;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "end_to_end_id" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "external_ref" text;--> statement-breakpoint
ALTER TABLE "promise_to_pay" ADD COLUMN "method" text;--> statement-breakpoint
CREATE INDEX "add_on_file_account" ON "add_on_file" USING btree ("client_id","account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_iban" ON "bank_account" USING btree ("client_id","iban");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_entry_once" ON "bank_entry" USING btree ("client_id","key");--> statement-breakpoint
CREATE INDEX "bank_entry_statement" ON "bank_entry" USING btree ("client_id","statement_id","position");--> statement-breakpoint
CREATE INDEX "bank_entry_open" ON "bank_entry" USING btree ("client_id","status","value_date") WHERE status in ('new', 'ambiguous', 'unmatched');--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statement_once" ON "bank_statement" USING btree ("client_id","iban","statement_ref");--> statement-breakpoint
CREATE INDEX "direct_debit_due" ON "direct_debit" USING btree ("client_id","status","collection_date");--> statement-breakpoint
CREATE INDEX "direct_debit_account" ON "direct_debit" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "direct_debit_message" ON "direct_debit_file" USING btree ("client_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mandate_reference" ON "recurring_payment_mandate" USING btree ("client_id","reference");--> statement-breakpoint
CREATE INDEX "mandate_account" ON "recurring_payment_mandate" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_idempotency" ON "settlement_offer" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "settlement_account" ON "settlement_offer" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE INDEX "settlement_due" ON "settlement_offer" USING btree ("client_id","status","valid_until");--> statement-breakpoint
CREATE INDEX "saved_view_screen" ON "saved_view" USING btree ("client_id","screen","user_id");--> statement-breakpoint
CREATE INDEX "communication_resolution_account" ON "communication_resolution" USING btree ("client_id","account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "communication_resolution_request" ON "communication_resolution" USING btree ("client_id","communication_request_id");--> statement-breakpoint
CREATE INDEX "communication_waiting" ON "communication" USING btree ("client_id","created_at") WHERE direction = 'inbound' and handled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_end_to_end" ON "payment" USING btree ("client_id","end_to_end_id");--> statement-breakpoint
CREATE INDEX "payment_external_ref" ON "payment" USING btree ("client_id","external_ref") WHERE external_ref is not null;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "account_product" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "account_widget_grid" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "bulk_action_item" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "metadata_schema" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "task_group" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "add_on_file" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "bank_account" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "bank_entry" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "bank_statement" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "direct_debit" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "direct_debit_file" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "payment_notice" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "payment_provider_setting" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "recurring_payment_mandate" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "finance_setting" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "settlement_offer" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "saved_view" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "communication_resolution" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
-- Entries from before had one side; here is the other.
UPDATE "ledger_entry" SET "component" = case "kind" when 'fee' then 'costs' when 'interest' then 'interest' else 'principal' end,
  "contra" = case "kind" when 'fee' then 'income:costs' when 'interest' then 'income:interest' when 'writeOff' then 'loss:writeOff' when 'correction' then 'correction' else 'bank' end
  WHERE "kind" <> 'principal';