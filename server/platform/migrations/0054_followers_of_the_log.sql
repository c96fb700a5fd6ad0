CREATE TABLE "event_followed" (
	"client_id" uuid NOT NULL,
	"follower" text NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "event_followed_client_id_follower_message_id_pk" PRIMARY KEY("client_id","follower","message_id")
);
--> statement-breakpoint
ALTER TABLE "event_followed" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "event_follower" (
	"client_id" uuid NOT NULL,
	"follower" text NOT NULL,
	"looked_until" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "event_follower_client_id_follower_pk" PRIMARY KEY("client_id","follower")
);
--> statement-breakpoint
ALTER TABLE "event_follower" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "event_followed" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "client_isolation" ON "event_follower" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));--> statement-breakpoint
-- What was appended so far was told of by its writers. A client that comes later is followed from its first event on.
INSERT INTO "event_follower" ("client_id", "follower", "looked_until") SELECT "client_id", 'notifications', now() FROM "client";
