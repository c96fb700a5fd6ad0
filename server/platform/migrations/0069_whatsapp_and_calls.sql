CREATE TABLE "whatsapp_approval" (
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"file_name" text NOT NULL,
	"locale" text NOT NULL,
	"version" integer NOT NULL,
	"category" text NOT NULL,
	"content" jsonb NOT NULL,
	"link_start" text NOT NULL,
	"provider_name" text NOT NULL,
	"remote_id" text NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"submitted_by" text NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "whatsapp_approval_client_id_name_language_pk" PRIMARY KEY("client_id","name","language")
);
--> statement-breakpoint
ALTER TABLE "whatsapp_approval" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "communication" ADD COLUMN "call" jsonb;--> statement-breakpoint
CREATE INDEX "whatsapp_approval_bundle" ON "whatsapp_approval" USING btree ("client_id","file_name","locale","version" DESC NULLS LAST);--> statement-breakpoint
CREATE POLICY "client_isolation" ON "whatsapp_approval" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));