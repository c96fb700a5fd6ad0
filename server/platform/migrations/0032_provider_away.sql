CREATE TABLE "delivery_health" (
	"client_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"failures" integer NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"probe_at" timestamp (3) with time zone,
	"probes" integer DEFAULT 0 NOT NULL,
	"told" boolean DEFAULT false NOT NULL,
	"reason" text NOT NULL,
	"provider_name" text NOT NULL,
	CONSTRAINT "delivery_health_client_id_channel_pk" PRIMARY KEY("client_id","channel")
);
--> statement-breakpoint
ALTER TABLE "delivery_health" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "spared" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "delivery_health" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));