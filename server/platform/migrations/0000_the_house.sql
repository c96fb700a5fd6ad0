CREATE TABLE "communication" (
	"client_id" uuid NOT NULL,
	"communication_id" uuid NOT NULL,
	"outbox_id" uuid,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text,
	"channel" text NOT NULL,
	"direction" text NOT NULL,
	"recipient" text NOT NULL,
	"sender" text NOT NULL,
	"locale" text NOT NULL,
	"bundle_name" text,
	"subject" text,
	"text_content" text NOT NULL,
	"html_content" text,
	"provider_name" text NOT NULL,
	"tracking_token" text NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"clicked_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	CONSTRAINT "communication_client_id_communication_id_pk" PRIMARY KEY("client_id","communication_id")
);
--> statement-breakpoint
ALTER TABLE "communication" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbox" (
	"client_id" uuid NOT NULL,
	"outbox_id" uuid NOT NULL,
	"key" text NOT NULL,
	"channel" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text,
	"run_id" uuid,
	"step_id" text,
	"request" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"provider_name" text,
	"provider_ref" text,
	"recipient" text,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_client_id_outbox_id_pk" PRIMARY KEY("client_id","outbox_id")
);
--> statement-breakpoint
ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event" (
	"client_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"message_type" text NOT NULL,
	"message_version" smallint DEFAULT 1 NOT NULL,
	"emit_time" timestamp (3) with time zone NOT NULL,
	"account_id" uuid,
	"external_claim_ref" text,
	"correlation_id" uuid,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"payload" jsonb NOT NULL,
	CONSTRAINT "event_client_id_message_id_pk" PRIMARY KEY("client_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "event" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pool_group" (
	"user_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"role" text NOT NULL,
	"partner_id" text DEFAULT '' NOT NULL,
	CONSTRAINT "pool_group_user_id_client_id_role_partner_id_pk" PRIMARY KEY("user_id","client_id","role","partner_id")
);
--> statement-breakpoint
ALTER TABLE "pool_group" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pool_key" (
	"key_id" text PRIMARY KEY NOT NULL,
	"private_jwk" jsonb NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "pool_key" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pool_session" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"previous_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"rotated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "pool_session" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pool_user" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pool_user" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "account" (
	"client_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_account_ref" text NOT NULL,
	"currency" text NOT NULL,
	"locale" text,
	"meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"scores" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"segment" text,
	"assignee_user_id" uuid,
	"timezone" text,
	"cease_requested_at" timestamp (3) with time zone,
	"opted_out" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"debtor_name" text DEFAULT '' NOT NULL,
	"debtor_ref" text DEFAULT '' NOT NULL,
	"debtor_type" text DEFAULT 'person' NOT NULL,
	"city" text,
	"total_amount" bigint DEFAULT 0 NOT NULL,
	"active_claims_count" integer DEFAULT 0 NOT NULL,
	"oldest_due_date" date,
	"latest_due_date" date,
	"latest_claim_ref" text,
	"latest_claim_portfolio" text,
	"products" text[] DEFAULT '{}' NOT NULL,
	"portfolios" text[] DEFAULT '{}' NOT NULL,
	"latest_communication_date" timestamp (3) with time zone,
	"strategy_name" text,
	"promised_until" date,
	"search_words" "tsvector",
	CONSTRAINT "account_client_id_account_id_pk" PRIMARY KEY("client_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "account" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bulk_action" (
	"client_id" uuid NOT NULL,
	"bulk_action_id" uuid NOT NULL,
	"action" text NOT NULL,
	"status" text NOT NULL,
	"request" jsonb NOT NULL,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"cursor" text,
	"last_error" text,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_action_client_id_bulk_action_id_pk" PRIMARY KEY("client_id","bulk_action_id")
);
--> statement-breakpoint
ALTER TABLE "bulk_action" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "case_task" (
	"client_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text,
	"topic_id" text DEFAULT 'default' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"due_date" date,
	"sender_id" text,
	"recipient_id" uuid,
	"skipped_until" timestamp (3) with time zone,
	"resolution_note" text,
	"resolved_at" timestamp (3) with time zone,
	"resolver_id" uuid,
	"blueprint_name" text,
	"effect_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "case_task_client_id_task_id_pk" PRIMARY KEY("client_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "case_task" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "claim" (
	"client_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"account_id" uuid NOT NULL,
	"type" text DEFAULT 'invoice' NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance" bigint NOT NULL,
	"total_fees" bigint DEFAULT 0 NOT NULL,
	"due_date" date,
	"external_due_date" date,
	"external_portfolio_ref" text,
	"product_reference" text,
	"product_name" text,
	"product_type" text,
	"payment_reference" text,
	"status" text DEFAULT 'open' NOT NULL,
	"status_reason" text,
	"disputed_at" timestamp (3) with time zone,
	"segment" text,
	"scores" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"instalments_plan_enabled" boolean DEFAULT true NOT NULL,
	"promise_to_pay_enabled" boolean DEFAULT true NOT NULL,
	"promised_until" date,
	"import_digest" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "claim_client_id_external_claim_ref_pk" PRIMARY KEY("client_id","external_claim_ref")
);
--> statement-breakpoint
ALTER TABLE "claim" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_point" (
	"client_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"debtor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"normalized" text NOT NULL,
	"state" text DEFAULT 'unknown' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_point_client_id_account_id_debtor_id_kind_normalized_pk" PRIMARY KEY("client_id","account_id","debtor_id","kind","normalized")
);
--> statement-breakpoint
ALTER TABLE "contact_point" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "debtor" (
	"client_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"debtor_id" uuid NOT NULL,
	"external_debtor_ref" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"type" text NOT NULL,
	"first_name" text,
	"middle_name" text,
	"last_name" text,
	"title" text,
	"company_name" text,
	"gender" text,
	"birthday" date,
	"place_of_birth" text,
	"deceased" boolean DEFAULT false NOT NULL,
	"address" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "debtor_client_id_account_id_debtor_id_pk" PRIMARY KEY("client_id","account_id","debtor_id")
);
--> statement-breakpoint
ALTER TABLE "debtor" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_topic" (
	"client_id" uuid NOT NULL,
	"topic_id" text NOT NULL,
	"group_id" text,
	"name" text NOT NULL,
	"user_ids" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "task_topic_client_id_topic_id_pk" PRIMARY KEY("client_id","topic_id")
);
--> statement-breakpoint
ALTER TABLE "task_topic" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client" (
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"default_locale" text DEFAULT 'en_US' NOT NULL,
	"timezone" text NOT NULL,
	"country_code" text NOT NULL,
	"exclude_holidays" boolean DEFAULT true NOT NULL,
	"feature_flags" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"default_meta" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"meta_fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "client" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_user" (
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	CONSTRAINT "client_user_client_id_user_id_pk" PRIMARY KEY("client_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "client_user" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "global_placeholders" (
	"client_id" uuid NOT NULL,
	"values" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "global_placeholders_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "global_placeholders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "template_bundle" (
	"client_id" uuid NOT NULL,
	"content_template_type" text NOT NULL,
	"file_name" text NOT NULL,
	"display_name" text NOT NULL,
	"deprecated" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"content_tags" text[] DEFAULT '{}' NOT NULL,
	"contents" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "template_bundle_client_id_content_template_type_file_name_pk" PRIMARY KEY("client_id","content_template_type","file_name")
);
--> statement-breakpoint
ALTER TABLE "template_bundle" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "instalment" (
	"client_id" uuid NOT NULL,
	"instalment_id" uuid NOT NULL,
	"instalments_plan_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"amount" bigint NOT NULL,
	"paid_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"start_date" date NOT NULL,
	"due_date" date NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "instalment_client_id_instalments_plan_id_position_pk" PRIMARY KEY("client_id","instalments_plan_id","position")
);
--> statement-breakpoint
ALTER TABLE "instalment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "instalments_plan" (
	"client_id" uuid NOT NULL,
	"instalments_plan_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"claim_refs" text[] NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"status" text NOT NULL,
	"requested_by" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "instalments_plan_client_id_instalments_plan_id_pk" PRIMARY KEY("client_id","instalments_plan_id")
);
--> statement-breakpoint
ALTER TABLE "instalments_plan" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"client_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"value_date" date NOT NULL,
	"booked_at" timestamp (3) with time zone NOT NULL,
	"key" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"payment_id" uuid,
	"reverses_entry_id" uuid,
	CONSTRAINT "ledger_entry_client_id_entry_id_pk" PRIMARY KEY("client_id","entry_id")
);
--> statement-breakpoint
ALTER TABLE "ledger_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment" (
	"client_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"provider_name" text NOT NULL,
	"provider_ref" text,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"allocation" jsonb NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"idempotency_key" text NOT NULL,
	"instalment_id" uuid,
	"promise_to_pay_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_client_id_payment_id_pk" PRIMARY KEY("client_id","payment_id")
);
--> statement-breakpoint
ALTER TABLE "payment" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "promise_to_pay" (
	"client_id" uuid NOT NULL,
	"promise_to_pay_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"start_date" date NOT NULL,
	"due_date" date NOT NULL,
	"requested_by" text NOT NULL,
	"status" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "promise_to_pay_client_id_promise_to_pay_id_pk" PRIMARY KEY("client_id","promise_to_pay_id")
);
--> statement-breakpoint
ALTER TABLE "promise_to_pay" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_mapping" (
	"client_id" uuid NOT NULL,
	"mapping_id" uuid NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_mapping_client_id_mapping_id_pk" PRIMARY KEY("client_id","mapping_id")
);
--> statement-breakpoint
ALTER TABLE "import_mapping" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_rejection" (
	"client_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"reason" text NOT NULL,
	"field" text,
	"row" jsonb NOT NULL,
	CONSTRAINT "import_rejection_client_id_import_id_row_number_pk" PRIMARY KEY("client_id","import_id","row_number")
);
--> statement-breakpoint
ALTER TABLE "import_rejection" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_run" (
	"client_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"stored_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"mapping" jsonb,
	"status" text NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"rows_total" integer,
	"summary" jsonb,
	"last_error" text,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "import_run_client_id_import_id_pk" PRIMARY KEY("client_id","import_id")
);
--> statement-breakpoint
ALTER TABLE "import_run" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "portal_setting" (
	"client_id" uuid NOT NULL,
	"identity_field" text NOT NULL,
	"max_tries" integer NOT NULL,
	"link_days" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "portal_setting_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "portal_setting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tiny_link" (
	"client_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"code_digest" text NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	CONSTRAINT "tiny_link_client_id_link_id_pk" PRIMARY KEY("client_id","link_id")
);
--> statement-breakpoint
ALTER TABLE "tiny_link" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "note" (
	"client_id" uuid NOT NULL,
	"note_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text,
	"text" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "note_client_id_note_id_pk" PRIMARY KEY("client_id","note_id")
);
--> statement-breakpoint
ALTER TABLE "note" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contact_setting" (
	"client_id" uuid NOT NULL,
	"gate_rules" jsonb,
	"email_provider" jsonb,
	"sms_provider" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_setting_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "contact_setting" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "strategy_blueprint" (
	"client_id" uuid NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"current_version" integer NOT NULL,
	"preview" text,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "strategy_blueprint_client_id_blueprint_id_pk" PRIMARY KEY("client_id","blueprint_id")
);
--> statement-breakpoint
ALTER TABLE "strategy_blueprint" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "strategy_run" (
	"client_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"external_claim_ref" text NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"step_id" text,
	"status" text NOT NULL,
	"wake_at" timestamp (3) with time zone,
	"visit" integer DEFAULT 0 NOT NULL,
	"since_wait" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"step_entered_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reason" jsonb,
	CONSTRAINT "strategy_run_client_id_run_id_pk" PRIMARY KEY("client_id","run_id")
);
--> statement-breakpoint
ALTER TABLE "strategy_run" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "strategy_version" (
	"client_id" uuid NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"steps" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"saved_by" text,
	CONSTRAINT "strategy_version_client_id_blueprint_id_version_pk" PRIMARY KEY("client_id","blueprint_id","version")
);
--> statement-breakpoint
ALTER TABLE "strategy_version" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "communication_account" ON "communication" USING btree ("client_id","account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "communication_time" ON "communication" USING btree ("client_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "communication_outbox" ON "communication" USING btree ("client_id","outbox_id");--> statement-breakpoint
CREATE UNIQUE INDEX "communication_tracking" ON "communication" USING btree ("client_id","tracking_token");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_key" ON "outbox" USING btree ("client_id","key");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("client_id","channel","next_attempt_at") WHERE status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "outbox_account" ON "outbox" USING btree ("client_id","account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_account" ON "event" USING btree ("client_id","account_id","emit_time" DESC NULLS LAST) WHERE account_id is not null;--> statement-breakpoint
CREATE INDEX "pool_session_user" ON "pool_session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pool_user_email" ON "pool_user" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "account_ref" ON "account" USING btree ("client_id","external_account_ref");--> statement-breakpoint
CREATE INDEX "account_by_amount" ON "account" USING btree ("client_id","total_amount" DESC NULLS LAST,"account_id");--> statement-breakpoint
CREATE INDEX "account_by_due" ON "account" USING btree ("client_id","oldest_due_date","account_id");--> statement-breakpoint
CREATE INDEX "account_by_name" ON "account" USING btree ("client_id",lower(debtor_name),"account_id");--> statement-breakpoint
CREATE INDEX "account_search" ON "account" USING gin ("client_id","search_words");--> statement-breakpoint
CREATE INDEX "account_by_assignee" ON "account" USING btree ("client_id","assignee_user_id") WHERE assignee_user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "case_task_effect" ON "case_task" USING btree ("client_id","effect_key");--> statement-breakpoint
CREATE INDEX "case_task_account" ON "case_task" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE INDEX "case_task_queue" ON "case_task" USING btree ("client_id","status","due_date","created_at") WHERE status <> 'resolved';--> statement-breakpoint
CREATE INDEX "claim_account" ON "claim" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "debtor_ref" ON "debtor" USING btree ("client_id","account_id","external_debtor_ref");--> statement-breakpoint
CREATE INDEX "instalment_due" ON "instalment" USING btree ("client_id","status","due_date");--> statement-breakpoint
CREATE UNIQUE INDEX "instalments_plan_idempotency" ON "instalments_plan" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "instalments_plan_account" ON "instalments_plan" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entry_key" ON "ledger_entry" USING btree ("client_id","key");--> statement-breakpoint
CREATE INDEX "ledger_entry_claim" ON "ledger_entry" USING btree ("client_id","external_claim_ref","booked_at");--> statement-breakpoint
CREATE INDEX "ledger_entry_account" ON "ledger_entry" USING btree ("client_id","account_id","booked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_idempotency" ON "payment" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_provider_ref" ON "payment" USING btree ("client_id","provider_name","provider_ref");--> statement-breakpoint
CREATE INDEX "payment_account" ON "payment" USING btree ("client_id","account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "promise_idempotency" ON "promise_to_pay" USING btree ("client_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "promise_claim" ON "promise_to_pay" USING btree ("client_id","external_claim_ref");--> statement-breakpoint
CREATE INDEX "promise_account" ON "promise_to_pay" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE INDEX "promise_due" ON "promise_to_pay" USING btree ("client_id","status","due_date");--> statement-breakpoint
CREATE UNIQUE INDEX "import_mapping_name" ON "import_mapping" USING btree ("client_id","name");--> statement-breakpoint
CREATE INDEX "import_run_time" ON "import_run" USING btree ("client_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "tiny_link_code" ON "tiny_link" USING btree ("client_id","code_digest");--> statement-breakpoint
CREATE INDEX "tiny_link_account" ON "tiny_link" USING btree ("client_id","account_id");--> statement-breakpoint
CREATE INDEX "note_account" ON "note" USING btree ("client_id","account_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "strategy_blueprint_name" ON "strategy_blueprint" USING btree ("client_id",lower(display_name)) WHERE not is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "strategy_run_alive" ON "strategy_run" USING btree ("client_id","external_claim_ref") WHERE status in ('active', 'waiting', 'paused');--> statement-breakpoint
CREATE INDEX "strategy_run_due" ON "strategy_run" USING btree ("client_id","wake_at") WHERE wake_at is not null;--> statement-breakpoint
CREATE INDEX "strategy_run_claim" ON "strategy_run" USING btree ("client_id","external_claim_ref");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "communication" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "outbox" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "event" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_group" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_key" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_session" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_user" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "account" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "bulk_action" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "case_task" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "claim" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "contact_point" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "debtor" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "task_topic" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "client" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_in_names" ON "client" AS PERMISSIVE FOR SELECT TO "quittance_identity" USING (true);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "client_user" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "global_placeholders" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "template_bundle" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "instalment" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "instalments_plan" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "ledger_entry" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "payment" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "promise_to_pay" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "import_mapping" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "import_rejection" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "import_run" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "portal_setting" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "tiny_link" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "note" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "contact_setting" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "strategy_blueprint" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "strategy_run" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "strategy_version" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = nullif(current_setting('app.client_id', true), '')::uuid);