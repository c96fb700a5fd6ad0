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
CREATE INDEX "webhook_attempt_account" ON "webhook_attempt" USING btree ("client_id","account_id") WHERE account_id is not null and answer is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_waiting" ON "webhook_delivery" USING btree ("client_id","endpoint_id","lane","message_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("client_id","queued_at" DESC NULLS LAST,"message_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_delivery_failed" ON "webhook_delivery" USING btree ("client_id","queued_at" DESC NULLS LAST,"message_id" DESC NULLS LAST) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_delivery_ended" ON "webhook_delivery" USING btree ("client_id","ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_queue_due" ON "webhook_queue" USING btree ("client_id","endpoint_id","due_at");--> statement-breakpoint
CREATE INDEX "webhook_subscription_endpoint" ON "webhook_subscription" USING btree ("client_id","endpoint_id");--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_attempt" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_delivery" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_endpoint" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_queue" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_secret" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "webhook_subscription" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));