CREATE TABLE "custom_trigger" (
	"client_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"fields" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "custom_trigger_client_id_name_pk" PRIMARY KEY("client_id","name")
);
--> statement-breakpoint
ALTER TABLE "custom_trigger" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "client_isolation" ON "custom_trigger" AS PERMISSIVE FOR ALL TO "quittance_app" USING (client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (client_id = (select nullif(current_setting('app.client_id', true), '')::uuid));