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
DROP INDEX CONCURRENTLY IF EXISTS "event_user";--> statement-breakpoint
ALTER TABLE "import_run" ADD COLUMN "is_unattended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "api_answer_age" ON "api_answer" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "event_author" ON "event" USING btree ("client_id","emit_time" DESC NULLS LAST,"message_id") WHERE actor_type in ('user', 'apiKey');--> statement-breakpoint
CREATE VIEW "published"."api_key" WITH (security_invoker = true) AS (select client_id, key_id, name from api_key);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "api_answer" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "api_feed" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "api_key" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));