CREATE TABLE "api_answer" (
	"client_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"route" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_answer_client_id_key_id_route_idempotency_key_pk" PRIMARY KEY("client_id","key_id","route","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "api_answer" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_feed" (
	"client_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_feed_client_id_position_pk" PRIMARY KEY("client_id","position")
);
--> statement-breakpoint
ALTER TABLE "api_feed" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_key" (
	"client_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_from" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" uuid,
	CONSTRAINT "api_key_client_id_key_id_pk" PRIMARY KEY("client_id","key_id")
);
--> statement-breakpoint
ALTER TABLE "api_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounting_batch" (
	"client_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"number" integer,
	"status" text NOT NULL,
	"reverses_batch_id" uuid,
	"from_day" date,
	"until_day" date NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"chart" jsonb,
	"sums" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" jsonb,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"delivery_error" jsonb,
	CONSTRAINT "accounting_batch_client_id_batch_id_pk" PRIMARY KEY("client_id","batch_id")
);
--> statement-breakpoint
ALTER TABLE "accounting_batch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounting_entry" (
	"client_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	CONSTRAINT "accounting_entry_client_id_entry_id_pk" PRIMARY KEY("client_id","entry_id")
);
--> statement-breakpoint
ALTER TABLE "accounting_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounting_part" (
	"client_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"file_number" integer NOT NULL,
	"part_number" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "accounting_part_client_id_batch_id_file_number_part_number_pk" PRIMARY KEY("client_id","batch_id","file_number","part_number")
);
--> statement-breakpoint
ALTER TABLE "accounting_part" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounting_setting" (
	"client_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text,
	"fingerprint" text,
	"last_number" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "accounting_setting_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "accounting_setting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_watch" (
	"client_id" uuid NOT NULL,
	"watch_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"kind" text NOT NULL,
	"folder" text NOT NULL,
	"host" text,
	"port" integer,
	"username" text,
	"secrets" text,
	"fingerprint" text,
	"pattern" text NOT NULL,
	"marker" text,
	"mapping_id" uuid NOT NULL,
	"every_minutes" integer,
	"times" text[] NOT NULL,
	"working_days" boolean NOT NULL,
	"is_moved" boolean NOT NULL,
	"confirm" text NOT NULL,
	"most_rejected" integer NOT NULL,
	"user_ids" uuid[] NOT NULL,
	"next_look_at" timestamp (3) with time zone,
	"last_look_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"away_since" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "import_watch_client_id_watch_id_pk" PRIMARY KEY("client_id","watch_id")
);
--> statement-breakpoint
ALTER TABLE "import_watch" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_watch_file" (
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"watch_id" uuid NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"modified" text NOT NULL,
	"state" text NOT NULL,
	"sha256" text,
	"import_id" uuid,
	"reason" jsonb,
	"stays_put" boolean DEFAULT true NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "import_watch_file_client_id_file_id_pk" PRIMARY KEY("client_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "import_watch_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_watch_look" (
	"client_id" uuid NOT NULL,
	"look_id" uuid NOT NULL,
	"watch_id" uuid NOT NULL,
	"user_id" uuid,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"found" integer NOT NULL,
	"fresh" integer NOT NULL,
	"taken" integer NOT NULL,
	"moved" integer NOT NULL,
	"error" jsonb,
	CONSTRAINT "import_watch_look_client_id_look_id_pk" PRIMARY KEY("client_id","look_id")
);
--> statement-breakpoint
ALTER TABLE "import_watch_look" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_exchange" (
	"client_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"file_type" text DEFAULT 'csv' NOT NULL,
	"layout" jsonb,
	"mapping" jsonb,
	"server" jsonb,
	"secrets" text,
	"fingerprint" text,
	"folder_out" text DEFAULT '' NOT NULL,
	"folder_in" text DEFAULT '' NOT NULL,
	"fetches" boolean DEFAULT false NOT NULL,
	"books_itself" boolean DEFAULT false NOT NULL,
	"books_for" uuid,
	"public_key" text,
	"own_public_key" text,
	"own_private_key" text,
	"signs" boolean DEFAULT false NOT NULL,
	"daily_at" text,
	"next_file_at" timestamp (3) with time zone,
	"next_look_at" timestamp (3) with time zone,
	"last_look_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"files_made" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "partner_exchange_client_id_partner_id_pk" PRIMARY KEY("client_id","partner_id")
);
--> statement-breakpoint
ALTER TABLE "partner_exchange" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_file" (
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"status" text NOT NULL,
	"file_type" text NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"item_count" integer DEFAULT 0 NOT NULL,
	"new_count" integer DEFAULT 0 NOT NULL,
	"changed_count" integer DEFAULT 0 NOT NULL,
	"returned_count" integer DEFAULT 0 NOT NULL,
	"totals" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"size" bigint,
	"sha256" text,
	"encrypted_id" uuid,
	"encrypted_size" bigint,
	"encrypted_sha256" text,
	"key_fingerprint" text,
	"is_sent_along" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"made_at" timestamp (3) with time zone,
	"fetched_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"sends" integer DEFAULT 0 NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" uuid,
	"acknowledge_note" text,
	"last_error" jsonb,
	CONSTRAINT "partner_file_client_id_file_id_pk" PRIMARY KEY("client_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "partner_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_file_row" (
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"partner_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"assignment_id" uuid NOT NULL,
	"change" text NOT NULL,
	"digest" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "partner_file_row_client_id_file_id_external_claim_ref_pk" PRIMARY KEY("client_id","file_id","external_claim_ref")
);
--> statement-breakpoint
ALTER TABLE "partner_file_row" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_remote_file" (
	"client_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"modified" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"return_id" uuid,
	"words" jsonb,
	CONSTRAINT "partner_remote_file_client_id_partner_id_name_pk" PRIMARY KEY("client_id","partner_id","name")
);
--> statement-breakpoint
ALTER TABLE "partner_remote_file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_return" (
	"client_id" uuid NOT NULL,
	"return_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"source" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"was_encrypted" boolean DEFAULT false NOT NULL,
	"is_signed" boolean,
	"facts" jsonb NOT NULL,
	"mapping" jsonb,
	"status" text NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"rows_total" integer,
	"summary" jsonb,
	"last_error" jsonb,
	"created_by" uuid,
	"booked_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "partner_return_client_id_return_id_pk" PRIMARY KEY("client_id","return_id")
);
--> statement-breakpoint
ALTER TABLE "partner_return" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "partner_return_row" (
	"client_id" uuid NOT NULL,
	"return_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"partner_id" uuid NOT NULL,
	"account_id" uuid,
	"kind" text,
	"external_claim_ref" text,
	"reference" text,
	"row_key" text,
	"currency" text,
	"amount" bigint,
	"digest" text,
	"outcome" text NOT NULL,
	"words" jsonb,
	"cells" jsonb,
	CONSTRAINT "partner_return_row_client_id_return_id_row_number_pk" PRIMARY KEY("client_id","return_id","row_number")
);
--> statement-breakpoint
ALTER TABLE "partner_return_row" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"request_key" text DEFAULT '' NOT NULL,
	"run_id" uuid,
	"debtor_key" text DEFAULT '' NOT NULL,
	"collected" bigint DEFAULT 0 NOT NULL,
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
CREATE TABLE "partner_allocation" (
	"client_id" uuid NOT NULL,
	"allocation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"shares" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "partner_allocation_client_id_allocation_id_pk" PRIMARY KEY("client_id","allocation_id")
);
--> statement-breakpoint
ALTER TABLE "partner_allocation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outsourcing_config" (
	"client_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"frequency" jsonb NOT NULL,
	"outsource_method" text NOT NULL,
	"selection" jsonb NOT NULL,
	"note" text,
	"begins_on" date NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"running_for" timestamp (3) with time zone,
	"cursor" text,
	"last_at" timestamp (3) with time zone,
	"last_given" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "outsourcing_config_client_id_partner_id_pk" PRIMARY KEY("client_id","partner_id")
);
--> statement-breakpoint
ALTER TABLE "outsourcing_config" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outsourcing_share" (
	"client_id" uuid NOT NULL,
	"rule_key" text NOT NULL,
	"given" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outsourcing_share_client_id_rule_key_pk" PRIMARY KEY("client_id","rule_key")
);
--> statement-breakpoint
ALTER TABLE "outsourcing_share" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_attempt" (
	"client_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"account_id" uuid,
	"message_type" text NOT NULL,
	"url" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"millis" integer NOT NULL,
	"signature" text NOT NULL,
	"status" smallint,
	"error" jsonb,
	"answer" text,
	CONSTRAINT "webhook_attempt_client_id_endpoint_id_message_id_attempt_id_pk" PRIMARY KEY("client_id","endpoint_id","message_id","attempt_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_attempt" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"client_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"lane" uuid NOT NULL,
	"account_id" uuid,
	"message_type" text NOT NULL,
	"message_version" smallint NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"give_up_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_status" smallint,
	"last_error" jsonb,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_delivery_client_id_endpoint_id_message_id_pk" PRIMARY KEY("client_id","endpoint_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"client_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"owner_id" text,
	"paused_at" timestamp (3) with time zone,
	"pause_reason" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"probes" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"retry_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_endpoint_client_id_endpoint_id_pk" PRIMARY KEY("client_id","endpoint_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_queue" (
	"client_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"lane" uuid NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"is_taken" boolean DEFAULT false NOT NULL,
	CONSTRAINT "webhook_queue_client_id_endpoint_id_lane_pk" PRIMARY KEY("client_id","endpoint_id","lane")
);
--> statement-breakpoint
ALTER TABLE "webhook_queue" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_secret" (
	"client_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"secret_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_secret_client_id_endpoint_id_secret_id_pk" PRIMARY KEY("client_id","endpoint_id","secret_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_secret" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_subscription" (
	"client_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_type" text NOT NULL,
	"message_version" smallint NOT NULL,
	"since" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text,
	CONSTRAINT "webhook_subscription_client_id_message_type_message_version_endpoint_id_pk" PRIMARY KEY("client_id","message_type","message_version","endpoint_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_subscription" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP VIEW "published"."account";--> statement-breakpoint
DROP VIEW "published"."ledger_entry";--> statement-breakpoint
DROP VIEW "published"."payment";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "event_user";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "assigned_partner_id" uuid;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "outsourced_claims_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "is_unattended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "api_answer_age" ON "api_answer" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_batch_number" ON "accounting_batch" USING btree ("client_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "accounting_batch_reverses" ON "accounting_batch" USING btree ("client_id","reverses_batch_id") WHERE reverses_batch_id is not null and status <> 'failed';--> statement-breakpoint
CREATE INDEX "accounting_batch_time" ON "accounting_batch" USING btree ("client_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "accounting_entry_batch" ON "accounting_entry" USING btree ("client_id","batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "import_watch_name" ON "import_watch" USING btree ("client_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "import_watch_file_once" ON "import_watch_file" USING btree ("client_id","watch_id","name","size_bytes","modified");--> statement-breakpoint
CREATE INDEX "import_watch_file_time" ON "import_watch_file" USING btree ("client_id","watch_id","found_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "import_watch_file_open" ON "import_watch_file" USING btree ("client_id","watch_id") WHERE state not in ('done', 'failed', 'repeated');--> statement-breakpoint
CREATE INDEX "import_watch_file_import" ON "import_watch_file" USING btree ("client_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "import_watch_look_time" ON "import_watch_look" USING btree ("client_id","watch_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "partner_exchange_file" ON "partner_exchange" USING btree ("client_id","next_file_at") WHERE next_file_at is not null;--> statement-breakpoint
CREATE INDEX "partner_exchange_look" ON "partner_exchange" USING btree ("client_id","next_look_at") WHERE next_look_at is not null;--> statement-breakpoint
CREATE INDEX "partner_file_partner" ON "partner_file" USING btree ("client_id","partner_id","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_file_name" ON "partner_file" USING btree ("client_id","partner_id","display_name") WHERE display_name <> '';--> statement-breakpoint
CREATE INDEX "partner_file_row_claim" ON "partner_file_row" USING btree ("client_id","partner_id","external_claim_ref","file_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "partner_return_partner" ON "partner_return" USING btree ("client_id","partner_id","return_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_return_content" ON "partner_return" USING btree ("client_id","partner_id","sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_return_row_once" ON "partner_return_row" USING btree ("client_id","partner_id","row_key") WHERE outcome = 'booked';--> statement-breakpoint
CREATE INDEX "partner_return_row_account" ON "partner_return_row" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_agreement_day" ON "partner_agreement" USING btree ("client_id","partner_id","valid_from");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_commission_entry" ON "partner_commission" USING btree ("client_id","entry_id") WHERE entry_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_commission_claim" ON "partner_commission" USING btree ("client_id","assignment_id","kind") WHERE entry_id is null;--> statement-breakpoint
CREATE INDEX "partner_commission_assignment" ON "partner_commission" USING btree ("client_id","assignment_id");--> statement-breakpoint
CREATE INDEX "partner_commission_day" ON "partner_commission" USING btree ("client_id","partner_id","day","commission_id");--> statement-breakpoint
CREATE INDEX "partner_commission_open" ON "partner_commission" USING btree ("client_id","partner_id","currency","day") WHERE invoice_id is null;--> statement-breakpoint
CREATE INDEX "partner_commission_invoice" ON "partner_commission" USING btree ("client_id","invoice_id","day","commission_id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_invoice_number" ON "partner_invoice" USING btree ("client_id","number");--> statement-breakpoint
CREATE INDEX "partner_invoice_partner" ON "partner_invoice" USING btree ("client_id","partner_id","currency","to_day");--> statement-breakpoint
CREATE UNIQUE INDEX "claim_assignment_out" ON "claim_assignment" USING btree ("client_id","external_claim_ref") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_assignment_request" ON "claim_assignment" USING btree ("client_id","external_claim_ref","request_key");--> statement-breakpoint
CREATE INDEX "claim_assignment_debtor" ON "claim_assignment" USING btree ("client_id","debtor_key") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "claim_assignment_account" ON "claim_assignment" USING btree ("client_id","account_id","partner_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "claim_assignment_history" ON "claim_assignment" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE INDEX "claim_assignment_partner" ON "claim_assignment" USING btree ("client_id","partner_id","created_at","assignment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_name" ON "partner" USING btree ("client_id",lower(name)) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_skip_tracing" ON "partner" USING btree ("client_id") WHERE is_skip_tracing_default and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_allocation_name" ON "partner_allocation" USING btree ("client_id",lower(name)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "webhook_attempt_account" ON "webhook_attempt" USING btree ("client_id","account_id") WHERE account_id is not null and answer is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_waiting" ON "webhook_delivery" USING btree ("client_id","endpoint_id","lane","message_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("client_id","queued_at" DESC NULLS LAST,"message_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_delivery_failed" ON "webhook_delivery" USING btree ("client_id","queued_at" DESC NULLS LAST,"message_id" DESC NULLS LAST) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_delivery_ended" ON "webhook_delivery" USING btree ("client_id","ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_queue_due" ON "webhook_queue" USING btree ("client_id","endpoint_id","due_at");--> statement-breakpoint
CREATE INDEX "webhook_subscription_endpoint" ON "webhook_subscription" USING btree ("client_id","endpoint_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "event_author" ON "event" USING btree ("client_id","emit_time" DESC NULLS LAST,"message_id") WHERE actor_type in ('user', 'apiKey');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_by_partner" ON "account" USING btree ("client_id","assigned_partner_id","account_id") WHERE assigned_partner_id is not null;--> statement-breakpoint
CREATE VIEW "published"."api_key" WITH (security_invoker = true) AS (select client_id, key_id, name from api_key);--> statement-breakpoint
CREATE VIEW "published"."claim_assignment" WITH (security_invoker = true) AS (select client_id, assignment_id, partner_id, account_id, external_claim_ref, status, outsource_method, run_id, created_at, ended_at from claim_assignment);--> statement-breakpoint
CREATE VIEW "published"."partner" WITH (security_invoker = true) AS (select client_id, partner_id, name, type, email, phone, address_line1, address_line2, address_line3, postal_code, city, state, country, is_skip_tracing_default, deleted_at from partner);--> statement-breakpoint
CREATE VIEW "published"."account" WITH (security_invoker = true) AS (select client_id, account_id, external_account_ref, debtor_name, debtor_ref, currency, locale, meta, assignee_user_id, active_claims_count, assigned_partner_id, created_at, updated_at from account);--> statement-breakpoint
CREATE VIEW "published"."ledger_entry" WITH (security_invoker = true) AS (select client_id, entry_id, account_id, external_claim_ref, kind, component, contra, amount, currency, value_date, booked_at, description, payment_id, reverses_entry_id from ledger_entry);--> statement-breakpoint
CREATE VIEW "published"."payment" WITH (security_invoker = true) AS (select client_id, payment_id, account_id, provider_name, method, created_at from payment);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "api_answer" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "api_feed" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "api_key" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "accounting_batch" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "accounting_entry" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "accounting_part" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "accounting_setting" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "import_watch" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "import_watch_file" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "import_watch_look" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_exchange" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_file" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_file_row" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_remote_file" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_return" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_return_row" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_agreement" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_commission" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_invoice" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "claim_assignment" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "partner_allocation" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "outsourcing_config" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "outsourcing_share" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_attempt" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_delivery" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_endpoint" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_queue" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_secret" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_subscription" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));