CREATE TABLE "event_seal" (
	"client_id" uuid NOT NULL,
	"seal_no" integer NOT NULL,
	"message_ids" uuid[] NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_seal_client_id_seal_no_pk" PRIMARY KEY("client_id","seal_no")
);
--> statement-breakpoint
ALTER TABLE "event_seal" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pool_code" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "pool_code_user_id_kind_code_hash_pk" PRIMARY KEY("user_id","kind","code_hash")
);
--> statement-breakpoint
ALTER TABLE "pool_code" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pool_lock" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	CONSTRAINT "pool_lock_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "pool_lock" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pool_recovery_code" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "pool_recovery_code_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "pool_recovery_code" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_role" (
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role_type" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_role_client_id_name_pk" PRIMARY KEY("client_id","name")
);
--> statement-breakpoint
ALTER TABLE "client_role" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification" (
	"client_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"sender_id" uuid,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"account_id" uuid,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_client_id_notification_id_pk" PRIMARY KEY("client_id","notification_id")
);
--> statement-breakpoint
ALTER TABLE "notification" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_schedule" (
	"client_id" uuid NOT NULL,
	"operation_hours" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"closed_days" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_schedule_client_id_pk" PRIMARY KEY("client_id")
);
--> statement-breakpoint
ALTER TABLE "client_schedule" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pool_group" ADD COLUMN "is_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "middle_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "family_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "phone_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "is_email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "mfa_secret" text;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "mfa_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "mfa_step" integer;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "tokens_valid_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "anonymized_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pool_user" ADD COLUMN "modified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "use_mocks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "custom_fonts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "contact_outcomes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "allowed_events" jsonb;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "allowed_reactions" jsonb;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "embedded_dashboards" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "first_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "middle_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "family_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "phone_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "groups" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "is_email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "mfa_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "last_online" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "created_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client_user" ADD COLUMN "modified_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "pool_code_hash" ON "pool_code" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "notification_recipient" ON "notification" USING btree ("client_id","recipient_id","created_at" DESC NULLS LAST,"notification_id");--> statement-breakpoint
CREATE INDEX "event_user" ON "event" USING btree ("client_id","emit_time" DESC NULLS LAST,"message_id") WHERE actor_type = 'user';--> statement-breakpoint
CREATE INDEX "client_user_email" ON "client_user" USING btree ("client_id","email");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "event_seal" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_code" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_lock" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sign_in" ON "pool_recovery_code" AS PERMISSIVE FOR ALL TO "quittance_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "client_role" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "notification" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "client_schedule" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));