CREATE TABLE "call_script" (
	"client_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"locale" text NOT NULL,
	"content" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "call_script_client_id_topic_locale_pk" PRIMARY KEY("client_id","topic","locale")
);
--> statement-breakpoint
ALTER TABLE "call_script" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "call_script" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));